// Bridg-It (Gale 1958); rules 2.5. The readable definition is src/isthmus/games/bridgit.py.
#pragma once

#include "rules/contests.hpp"
#include "rules/parameters.hpp"
#include "rules/placement.hpp"
#include "rules/width.hpp"

namespace isthmus::bridgit {

// Bridges that share a dot. On a point in an even row Black's bridge is vertical and White's is horizontal; in an odd
// row it is the other way round. Diagonally adjacent points always share a dot of each side.
template <int W>
Links<W> links(const Grid& grid, Side side) {
    Links<W> links;
    for (int cell = 0; cell < grid.cells(); ++cell) {
        const int point = grid.point(cell);
        const int row = grid.row(point), column = grid.column(point);
        const bool vertical = (row % 2 == 0) == (side == Side::Black);
        const int along[2][2] = {{vertical ? 2 : 0, vertical ? 0 : 2}, {vertical ? -2 : 0, vertical ? 0 : -2}};
        const int diagonal[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
        const auto join = [&](const int (&step)[2]) {
            const int near = grid.at(row + step[0], column + step[1]);
            if (near >= 0) links.add(point, near);
        };
        for (const auto& step : along) join(step);
        for (const auto& step : diagonal) join(step);
    }
    return links;
}

// The points whose own bridge joins two dots of the same column. White sees the board after a quarter turn, which also
// turns its bridges, so these points are the same for both sides.
template <int W>
Bits<W> upright(const Grid& grid) {
    return grid.where<W>([](int row, int column) { return row % 2 == 0 && column % 2 == 0; });
}

inline Parameters::Declared declared() { return {{"size", every(3, 12)}, {"pie", {0, 1}}}; }

template <class Build>
auto build(const Parameters& parameters, Build&& build) {
    const int size = 2 * parameters.number("size") - 1;
    return with_width<2, 5, 11>(size * size, [&]<int W>() {
        const Grid grid(size, size, [](int row, int column) { return (row + column) % 2 == 0; });
        return build(Placement<W>({grid,
                                   {links<W>(grid, Side::Black), links<W>(grid, Side::White)},
                                   {square_contest<W>(grid, 0, 0, size)},
                                   1,
                                   parameters.number("pie"),
                                   {{"own bridges upright", upright<W>(grid)}}}));
    });
}

}  // namespace isthmus::bridgit
