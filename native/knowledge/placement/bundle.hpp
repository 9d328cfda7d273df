// Shared by the bundles of all placement games. Each game has its own evaluator, with the currents on its board.
#pragma once

#include "knowledge/contract.hpp"
#include "knowledge/placement/distance.hpp"
#include "knowledge/placement/prover.hpp"

namespace isthmus {

template <int W>
struct PlacementBundle : NoKnowledge<Placement<W>> {
    using Prover = PlacementProver<W>;
    using RootProver = PlacementRootProver<W>;
    using Distance = PlacementDistance<W>;
};

}  // namespace isthmus
