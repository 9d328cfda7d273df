// The knowledge of network; see eval/evaluator.hpp.
#pragma once

#include "eval/playouts.hpp"
#include "games/network.hpp"

namespace isthmus::network {

template <Game G>
auto evaluator(const G& game, Tuning& tuning) {
    return PlayoutEvaluator<G>(game, tuning);
}

}  // namespace isthmus::network
