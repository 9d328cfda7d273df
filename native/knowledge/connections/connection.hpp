// Shared by the evaluators of the connection games: stones that decide a contest, the chance of winning a majority of
// contests, and weights from scores.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "rules/connect.hpp"

namespace isthmus {

// The empty points on which one stone of a side joins its two goals.
template <int W>
Bits<W> completing_points(const Contest<W>& contest, Side side, const Bits<W>& stones, const Links<W>& links,
                          const Bits<W>& empty) {
    const auto held = stones & contest.region;
    const auto& [from, to] = contest.goals[index(side)];
    const auto near_from = from | links.neighbours(links.chain(held & from, held));
    const auto near_to = to | links.neighbours(links.chain(held & to, held));
    return empty & contest.region & near_from & near_to;
}

// The points that are in at least one, at least two, and at least three of several sets.
template <int W>
struct Overlaps {
    Bits<W> at_least[4];  // [0] is not used
    void add(const Bits<W>& set) {
        at_least[3] |= at_least[2] & set;
        at_least[2] |= at_least[1] & set;
        at_least[1] |= set;
    }
};

// Contests as independent coins: the probability that Black wins at least `needed` of them.
class Majority {
public:
    static constexpr int most = 5;

    void clear() { count_ = 0; }
    void add(float chance) { chance_[count_++] = chance; }
    float chance(int needed) const { return at_least(needed, -1); }
    // The importance of one contest: the derivative of the total chance with respect to the logarithm of its odds.
    float slope(int contest, int needed) const {
        const float chance = chance_[contest];
        return (at_least(needed - 1, contest) - at_least(needed, contest)) * chance * (1 - chance);
    }

private:
    float at_least(int needed, int left_out) const {
        float exactly[most + 1] = {1};
        int seen = 0;
        for (int i = 0; i < count_; ++i) {
            if (i == left_out) continue;
            ++seen;
            for (int won = seen; won >= 0; --won)
                exactly[won] = exactly[won] * (1 - chance_[i]) + (won > 0 ? exactly[won - 1] * chance_[i] : 0);
        }
        float sum = 0;
        for (int won = std::max(needed, 0); won <= seen; ++won) sum += exactly[won];
        return sum;
    }
    float chance_[most];
    int count_ = 0;
};

// Turns scores (not negative) into weights: score^power plus a part of the mean, so that no step is neglected.
inline void weigh(std::span<float> weights, float power, float floor) {
    float sum = 0;
    for (float& weight : weights) sum += weight = std::pow(weight, power);
    const float least = floor * sum / static_cast<float>(weights.size()) + 1e-20f;
    for (float& weight : weights) weight += least;
}

}  // namespace isthmus
