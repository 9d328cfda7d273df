// The knowledge of Quadrant Trellis: the currents of its five contests; docs/design/0005-current-flow.md.
#pragma once

#include "games/quadrant_trellis.hpp"
#include "knowledge/flow/edge_currents.hpp"
#include "knowledge/placement/evaluator.hpp"

namespace isthmus::quadrant_trellis {

template <Game G, int W>
auto flow(const G& game, const Placement<W>& rules, Tuning& tuning) {
    const auto& grid = rules.facts().grid;
    const int size = grid.rows(), quarter = (size + 1) / 2, far = size - quarter;
    std::vector<EdgeCurrents<W>> currents;  // in the order of five_contests()
    currents.push_back(checkered_currents<W>(grid, 0, 0, size));
    for (const int row : {0, far})
        for (const int column : {0, far}) currents.push_back(checkered_currents<W>(grid, row, column, quarter));
    return PlacementFlow<G, W, EdgeCurrents<W>>(
        game, std::move(currents),
        FlowNumbers::read(
            tuning,
            {.scale = 1.6f, .quarter_scale = 1.6f, .tempo = 0.2f, .quarter_tempo = 0.2f, .power = 1, .floor = 0.05f},
            5));
}

template <Game G>
auto evaluator(const G& game, Tuning& tuning) {
    return flow(game, game, tuning);
}

}  // namespace isthmus::quadrant_trellis
