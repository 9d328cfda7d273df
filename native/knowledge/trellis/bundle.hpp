// The knowledge of Trellis.
#pragma once

#include "knowledge/trellis/distance.hpp"
#include "knowledge/trellis/evaluator.hpp"
#include "knowledge/trellis/prover.hpp"
#include "knowledge/trellis/theory.hpp"

namespace isthmus::trellis {

template <Game G>
struct Bundle;
template <int W>
struct Bundle<Trellis<W>> : NoKnowledge<Trellis<W>> {
    static auto evaluator(const Trellis<W>& game, Tuning& tuning) { return TrellisFlow<W>(game, tuning); }
    using Prover = TrellisProver<W>;
    using Theory = TrellisTheory<W>;
    using Distance = TrellisDistance<W>;
};

}  // namespace isthmus::trellis
