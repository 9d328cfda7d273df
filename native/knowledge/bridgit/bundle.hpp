// The knowledge of Bridg-It: perfect play, and the current between Black's dots.
#pragma once

#include "knowledge/bridgit/currents.hpp"
#include "knowledge/bridgit/theory.hpp"
#include "knowledge/placement/bundle.hpp"
#include "knowledge/placement/evaluator.hpp"

namespace isthmus::bridgit {

template <Game G>
struct Bundle;
template <int W>
struct Bundle<Placement<W>> : PlacementBundle<W> {
    static auto evaluator(const Placement<W>& game, Tuning& tuning) {
        return PlacementFlow<W, EdgeCurrents<W>>(
            game, {currents<W>(game.facts().grid)},
            FlowNumbers::read(tuning, {.scale = 1, .tempo = 0.2f, .power = 2, .floor = 0.05f}, 1));
    }
    using Theory = BridgitTheory<W>;
};

}  // namespace isthmus::bridgit
