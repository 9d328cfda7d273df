// Contests on rows and columns: the whole board, and with its quarters the five contests of the Quadrant games.
#pragma once

#include "rules/connect.hpp"
#include "rules/grid.hpp"

namespace isthmus {

// Black top to bottom, White left to right, on the rows [row, row + size) and columns [column, column + size).
template <int W>
Contest<W> square_contest(const Grid& grid, int row, int column, int size) {
    const auto inside = [=](int r, int c) { return r >= row && r < row + size && c >= column && c < column + size; };
    const auto line = [&](auto&& on) { return grid.where<W>([&](int r, int c) { return inside(r, c) && on(r, c); }); };
    return {
        grid.where<W>(inside),
        {{line([&](int r, int) { return r == row; }), line([&](int r, int) { return r == row + size - 1; })},
         {line([&](int, int c) { return c == column; }), line([&](int, int c) { return c == column + size - 1; })}}};
}

// The full board and its four quarters of `quarter` rows and columns each, which may share their middle lines.
template <int W>
std::vector<Contest<W>> five_contests(const Grid& grid, int quarter) {
    const int size = grid.rows();
    const int far = size - quarter;
    return {square_contest<W>(grid, 0, 0, size), square_contest<W>(grid, 0, 0, quarter),
            square_contest<W>(grid, 0, far, quarter), square_contest<W>(grid, far, 0, quarter),
            square_contest<W>(grid, far, far, quarter)};
}

}  // namespace isthmus
