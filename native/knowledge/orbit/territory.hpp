// The points where a stone would close an orbit or half-orbit at once, and what it gains (Orbit, rules 3).
#pragma once

#include <array>

#include "rules/enclose.hpp"

namespace isthmus {

// The chains of one colour and the sides of the board that they touch, by label: a stone that joins two places of one
// label closes a ring, and only then can it enclose more.
template <int W>
class Closures {
public:
    // Calls `found(point, gain)` for each of `points` where a stone of the colour with these stones would enclose more:
    // the gain is the number of newly enclosed points.
    template <class Found>
    void find(const Enclosure<W>& enclosure, const Bits<W>& stones, const Enclosed<W>& enclosed, const Bits<W>& points,
              Found&& found) {
        label(enclosure, stones);
        points.minus(enclosed.points).each([&](int point) {
            const auto ring = enclosure.ring(stones, point);
            if (!joins_a_ring(enclosure, point, ring) || !enclosure.may_part(point, ring)) return;
            auto after = enclosed;
            auto with = stones;
            with.set(point);
            if (!enclosure.land(after, with, point, true)) return;
            const int gain = after.points.minus(enclosed.points).count();
            if (gain > 0) found(point, gain);
        });
    }

private:
    static constexpr int sides = 4;

    void label(const Enclosure<W>& enclosure, const Bits<W>& stones) {
        for (int side = 0; side < sides; ++side) same_[side] = static_cast<std::int16_t>(side);
        int labels = sides;
        for (auto left = stones; left.any(); ++labels) {
            same_[labels] = static_cast<std::int16_t>(labels);
            int waiting = 0;
            const auto reach = [&](int point) {
                left.reset(point);
                label_[point] = static_cast<std::int16_t>(labels);
                waiting_[waiting++] = static_cast<std::int16_t>(point);
            };
            reach(left.first());
            while (waiting) {
                const int point = waiting_[--waiting];
                for (int side = 0; enclosure.on_side(point) && side < sides; ++side)
                    if (enclosure.side(side).test(point)) same_[root(side)] = static_cast<std::int16_t>(root(labels));
                for (int i = 0; i < 8; ++i) {
                    const int near = enclosure.near(point, i);
                    if (near >= 0 && left.test(near)) reach(near);
                }
            }
        }
    }
    int root(int label) const {
        while (same_[label] != label) label = same_[label];
        return label;
    }
    bool joins_a_ring(const Enclosure<W>& enclosure, int point, std::uint8_t ring) const {
        std::array<int, 6> met;  // labels
        int count = 0;
        const auto meet = [&](int label) {
            for (int i = 0; i < count; ++i)
                if (met[i] == label) return true;
            met[count++] = label;
            return false;
        };
        for (int side = 0; enclosure.on_side(point) && side < sides; ++side)
            if (enclosure.side(side).test(point) && meet(root(side))) return true;
        const auto& groups = enclosure.taken_groups(ring);
        for (int i = 0; i < groups.count; ++i) {
            const int near = enclosure.near(point, groups.member[i]);
            if (near >= 0 && meet(root(label_[near]))) return true;
        }
        return false;
    }

    std::array<std::int16_t, Bits<W>::capacity> label_;
    std::array<std::int16_t, Bits<W>::capacity> waiting_;
    std::array<std::int16_t, Bits<W>::capacity + sides> same_;  // a forest over the labels; a root points to itself
};

}  // namespace isthmus
