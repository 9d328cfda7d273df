// The distance of the sides from winning a placement game.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "knowledge/connections/distance.hpp"
#include "rules/placement.hpp"

namespace isthmus {

template <int W>
class PlacementDistance {
public:
    explicit PlacementDistance(const Placement<W>& game) : game_(game) {}
    // The sum over the nearest contests that a side still needs.
    std::array<int, 2> operator()(const typename Placement<W>::State& state) const {
        std::array<int, 2> sums{};
        const auto& facts = game_.facts();
        for (const Side side : {Side::Black, Side::White}) {
            std::array<int, most_contests> far;
            far.fill(out_of_reach);
            for (std::size_t i = 0; i < facts.contests.size(); ++i)
                if (!(state.won[index(side)] >> i & 1))
                    far[i] = distance(facts.contests[i], facts.links[index(side)], side, state.stones[index(side)],
                                      state.stones[index(other(side))]);
            std::sort(far.begin(), far.end());
            const int needed = facts.contests_to_win - std::popcount(state.won[index(side)]);
            for (int i = 0; i < needed; ++i) sums[index(side)] += far[i];
        }
        return sums;
    }

private:
    static constexpr int most_contests = 8;  // as many as a state has bits for
    const Placement<W>& game_;
};

}  // namespace isthmus
