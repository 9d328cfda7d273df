// The knowledge of Hex: both sides' currents; docs/design/0005-current-flow.md.
#pragma once

#include "games/hex.hpp"
#include "knowledge/flow/cell_currents.hpp"
#include "knowledge/placement/evaluator.hpp"

namespace isthmus::hex {

template <Game G, int W>
auto flow(const G& game, const Placement<W>& rules, Tuning& tuning, const FlowNumbers& standard) {
    std::vector<CellCurrents<W>> currents;
    for (const auto& contest : rules.facts().contests) currents.emplace_back(contest, rules.facts().links[0], tuning);
    return PlacementFlow<G, W, CellCurrents<W>>(game, std::move(currents),
                                                FlowNumbers::read(tuning, standard, rules.facts().contests.size()));
}

template <Game G>
auto evaluator(const G& game, Tuning& tuning) {
    return flow(game, game, tuning, {.scale = 1, .tempo = 0.2f, .power = 1, .floor = 0.05f});
}

}  // namespace isthmus::hex
