// How far a side is from winning: the stones that it still has to place, if the opponent did nothing. It orders a
// search for a proof, and proves nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "games/trellis.hpp"
#include "games/trinidad.hpp"
#include "rules/placement.hpp"

namespace isthmus {

inline constexpr int out_of_reach = 64;

// Breadth first from one goal to the other: own stones cost nothing, empty points one, the opponent's cannot be passed.
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

// The distances of (Black, White) for one game; none for a game that is not about connection.
template <Game G>
class Distances {
public:
    explicit Distances(const G&) {}
    std::array<int, 2> operator()(const typename G::State&) const { return {}; }
};

template <int W>
class Distances<Placement<W>> {
public:
    explicit Distances(const Placement<W>& game) : game_(game) {}
    // Of the contests that a side has not won, it needs the nearest ones.
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

template <int W>
class Distances<trellis::Trellis<W>> {
public:
    explicit Distances(const trellis::Trellis<W>& game) : Distances(Grid(size(game), size(game))) {}
    std::array<int, 2> operator()(const typename trellis::Trellis<W>::State& state) const {
        return {distance(contest_, links_[0], Side::Black, state.stones[0], state.stones[1]),
                distance(contest_, links_[1], Side::White, state.stones[1], state.stones[0])};
    }

private:
    explicit Distances(const Grid& grid)
        : contest_(square_contest<W>(grid, 0, 0, grid.rows())),
          links_{checkered_links<W>(grid, Side::Black), checkered_links<W>(grid, Side::White)} {}
    static int size(const trellis::Trellis<W>& game) {
        return static_cast<int>(std::lround(std::sqrt(game.ids().cells)));
    }
    Contest<W> contest_;
    Links<W> links_[2];
};

template <int W>
class Distances<trinidad::Trinidad<W>> {
public:
    explicit Distances(const trinidad::Trinidad<W>& game) : game_(game) {}
    std::array<int, 2> operator()(const typename trinidad::Trinidad<W>::State& state) const {
        const auto of = [&](Side side) {
            return distance(game_.contest(), game_.board().links(), side, state.stones[index(side)],
                            state.stones[index(other(side))]);
        };
        return {of(Side::Black), of(Side::White)};
    }

private:
    const trinidad::Trinidad<W>& game_;
};

}  // namespace isthmus
