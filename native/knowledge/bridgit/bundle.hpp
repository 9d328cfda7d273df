// The knowledge of Bridg-It: the current between Black's dots; docs/design/0005-current-flow.md.
#pragma once

#include "games/bridgit.hpp"
#include "knowledge/flow/edge_currents.hpp"
#include "knowledge/placement/evaluator.hpp"

namespace isthmus::bridgit {

// Black's dots stand at (odd row, even column); those beyond the first and the last row of points are the terminals.
template <int W>
EdgeCurrents<W> currents(const Grid& grid) {
    const int order = (grid.rows() + 1) / 2;
    const auto node = [&](int row, int column) {
        if (row < 0) return CircuitShape::source;
        if (row >= grid.rows()) return CircuitShape::sink;
        return (row - 1) / 2 * order + column / 2;
    };
    std::vector<PointEdge> edges;
    for (int cell = 0; cell < grid.cells(); ++cell) {
        const int point = grid.point(cell);
        const int row = grid.row(point), column = grid.column(point);
        if (row % 2 == 0)
            edges.push_back({point, node(row - 1, column), node(row + 1, column)});
        else
            edges.push_back({point, node(row, column - 1), node(row, column + 1)});
    }
    return {(order - 1) * order, std::move(edges)};
}

template <Game G, int W>
auto flow(const G& game, const Placement<W>& rules, Tuning& tuning) {
    return PlacementFlow<G, W, EdgeCurrents<W>>(
        game, {currents<W>(rules.facts().grid)},
        FlowNumbers::read(tuning, {.scale = 1, .tempo = 0.2f, .power = 2, .floor = 0.05f}, 1));
}

template <Game G>
auto evaluator(const G& game, Tuning& tuning) {
    return flow(game, game, tuning);
}

}  // namespace isthmus::bridgit
