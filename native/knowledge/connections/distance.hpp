// A side's distance from winning a contest: the number of stones that it would need if the opponent did nothing. It
// orders the search for a proof, but proves nothing.
#pragma once

#include "rules/connect.hpp"

namespace isthmus {

inline constexpr int out_of_reach = 64;

// Breadth first from one goal to the other. Own stones cost 0, empty points cost 1, the opponent's stones block.
template <int W>
int distance(const Contest<W>& contest, const Links<W>& links, Side side, const Bits<W>& own, const Bits<W>& theirs) {
    const auto& [from, to] = contest.goals[index(side)];
    const auto open = contest.region.minus(theirs);
    const auto held = own & contest.region;
    auto reached = links.chain(held & from, held);
    for (int stones = 0;; ++stones) {
        if (reached.meets(to)) return stones;
        const auto next = (links.neighbours(reached) | from) & open;
        const auto wider = links.chain(reached | next, reached | next | held);
        if (wider == reached) return out_of_reach;
        reached = wider;
    }
}

}  // namespace isthmus
