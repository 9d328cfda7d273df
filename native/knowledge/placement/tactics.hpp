// Decisions by one stone of each side, in the games of one stone a turn (rules/placement.hpp).
#pragma once

#include <bit>
#include <optional>

#include "knowledge/connections/connection.hpp"
#include "rules/placement.hpp"

namespace isthmus {

// Const and shared by threads.
template <int W>
class PlacementTactics {
public:
    using State = typename Placement<W>::State;

    explicit PlacementTactics(const typename Placement<W>::Facts& facts) : facts_(facts) {}

    struct Decision {
        std::optional<Side> winner;
        Bits<W> points;  // if any, only these need consideration
    };
    // For a state in which the colours have seats: a stone that wins at once, or otherwise the one that stops the
    // opponent's immediate win. A winning point of the opponent survives stones elsewhere, since both sides cannot win
    // a contest, so two such points are a win.
    Decision decide(const State& state) const {
        const auto mine = deciding_points(state, state.side);
        if (mine.any()) return {state.side, mine};
        const auto theirs = deciding_points(state, other(state.side));
        if (theirs.count() >= 2) return {other(state.side), theirs};
        return {std::nullopt, theirs};
    }
    bool open(const State& state, std::size_t contest) const { return !((state.won[0] | state.won[1]) >> contest & 1); }
    int needed(const State& state, Side side) const {
        return facts_.contests_to_win - std::popcount(state.won[index(side)]);
    }

private:
    Bits<W> deciding_points(const State& state, Side side) const {
        const auto empty = facts_.grid.template all<W>().minus(state.stones[0] | state.stones[1]);
        Overlaps<W> overlaps;
        for (std::size_t i = 0; i < facts_.contests.size(); ++i)
            if (open(state, i))
                overlaps.add(completing_points(facts_.contests[i], side, state.stones[index(side)],
                                               facts_.links[index(side)], empty));
        return overlaps.at_least[needed(state, side)];
    }

    const typename Placement<W>::Facts& facts_;
};

}  // namespace isthmus
