// Rows: the hexagonal board of Trinidad and the row moves on it (rules 4). The readable definition is
// src/isthmus/rules/rows.py.
#pragma once

#include <algorithm>
#include <array>

#include "rules/connect.hpp"
#include "rules/grid.hpp"

namespace isthmus {

// A row move: the row whose last piece is on `rear` moves `distance` fields, with all its pieces ahead of `rear`. So
// the last `distance` fields of the row become empty, and the same number of fields ahead of it, up to `front`, are
// filled.
struct RowMove {
    int rear;       // a point
    int direction;  // an index into hexagon_directions
    int distance;
    int front;
};

// Right, left, up-right, up-left, down-right, down-left, as (rows up, columns right).
inline constexpr int hexagon_directions[6][2] = {{0, 1}, {0, -1}, {1, 0}, {1, -1}, {-1, 1}, {-1, 0}};

template <int W>
class Hexagon {
public:
    explicit Hexagon(int side)
        // The grid has a spare column, so a step off the left or right edge leads to no field.
        : side_(side),
          grid_(2 * side - 1, 2 * side, [=](int r, int c) { return c < 2 * side - 1 && on_board(side, r, c); }),
          all_(grid_.all<W>()) {
        for (int i = 0; i < 6; ++i) step_[i] = hexagon_directions[i][0] * grid_.columns() + hexagon_directions[i][1];
        all_.each([&](int point) {
            for (const int step : step_)
                if (on(point + step)) links_.add(point, point + step);
        });
    }

    const Grid& grid() const { return grid_; }
    const Bits<W>& all() const { return all_; }
    const Links<W>& links() const { return links_; }

    // The cut fields divide the border into four parts. Opposite parts have the same colour; neighbouring parts share a
    // field.
    Contest<W> contest() const {
        const int middle = side_ - 1, top = 2 * side_ - 2;
        const auto part = [&](bool upper, bool left) {
            return grid_.where<W>([&](int r, int c) {
                if (upper ? r < middle : r > middle) return false;
                const auto [from, to] = columns(side_, r);
                if (c == (left ? from : to)) return true;
                const int along = 2 * (c - from) -
                                  (to - from);  // twice the distance from the middle of the row; negative on the left
                return r == (upper ? top : 0) && (left ? along <= 0 : along >= 0);
            });
        };
        return {all_, {{part(true, false), part(false, true)}, {part(true, true), part(false, false)}}};
    }

    // Whether a piece that landed may join separate chains: the pieces around it form two groups or more.
    bool parts_around(int point, const Bits<W>& own) const {
        constexpr int around[6] = {0, 2, 3, 1, 5, 4};
        unsigned ring = 0;
        for (int i = 0; i < 6; ++i) ring |= static_cast<unsigned>(held(point + step_[around[i]], own)) << i;
        const unsigned turned = ring << 1 | ring >> 5;
        return std::popcount((ring & ~turned) & 63u) >= 2;
    }

    // Calls found(move) for each row move of the piece on `rear` in a direction, the shortest first.
    template <class Found>
    void each_move(int rear, int direction, const Bits<W>& own, const Bits<W>& taken, Found&& found) const {
        const int step = step_[direction];
        int length = 0, at = rear;
        for (; held(at, own); at += step) ++length;
        for (int distance = 1; distance <= length && on(at) && !taken.test(at); ++distance, at += step)
            found(RowMove{rear, direction, distance, at});
    }
    RowMove move(int rear, int direction, int distance, const Bits<W>& own) const {
        int at = rear;
        while (held(at, own)) at += step_[direction];
        return {rear, direction, distance, at + (distance - 1) * step_[direction]};
    }
    // Calls change(left, entered) for each pair of fields that the move empties and fills.
    template <class Change>
    void each_change(const RowMove& move, Change&& change) const {
        const int step = step_[move.direction];
        for (int i = 0; i < move.distance; ++i) change(move.rear + i * step, move.front - i * step);
    }

private:
    static std::pair<int, int> columns(int side, int row) {
        return {std::max(0, side - 1 - row), std::min(2 * side - 2, 3 * side - 3 - row)};
    }
    static bool on_board(int side, int row, int column) {
        const auto [from, to] = columns(side, row);
        return column >= from && column <= to;
    }
    static bool held(int point, const Bits<W>& own) {
        return point >= 0 && point < Bits<W>::capacity && own.test(point);
    }
    bool on(int point) const { return held(point, all_); }

    int side_;
    Grid grid_;
    Bits<W> all_;
    Links<W> links_;
    std::array<int, 6> step_;
};

}  // namespace isthmus
