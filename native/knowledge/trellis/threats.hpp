// Turns of Trellis that win at once, and what stops them: exact for one or two stones a turn at any separation.
#pragma once

#include <utility>
#include <vector>

#include "knowledge/connections/connection.hpp"
#include "rules/checkered.hpp"
#include "rules/contests.hpp"

namespace isthmus::trellis {

template <int W>
class Threats {
public:
    // The turns with which one side can win at once.
    struct Wins {
        Bits<W> stones;                          // one stone wins
        std::vector<std::pair<int, int>> pairs;  // both stones are needed; each pair may come twice
        bool none() const { return stones.none() && pairs.empty(); }
    };

    // `partners`: for each point, the points that may be played in the same turn.
    Threats(const Grid& grid, std::vector<Bits<W>> partners)
        : all_(grid.all<W>()),
          contest_(square_contest<W>(grid, 0, 0, grid.rows())),
          links_{checkered_links<W>(grid, Side::Black), checkered_links<W>(grid, Side::White)},
          partners_(std::move(partners)) {
        for (int side = 0; side < 2; ++side)
            for (int point = 0; point < grid.cells(); ++point)
                near_[side].push_back(links_[side].neighbours(Bits<W>::of(point)));
    }

    void find(const Bits<W> (&stones)[2], Side side, Wins& wins) const {
        const auto empty = all_.minus(stones[0] | stones[1]);
        const auto& held = stones[index(side)];
        const auto& links = links_[index(side)];
        const auto& [from, to] = contest_.goals[index(side)];
        const auto start = links.chain(held & from, held), end = links.chain(held & to, held);
        const auto near_start = empty & (from | links.neighbours(start));
        const auto near_end = empty & (to | links.neighbours(end));
        wins.stones = near_start & near_end;
        wins.pairs.clear();
        // In a pair one stone touches the start, and it reaches the other stone through a third chain, or directly.
        near_start.minus(wins.stones).each([&](int one) {
            const auto& near = near_[index(side)][one];
            const auto third = near & held.minus(start);
            auto second = partners_[one] & near_end;
            second = second.minus(wins.stones);
            if (second.none()) return;
            auto reached = near;
            if (third.any()) reached |= links.neighbours(links.chain(third, held));
            (second & reached).each([&](int two) { wins.pairs.emplace_back(one, two); });
        });
    }

    // The points with which a turn that stops all wins may begin (or end, if its first stone is placed).
    Bits<W> stops(const Wins& wins, bool second_stone) const {
        Bits<W> useful;
        each_choice(wins, -1, [&](int one) {
            if (covers(wins, one, -1)) {
                useful.set(one);
                if (!second_stone) useful |= partners_[one];
            } else if (!second_stone) {
                each_choice(wins, one, [&](int two) {
                    if (!partners_[one].test(two) || !covers(wins, one, two)) return;
                    useful.set(one);
                    useful.set(two);
                });
            }
        });
        return useful;
    }

private:
    // Visits the points of one win that remains after `taken` is taken. A turn that stops all wins must take one of
    // these points.
    template <class Visit>
    void each_choice(const Wins& wins, int taken, Visit&& visit) const {
        auto stones = wins.stones;
        if (taken >= 0) stones.reset(taken);
        if (stones.any()) return visit(stones.first());
        for (const auto& [one, two] : wins.pairs)
            if (one != taken && two != taken) {
                visit(one);
                visit(two);
                return;
            }
    }
    bool covers(const Wins& wins, int first, int second) const {
        auto stones = wins.stones;
        for (const int point : {first, second})
            if (point >= 0) stones.reset(point);
        if (stones.any()) return false;
        for (const auto& [one, two] : wins.pairs)
            if (one != first && one != second && two != first && two != second) return false;
        return true;
    }

    Bits<W> all_;
    Contest<W> contest_;
    Links<W> links_[2];
    std::vector<Bits<W>> partners_;
    std::vector<Bits<W>> near_[2];
};

}  // namespace isthmus::trellis
