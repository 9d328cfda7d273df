// The knowledge of orbit; see eval/evaluator.hpp.
#pragma once

#include "eval/playouts.hpp"
#include "games/orbit.hpp"

namespace isthmus::orbit {

template <Game G>
auto evaluator(const G& game, Tuning& tuning) {
    return PlayoutEvaluator<G>(game, tuning);
}

}  // namespace isthmus::orbit
