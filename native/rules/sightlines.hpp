// Sightlines: the cell board of Network, and the networks of stones that see each other (rules 5). The readable
// definition is src/isthmus/rules/sightlines.py.
#pragma once

#include <array>
#include <vector>

#include "rules/connect.hpp"
#include "rules/grid.hpp"

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

    // Whether at least `length` of the own stones form a network: a chain of different stones, each seeing the next,
    // the first in one goal area, the last in the other, none of the others in either, that turns at every inner stone.
    bool network(Side side, const Bits<W>& own, const Bits<W>& taken, int length) const {
        const auto& [start, finish] = goals_[index(side)];
        if (!own.meets(start) || !own.meets(finish)) return false;
        const auto inner = own.minus(start | finish);
        if (inner.count() < length - 2) return false;
        Search search{*this, inner, own & finish, taken, length - 2, {}};
        bool found = false;
        (own & start).each([&](int point) { found = found || search.prolong(point, -1, inner, 0); });
        return found;
    }

private:
    using Goals = std::array<Bits<W>, 2>;

    struct Search {
        struct Sight {
            std::array<std::int16_t, 8> to;  // by direction; -1: no inner or finishing stone
            bool known = false;
        };
        const CellBoard& board;
        Bits<W> inner, finish, taken;
        int needed;  // inner stones
        std::array<Sight, Bits<W>::capacity> sights;

        const Sight& sight(int point) {
            auto& sight = sights[point];
            if (sight.known) return sight;
            sight.known = true;
            for (int direction = 0; direction < 8; ++direction) {
                const int found = board.seen(point, direction, taken);
                const bool of_use = found >= 0 && (inner.test(found) || finish.test(found));
                sight.to[direction] = static_cast<std::int16_t>(of_use ? found : -1);
            }
            return sight;
        }
        // Extends a chain that ends on `point`, arrived at in a direction, by stones of `left`; it has `used` inner
        // stones.
        bool prolong(int point, int came, const Bits<W>& left, int used) {
            const auto& from = sight(point);
            for (int direction = 0; direction < 8; ++direction) {
                const int next = from.to[direction];
                if (next < 0 || direction == came) continue;
                if (finish.test(next)) {
                    if (used >= needed) return true;
                } else if (left.test(next)) {
                    auto rest = left;
                    rest.reset(next);
                    if (used + 1 + rest.count() >= needed && prolong(next, direction, rest, used + 1)) return true;
                }
            }
            return false;
        }
    };

    Grid grid_;
    Bits<W> all_;
    Links<W> links_;
    Goals goals_[2];
    std::vector<std::array<Bits<W>, 8>> rays_;
};

}  // namespace isthmus
