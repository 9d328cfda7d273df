// StoneSets: all sets of a given number of stones of a colour that the rules allow, with numbers, and their images
// under symmetries.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "board/bits.hpp"

namespace isthmus {

// The image of each point, or -1 if there is no such point.
using PointMap = std::vector<int>;

template <int W>
Bits<W> image(const Bits<W>& stones, const PointMap& to) {
    Bits<W> out;
    stones.each([&](int point) { out.set(to[point]); });
    return out;
}

template <int W>
class StoneSets {
public:
    // The number of ways to choose `count` of the points.
    static double choices(int points, int count) {
        double product = 1;
        for (int i = 0; i < count; ++i) product = product * (points - i) / (i + 1);
        return std::round(std::max(product, 0.0));
    }

    // The sets of `count` points of `room` with `allowed(set)`, which must then also be true of all their subsets. All
    // ways to choose points must fit into memory.
    template <class Allowed>
    StoneSets(const Bits<W>& room, int count, Allowed&& allowed) : place_(Bits<W>::capacity, -1) {
        std::vector<int> points;
        room.each([&](int point) {
            place_[point] = static_cast<int>(points.size());
            points.push_back(point);
        });
        const int many = static_cast<int>(points.size());
        ways_.assign(count + 1, std::vector<int>(many + 1, 0));
        for (int n = 0; n <= count; ++n)
            for (int p = 0; p <= many; ++p) ways_[n][p] = static_cast<int>(std::min(choices(p, n), 1e9));
        numbers_.assign(static_cast<std::size_t>(choices(many, count)), -1);
        Bits<W> set;
        fill(points, 0, count, set, allowed);
    }

    int size() const { return static_cast<int>(sets_.size()); }
    const Bits<W>& operator[](int number) const { return sets_[number]; }
    // The number of a set of points of the room; -1 if the rules forbid the set.
    int number(const Bits<W>& set) const { return numbers_[rank(set)]; }

private:
    std::size_t rank(const Bits<W>& set) const {
        std::size_t rank = 0;
        int nth = 0;
        set.each([&](int point) { rank += static_cast<std::size_t>(ways_[++nth][place_[point]]); });
        return rank;
    }
    template <class Allowed>
    void fill(const std::vector<int>& points, std::size_t from, int left, Bits<W>& set, Allowed&& allowed) {
        if (left == 0) {
            numbers_[rank(set)] = size();
            sets_.push_back(set);
            return;
        }
        for (auto i = from; i < points.size(); ++i) {
            set.set(points[i]);
            if (allowed(set)) fill(points, i + 1, left - 1, set, allowed);
            set.reset(points[i]);
        }
    }

    std::vector<int> place_;              // by point: its index in the room
    std::vector<std::vector<int>> ways_;  // [n][p]: the number of sets of n of p points
    std::vector<int> numbers_;            // by rank
    std::vector<Bits<W>> sets_;
};

}  // namespace isthmus
