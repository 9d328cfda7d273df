// The knowledge of trinidad; see eval/evaluator.hpp.
#pragma once

#include "eval/playouts.hpp"
#include "games/trinidad.hpp"

namespace isthmus::trinidad {

template <Game G>
auto evaluator(const G& game, Tuning& tuning) {
    return PlayoutEvaluator<G>(game, tuning);
}

}  // namespace isthmus::trinidad
