// The knowledge of hex; see eval/evaluator.hpp.
#pragma once

#include "eval/playouts.hpp"
#include "games/hex.hpp"

namespace isthmus::hex {

template <Game G>
auto evaluator(const G& game, Tuning& tuning) {
    return PlayoutEvaluator<G>(game, tuning);
}

}  // namespace isthmus::hex
