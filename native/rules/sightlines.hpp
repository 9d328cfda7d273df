// Sightlines: the cell board of Network, and the networks of stones that see each other (rules 5). The readable
// definition is src/isthmus/rules/sightlines.py.
#pragma once

#include <array>
#include <cassert>
#include <vector>

#include "rules/connect.hpp"
#include "rules/grid.hpp"
#include "rules/turning_paths.hpp"

namespace isthmus {

template <int W>
class CellBoard {
public:
    // Directions in four pairs: i and i ^ 1 are opposite, and even ones lead to higher points.
    static constexpr int directions[8][2] = {{0, 1}, {0, -1}, {1, -1}, {-1, 1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}};

    explicit CellBoard(int size)
        : grid_(size, size, [=](int r, int c) { return (r > 0 && r < size - 1) || (c > 0 && c < size - 1); }),
          all_(grid_.all<W>()),
          rays_(static_cast<std::size_t>(size * size)) {
        const int last = size - 1;
        goals_[0] = {grid_.where<W>([](int r, int) { return r == 0; }),
                     grid_.where<W>([=](int r, int) { return r == last; })};
        goals_[1] = {grid_.where<W>([](int, int c) { return c == 0; }),
                     grid_.where<W>([=](int, int c) { return c == last; })};
        all_.each([&](int point) {
            for (int direction = 0; direction < 8; ++direction) {
                const auto [up, right] = directions[direction];
                int at = grid_.at(grid_.row(point) + up, grid_.column(point) + right);
                if (at >= 0) links_.add(point, at);
                for (; at >= 0; at = grid_.at(grid_.row(at) + up, grid_.column(at) + right))
                    rays_[point][direction].set(at);
            }
        });
    }

    const Grid& grid() const { return grid_; }
    const Bits<W>& all() const { return all_; }
    const Links<W>& links() const { return links_; }  // the eight neighbours
    Bits<W> near(int point) const { return links_.neighbours(Bits<W>::of(point)); }
    const std::array<Bits<W>, 2>& goals(Side side) const { return goals_[index(side)]; }
    // The cells where a colour may have stones: not in an enemy goal area.
    Bits<W> open_to(Side side) const {
        const auto& [first, second] = goals_[index(other(side))];
        return all_.minus(first | second);
    }

    // The first stone that a cell sees in a direction, or -1.
    int seen(int point, int direction, const Bits<W>& taken) const {
        const auto blockers = rays_[point][direction] & taken;
        if (blockers.none()) return -1;
        return direction % 2 ? blockers.last() : blockers.first();
    }

    // Whether a stone that landed on a cell can be part of a network. An end must see one friend, an inner stone two.
    bool may_belong(int landed, Side side, const Bits<W>& own, const Bits<W>& taken) const {
        int friends = 0;
        for (int direction = 0; direction < 8; ++direction) {
            const int found = seen(landed, direction, taken);
            friends += found >= 0 && own.test(found);
        }
        const auto& [start, finish] = goals_[index(side)];
        return friends >= 2 || (friends == 1 && (start | finish).test(landed));
    }
    // Whether two of the stones see each other through a cell that has become empty.
    bool sees_through(int left, const Bits<W>& own, const Bits<W>& taken) const {
        for (int direction = 0; direction < 8; direction += 2) {
            const int one = seen(left, direction, taken);
            if (one < 0 || !own.test(one)) continue;
            const int two = seen(left, direction + 1, taken);
            if (two >= 0 && own.test(two)) return true;
        }
        return false;
    }

    // All cells in a direction.
    const Bits<W>& ray(int point, int direction) const { return rays_[point][direction]; }
    // The cells strictly between two on a line.
    Bits<W> between(int from, int direction, int to) const {
        auto cells = rays_[from][direction].minus(rays_[to][direction]);
        cells.reset(to);
        return cells;
    }

    // Whether at least `length` of the own stones form a network: a chain of different stones, each seeing the next,
    // that turns at every inner stone. The first is in one goal area, the last in the other, none of the others in
    // either. If so, and if `cells` is given, it becomes the cells that one network needs: its stones and the empty
    // cells between them.
    bool network(Side side, const Bits<W>& own, const Bits<W>& taken, int length, Bits<W>* cells = nullptr) const {
        const auto& [start, finish] = goals_[index(side)];
        if (!own.meets(start) || !own.meets(finish)) return false;
        const auto inner = own.minus(start | finish);
        if (inner.count() < length - 2) return false;
        Search search(*this, inner, own & start, own & finish, taken, length - 2);
        if (!search.find()) return false;
        if (cells) *cells = search.cells();
        return true;
    }

private:
    using Goals = std::array<Bits<W>, 2>;

