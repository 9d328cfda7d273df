// The probability that a good player of Orbit places a stone on a point, by the stones around it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "rules/enclose.hpp"

namespace isthmus::orbit {

template <int W>
class Shape {
public:
    using Ring = typename Enclosure<W>::Ring;

    // Sums over the stones near each point, on a board with a margin, so that no bounds need checking.
    struct Sums {
        std::array<float, 25 * 25> at;
    };

    Shape(const Enclosure<W>& enclosure, int size) : size_(size), wide_(size + 2 * reach) {
        for (int up = -reach; up <= reach; ++up)
            for (int right = -reach; right <= reach; ++right) {
                const int far = std::max(std::abs(up), std::abs(right)), near = std::min(std::abs(up), std::abs(right));
                const int place = (up + reach) * across + right + reach, kind = far * (far + 1) / 2 + near;
                around_[0][place] = own_near[kind];
                around_[1][place] = other_near[kind];
            }
        groups_.resize(1 << 16);
        for (unsigned both = 0; both < 1 << 16; ++both) {
            const auto own = static_cast<Ring>(both >> 8), other = static_cast<Ring>(both);
            groups_[both] = groups[enclosure.taken_groups(own).count][enclosure.taken_groups(other).count];
        }
    }

    // A stone's share in the sums of the points near it.
    void add(Sums& sums, int point, bool own) const {
        const auto& around = around_[own ? 0 : 1];
        float* row = &sums.at[static_cast<std::size_t>(point / size_ * wide_ + point % size_)];
        for (int up = 0; up < across; ++up, row += wide_)
            for (int right = 0; right < across; ++right) row[right] += around[up * across + right];
    }
    // The logarithm of a point's weight; own, other: the rings of the colours around it.
    float logit(const Sums& sums, int point, Ring own, Ring other) const {
        const int row = point / size_, column = point % size_;
        const int distance = std::min(std::min(row, column), std::min(size_ - 1 - row, size_ - 1 - column));
        return sums.at[static_cast<std::size_t>((row + reach) * wide_ + column + reach)] + groups_[own << 8 | other] +
               edges[std::min(distance, 7)];
    }

private:
    static constexpr int reach = 3, across = 2 * reach + 1;
    // The weights of a logistic choice among the open points (Coulom 2007 learns such patterns from games), fitted to
    // the visits of searches. By distance (larger, smaller): 00, 10, 11, 20, 21, 22, 30, 31, 32, 33.
    static constexpr std::array<float, 10> own_near{0, -0.65f, 0.05f, 0.07f, 0.2f, 0.1f, 0.02f, -0.06f, -0.02f, -0.08f};
    static constexpr std::array<float, 10> other_near{0,      -0.12f, -0.08f, -0.02f, 0.02f,
                                                      -0.04f, 0,      -0.08f, -0.09f, -0.11f};
    // By distance from the nearest side of the board
    static constexpr std::array<float, 8> edges{-1.2f, -0.4f, 0.1f, 0.35f, 0.6f, 0.65f, 0.7f, 0.8f};
    // By the number of chains that the stone joins, and of the other colour's chains that it touches
    static constexpr float groups[5][5] = {{-1.6f, -1.15f, -0.6f, -0.35f, -0.3f},
                                           {-0.7f, 0.05f, 0.85f, 1.1f, 1.1f},
                                           {0.0f, 1.1f, 1.5f, 1.9f, 1.9f},
                                           {-0.05f, 0.7f, 1.7f, 1.9f, 1.9f},
                                           {-0.2f, 0.5f, 1.5f, 1.9f, 1.9f}};

    int size_, wide_;
    std::array<std::array<float, across * across>, 2> around_;
    std::vector<float> groups_;  // by both rings
};

}  // namespace isthmus::orbit
