// The currents of Bridg-It, between Black's dots; docs/design/0005-current-flow.md.
#pragma once

#include "knowledge/flow/edge_currents.hpp"

namespace isthmus::bridgit {

// Black's dots are at (odd row, even column). Those beyond the first and the last row of points are the terminals.
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

}  // namespace isthmus::bridgit
