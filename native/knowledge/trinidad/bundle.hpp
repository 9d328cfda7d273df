// The knowledge of Trinidad.
#pragma once

#include "knowledge/trinidad/distance.hpp"
#include "knowledge/trinidad/evaluator.hpp"
#include "knowledge/trinidad/prover.hpp"

namespace isthmus::trinidad {

template <Game G>
struct Bundle;
template <int W>
struct Bundle<Trinidad<W>> : NoKnowledge<Trinidad<W>> {
    static auto evaluator(const Trinidad<W>& game, Tuning& tuning) { return TrinidadEvaluator<W>(game, tuning); }
    using Prover = TrinidadProver<W>;
    using Distance = TrinidadDistance<W>;
};

}  // namespace isthmus::trinidad
