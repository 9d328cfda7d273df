// Grid: cells (numbered as in Python) on a rectangle of points (bits of a bit set). Both are row-major, so both ascend.
#pragma once

#include <vector>

#include "board/bits.hpp"
#include "rules/types.hpp"

namespace isthmus {

class Grid {
public:
    // All points of a rectangle for which `exists(row, column)`, in row-major order.
    template <class Exists>
    Grid(int rows, int columns, Exists&& exists) : rows_(rows), columns_(columns), cell_(rows * columns, -1) {
        for (int point = 0; point < rows * columns; ++point)
            if (exists(point / columns, point % columns)) {
                cell_[point] = static_cast<Cell>(point_.size());
                point_.push_back(point);
            }
    }
    Grid(int rows, int columns) : Grid(rows, columns, [](int, int) { return true; }) {}

    int rows() const { return rows_; }
    int columns() const { return columns_; }
    int cells() const { return static_cast<int>(point_.size()); }
    int point(int cell) const { return point_[cell]; }
    Cell cell(int point) const { return cell_[point]; }
    int row(int point) const { return point / columns_; }
    int column(int point) const { return point % columns_; }
    // The point at a row and column, or -1 if the board has none there.
    int at(int row, int column) const {
        if (row < 0 || row >= rows_ || column < 0 || column >= columns_) return -1;
        const int point = row * columns_ + column;
        return cell_[point] < 0 ? -1 : point;
    }
    template <int W>
    Bits<W> all() const {
        Bits<W> bits;
        for (const int point : point_) bits.set(point);
        return bits;
    }
    template <int W, class Wanted>
    Bits<W> where(Wanted&& wanted) const {  // the points for which wanted(row, column)
        Bits<W> bits;
        for (const int point : point_)
            if (wanted(row(point), column(point))) bits.set(point);
        return bits;
    }
    template <int W>
    std::vector<Cell> cells_of(const Bits<W>& bits) const {
        std::vector<Cell> cells;
        bits.each([&](int point) { cells.push_back(cell_[point]); });
        return cells;
    }
    template <int W>
    Bits<W> points_of(const std::vector<Cell>& cells) const {
        Bits<W> bits;
        for (const Cell cell : cells) bits.set(point_[cell]);
        return bits;
    }

private:
    int rows_, columns_;
    std::vector<Cell> cell_;
    std::vector<int> point_;
};

}  // namespace isthmus
