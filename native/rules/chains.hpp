// Chains of one colour on a square board, diagonals included, as a union-find forest (Galler and Fischer 1964). It
// shows at once whether a stone may enclose anything, so most floods are unnecessary.
#pragma once

#include <array>

#include "rules/enclose.hpp"

namespace isthmus {

template <int W>
class Chains {
public:
    void find_all(const Enclosure<W>& enclosure, const Bits<W>& stones) {
        for (int i = 0; i < nodes; ++i) parent_[i] = static_cast<std::int16_t>(i);
        Bits<W> seen;
        stones.each([&](int point) {
            join(enclosure, point, enclosure.ring(seen, point));
            seen.set(point);
        });
    }

    // Call this after a stone lands. `ring`: the stones of its colour around it. Returns whether it may enclose
    // something new. If stones were taken off, the chains that they joined still count as one, so `false` is always
    // right.
    //
    // The four sides also count as chains. Away from the sides, a stone that joins only different chains makes no new
    // region of the plane that these chains divide. So if it cuts a region of the board in two, both parts lead to the
    // outside through a corner between two sides, and are open. On a side, the stone may cover the last place where a
    // region touched that side; chains do not show this.
    bool join(const Enclosure<W>& enclosure, int point, std::uint8_t ring) {
        bool circle = enclosure.on_side(point);
        for (int side = 0; circle && side < 4; ++side)
            if (enclosure.side(side).test(point)) unite(point, Bits<W>::capacity + side);
        const auto& groups = enclosure.taken_groups(ring);
        for (int i = 0; i < groups.count; ++i) {
            const int near = enclosure.near(point, groups.member[i]);
            if (near >= 0) circle |= !unite(point, near);
        }
        return circle;
    }

private:
    static constexpr int nodes = Bits<W>::capacity + 4;

    int root(int node) {
        while (parent_[node] != node) {
            parent_[node] = parent_[parent_[node]];
            node = parent_[node];
        }
        return node;
    }
    // False if they already belonged together.
    bool unite(int one, int two) {
        one = root(one);
        two = root(two);
        if (one == two) return false;
        parent_[one] = static_cast<std::int16_t>(two);
        return true;
    }

    std::array<std::int16_t, nodes> parent_;
};

}  // namespace isthmus
