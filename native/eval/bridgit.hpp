// The knowledge of bridgit; see eval/evaluator.hpp.
#pragma once

#include "eval/playouts.hpp"
#include "games/bridgit.hpp"

namespace isthmus::bridgit {

template <Game G>
auto evaluator(const G& game, Tuning& tuning) {
    return PlayoutEvaluator<G>(game, tuning);
}

}  // namespace isthmus::bridgit
