// The knowledge of Quadrant Trellis: the currents of its five contests; docs/design/0005-current-flow.md.
#pragma once

#include "knowledge/flow/edge_currents.hpp"
#include "knowledge/placement/bundle.hpp"
#include "knowledge/placement/evaluator.hpp"

namespace isthmus::quadrant_trellis {

template <Game G>
struct Bundle;
template <int W>
struct Bundle<Placement<W>> : PlacementBundle<W> {
    static auto evaluator(const Placement<W>& game, Tuning& tuning) {
        const auto& grid = game.facts().grid;
        const int size = grid.rows(), quarter = (size + 1) / 2, far = size - quarter;
        std::vector<EdgeCurrents<W>> currents;  // in the order of five_contests()
        currents.push_back(checkered_currents<W>(grid, 0, 0, size));
        for (const int row : {0, far})
            for (const int column : {0, far}) currents.push_back(checkered_currents<W>(grid, row, column, quarter));
        return PlacementFlow<W, EdgeCurrents<W>>(game, std::move(currents),
                                                 FlowNumbers::read(tuning,
                                                                   {.scale = 1.6f,
                                                                    .quarter_scale = 1.6f,
                                                                    .tempo = 0.2f,
                                                                    .quarter_tempo = 0.2f,
                                                                    .power = 1,
                                                                    .floor = 0.05f},
                                                                   5));
    }
};

}  // namespace isthmus::quadrant_trellis