    // Tries chains one after the other. This is almost always the fastest way to an answer. If there are too many,
    // TurningPaths looks ahead.
    class Search {
    public:
        Search(const CellBoard& board, const Bits<W>& inner, const Bits<W>& start, const Bits<W>& finish,
               const Bits<W>& taken, int needed)
            : board_(board), inner_(inner), start_(start), finish_(finish), taken_(taken), needed_(needed) {}

        bool find() {
            bool found = false;
            start_.each([&](int point) { found = found || prolong(point, -1, inner_, 0); });
            return found || (steps_left_ < 0 && look_ahead());
        }
        // After `find` has succeeded: the stones of the network and the cells between them.
        Bits<W> cells() const {
            Bits<W> cells;
            for (int i = 0; i < sights_found_; ++i) {
                const auto [point, direction] = found_[i];
                const int seen = board_.seen(point, direction, taken_);
                cells |= board_.between(point, direction, seen);
                cells.set(point);
                cells.set(seen);
            }
            return cells;
        }

    private:
        static constexpr int step_limit = 20'000;

        struct Sight {
            std::int16_t point;
            std::int8_t direction;
        };

        // By direction: the inner or finishing stone that a stone sees, or -1.
        const std::array<std::int16_t, 8>& sight(int point) {
            auto& sight = sights_[point];
            if (known_.test(point)) return sight;
            known_.set(point);
            for (int direction = 0; direction < 8; ++direction) {
                const int found = board_.seen(point, direction, taken_);
                const bool of_use = found >= 0 && (inner_.test(found) || finish_.test(found));
                sight[direction] = static_cast<std::int16_t>(of_use ? found : -1);
            }
            return sight;
        }
        // Extends a chain that ends on `point`, arrived at in a direction, by stones of `left`; it has `used` inner
        // stones.
        // GCC would inline some levels of the recursion, which makes playouts slower by up to a quarter.
        [[gnu::noinline]] bool prolong(int point, int came, const Bits<W>& left, int used) {
            if (--steps_left_ < 0) return false;
            const auto& from = sight(point);
            for (int direction = 0; direction < 8; ++direction) {
                const int next = from[direction];
                if (next < 0 || direction == came) continue;
                if (finish_.test(next)) {
                    if (used < needed_) continue;
                } else {
                    if (!left.test(next)) continue;
                    auto rest = left;
                    rest.reset(next);
                    if (!prolong(next, direction, rest, used + 1)) continue;
                }
                add(point, direction);
                return true;
            }
            return false;
        }

        bool look_ahead() {
            assert(inner_.count() <= Sights::most);
            std::array<int, Sights::most> points;
            std::array<std::int8_t, Bits<W>::capacity> stone_at;
            Sights sights{};
            inner_.each([&](int point) {
                points[sights.stones] = point;
                stone_at[point] = static_cast<std::int8_t>(sights.stones++);
            });
            for (int stone = 0; stone < sights.stones; ++stone) {
                for (int direction = 0; direction < 8; ++direction) {
                    const int found = board_.seen(points[stone], direction, taken_);
                    const auto here = static_cast<std::uint8_t>(1 << direction);
                    auto& to = sights.to[stone][direction] = Sights::nothing;
                    if (found < 0) continue;
                    if (inner_.test(found)) to = stone_at[found];
                    if (start_.test(found)) sights.goal[0][stone] |= here;
                    if (finish_.test(found)) sights.goal[1][stone] |= here;
                }
            }
            TurningPaths paths(sights);
            if (!paths.find(needed_)) return false;
            for (const auto& [stone, direction] : paths.path()) add(points[stone], direction);
            return true;
        }

        void add(int point, int direction) {
            found_[sights_found_++] = {static_cast<std::int16_t>(point), static_cast<std::int8_t>(direction)};
        }

        const CellBoard& board_;
        const Bits<W> inner_, start_, finish_, taken_;
        const int needed_;  // inner stones
        int steps_left_ = step_limit;
        Bits<W> known_;
        std::array<std::array<std::int16_t, 8>, Bits<W>::capacity> sights_;
        int sights_found_ = 0;
        std::array<Sight, Sights::most> found_;  // the sights along the network, in no order
    };

    Grid grid_;
    Bits<W> all_;
    Links<W> links_;
    Goals goals_[2];
    std::vector<std::array<Bits<W>, 8>> rays_;
};

}  // namespace isthmus
