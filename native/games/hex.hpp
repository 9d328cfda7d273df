// Hex (Hein 1942, Nash 1948); rules 2.4. The readable definition is src/isthmus/games/hex.py.
#pragma once

#include "rules/contests.hpp"
#include "rules/parameters.hpp"
#include "rules/placement.hpp"
#include "rules/width.hpp"

namespace isthmus::hex {

// The six neighbours on a rhombus whose rows run from the top: (row, column) steps.
inline constexpr int directions[6][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {-1, 1}, {1, -1}};

template <int W>
Links<W> links(const Grid& grid) {
    Links<W> links;
    for (int cell = 0; cell < grid.cells(); ++cell)
        for (const auto& [down, right] : directions) {
            const int point = grid.point(cell);
            const int near = grid.at(grid.row(point) + down, grid.column(point) + right);
            if (near >= 0) links.add(point, near);
        }
    return links;
}

inline Parameters::Declared declared() { return {{"size", every(3, 26)}, {"pie", {0, 1}}}; }

template <class Build>
auto build(const Parameters& parameters, Build&& build) {
    const int size = parameters.number("size");
    return with_width<2, 5, 11>(size * size, [&]<int W>() {
        const Grid grid(size, size);
        const auto neighbours = links<W>(grid);
        return build(Placement<W>(
            {grid, {neighbours, neighbours}, {square_contest<W>(grid, 0, 0, size)}, 1, parameters.number("pie")}));
    });
}

}  // namespace isthmus::hex
