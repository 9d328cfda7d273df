// The checkered board of Trellis: orthogonal links for both sides, diagonal ones across a side's home squares
// (rules 2.1). The upper-left square is dark; dark squares are Black's.
#pragma once

#include "rules/connect.hpp"
#include "rules/grid.hpp"

namespace isthmus {

// The owner of the square whose lower-left point is at (row, column), rows from the bottom, on size x size points.
constexpr Side home_of(int row, int column, int size) {
    return (row + column) % 2 == (size - 2) % 2 ? Side::Black : Side::White;
}

// The points whose own diagonal links go up to the right, or down to the left; at all other points they go the other
// way. White sees the board after a quarter turn, which also turns its diagonals. So both sides have the same points.
inline constexpr const char* rising_plane = "own diagonals rise";
template <int W>
Bits<W> rising(const Grid& grid) {
    return grid.where<W>([&](int row, int column) { return home_of(row, column, grid.rows()) == Side::Black; });
}

template <int W>
Links<W> checkered_links(const Grid& grid, Side side) {
    Links<W> links;
    const auto join = [&](int one, int two) {
        links.add(one, two);
        links.add(two, one);
    };
    const int size = grid.rows();
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column) {
            const int here = grid.at(row, column);
            if (column + 1 < size) join(here, grid.at(row, column + 1));
            if (row + 1 < size) join(here, grid.at(row + 1, column));
            if (row + 1 == size || column + 1 == size || home_of(row, column, size) != side) continue;
            join(here, grid.at(row + 1, column + 1));
            join(grid.at(row, column + 1), grid.at(row + 1, column));
        }
    return links;
}

}  // namespace isthmus
