// The knowledge of quadrant_hex; see eval/evaluator.hpp.
#pragma once

#include "eval/playouts.hpp"
#include "games/quadrant_hex.hpp"

namespace isthmus::quadrant_hex {

template <Game G>
auto evaluator(const G& game, Tuning& tuning) {
    return PlayoutEvaluator<G>(game, tuning);
}

}  // namespace isthmus::quadrant_hex
