// The knowledge of Network.
#pragma once

#include "knowledge/network/evaluator.hpp"
#include "knowledge/network/prover.hpp"

namespace isthmus::network {

template <Game G>
struct Bundle;
template <int W>
struct Bundle<Network<W>> : NoKnowledge<Network<W>> {
    static auto evaluator(const Network<W>& game, Tuning& tuning) { return NetworkEvaluator<W>(game, tuning); }
    using Prover = NetworkProver<W>;
};

}  // namespace isthmus::network
