// How likely a good player of Orbit is to place a stone on a point, by the stones around it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "eval/tuning.hpp"
#include "rules/enclose.hpp"
#include "rules/random.hpp"

namespace isthmus::orbit {

template <int W>
class Shape {
public:
    using Ring = typename Enclosure<W>::Ring;

    // Sums over the stones near each point, on a board with a margin, so that nothing needs a bound check.
    struct Sums {
        std::array<float, 25 * 25> at;
    };

    Shape(const Enclosure<W>& enclosure, int size, Tuning& tuning) : size_(size), wide_(size + 2 * reach) {
        for (int up = -reach; up <= reach; ++up)
            for (int right = -reach; right <= reach; ++right) {
                const int far = std::max(std::abs(up), std::abs(right)), near = std::min(std::abs(up), std::abs(right));
                const int place = (up + reach) * across + right + reach, kind = far * (far + 1) / 2 + near;
                around_[0][place] = own_near[kind];
                around_[1][place] = other_near[kind];
            }
        const auto heat = static_cast<float>(tuning.number("playout_heat", 0.5));
        groups_.resize(1 << 16);
        accepted_.resize(1 << 16);
        constexpr Ring orthogonal = 0b01011010;
        for (unsigned both = 0; both < 1 << 16; ++both) {
            const auto own = static_cast<Ring>(both >> 8), other = static_cast<Ring>(both);
            groups_[both] = groups[enclosure.taken_groups(own).count][enclosure.taken_groups(other).count];
            float logit = groups_[both];
            for (int i = 0; i < 8; ++i) {
                const int kind = orthogonal >> i & 1 ? 1 : 2;
                if (own >> i & 1) logit += own_near[kind];
                if (other >> i & 1) logit += other_near[kind];
            }
            accepted_[both] = static_cast<std::uint8_t>(255 * std::min(1.0f, std::exp(heat * (logit - 0.5f))));
        }
    }

    // By distance (larger, smaller)
    void add(Sums& sums, int point, bool own) const {
        const auto& around = around_[own ? 0 : 1];
        float* row = &sums.at[static_cast<std::size_t>(point / size_ * wide_ + point % size_)];
        for (int up = 0; up < across; ++up, row += wide_)
            for (int right = 0; right < across; ++right) row[right] += around[up * across + right];
    }
    float logit(const Sums& sums, int point, Ring own, Ring other) const {
        const int row = point / size_, column = point % size_;
        const int distance = std::min(std::min(row, column), std::min(size_ - 1 - row, size_ - 1 - column));
        return sums.at[static_cast<std::size_t>((row + reach) * wide_ + column + reach)] + groups_[own << 8 | other] +
               edges[std::min(distance, 4)];
    }
    bool accepts(Ring own, Ring other, Random& random) const {
        return static_cast<std::uint8_t>(random.next() >> 56) < accepted_[own << 8 | other];
    }

private:
    static constexpr int reach = 3, across = 2 * reach + 1;
    // By distance (larger, smaller): 00, 10, 11, 20, 21, 22, 30, 31, 32, 33
    static constexpr std::array<float, 10> own_near{0, -0.52f, 0, 0.09f, 0.19f, 0.11f, 0.04f, -0.05f, -0.04f, -0.08f};
    static constexpr std::array<float, 10> other_near{0,      -0.01f, -0.16f, -0.04f, -0.02f,
                                                      -0.09f, -0.01f, -0.07f, -0.08f, -0.07f};
    static constexpr std::array<float, 5> edges{-1.00f, -0.12f, 0.56f, 0.93f, 1.15f};
    // By the chains that the stone would join, and by those of the other colour that meet there
    static constexpr float groups[5][5] = {{-0.86f, -0.93f, -0.50f, -0.15f, 0.00f},
                                           {-0.85f, -0.27f, 0.69f, 0.96f, 0.96f},
                                           {-0.23f, 0.85f, 1.13f, 1.95f, 1.95f},
                                           {-0.10f, 0.60f, 1.0f, 1.95f, 1.95f},
                                           {-0.10f, 0.60f, 1.0f, 1.95f, 1.95f}};

    int size_, wide_;
    std::array<std::array<float, across * across>, 2> around_;
    std::vector<float> groups_;           // by both rings
    std::vector<std::uint8_t> accepted_;  // in 1/255
};

}  // namespace isthmus::orbit
