// The knowledge of trellis; see eval/evaluator.hpp.
#pragma once

#include "eval/playouts.hpp"
#include "games/trellis.hpp"

namespace isthmus::trellis {

template <Game G>
auto evaluator(const G& game, Tuning& tuning) {
    return PlayoutEvaluator<G>(game, tuning);
}

}  // namespace isthmus::trellis
