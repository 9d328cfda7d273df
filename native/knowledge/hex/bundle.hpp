// The knowledge of Hex: both sides' currents; docs/design/0005-current-flow.md.
#pragma once

#include "knowledge/flow/cell_currents.hpp"
#include "knowledge/placement/bundle.hpp"
#include "knowledge/placement/evaluator.hpp"

namespace isthmus::hex {

// The evaluator of games on this board, with other constants.
template <int W>
auto flow(const Placement<W>& game, Tuning& tuning, const FlowNumbers& standard) {
    const auto& facts = game.facts();
    std::vector<CellCurrents<W>> currents;
    for (const auto& contest : facts.contests) currents.emplace_back(contest, facts.links[0], tuning);
    return PlacementFlow<W, CellCurrents<W>>(game, std::move(currents),
                                             FlowNumbers::read(tuning, standard, facts.contests.size()));
}

template <Game G>
struct Bundle;
template <int W>
struct Bundle<Placement<W>> : PlacementBundle<W> {
    static auto evaluator(const Placement<W>& game, Tuning& tuning) {
        tuning.prefer("second_look", 1024);  // docs/design/0024-a-second-look.md
        tuning.prefer("spread", 0);          // docs/strength.md
        return flow(game, tuning, {.scale = 1, .tempo = 0.2f, .power = 1, .floor = 0.05f});
    }
};

}  // namespace isthmus::hex
