// The knowledge of quadrant_trellis; see eval/evaluator.hpp.
#pragma once

#include "eval/playouts.hpp"
#include "games/quadrant_trellis.hpp"

namespace isthmus::quadrant_trellis {

template <Game G>
auto evaluator(const G& game, Tuning& tuning) {
    return PlayoutEvaluator<G>(game, tuning);
}

}  // namespace isthmus::quadrant_trellis
