// Points that no longer matter, or that a side has for certain. Stones can be placed there without changing the result
// (dead and captured cells of Hex: Björnsson, Hayward, Johanson and van Rijswijck 2007). For connection games in which
// an extra stone never hurts.
//
// A point is *dead* in a contest if no shortest way across ever needs it, whatever the moves. The test uses the graph
// of the goals and the empty points, in which points beside one chain or goal are neighbours: a point is dead if all
// its neighbours are neighbours of each other (the two goals are not). A point that is useless to one side is useless
// to the other. A side *captures* two points if, whichever of them the opponent takes, that point is dead once the side
// has taken the other. With several contests this must be true in each.
#pragma once

#include <array>
#include <vector>

#include "rules/connect.hpp"

namespace isthmus {

template <int W>
class FillIn {
public:
    FillIn(const std::vector<Contest<W>>& contests, const Links<W> (&links)[2])
        : links_{links[0], links[1]}, empty_(), views_(contests.begin(), contests.end()) {}

    // Fills in stones. `won` are the contests (bits, by side) that are won already; newly won ones are added.
    void fill(Bits<W> (&stones)[2], std::uint8_t (&won)[2]) {
        Bits<W> all;
        for (const auto& view : views_) all |= view.contest.region;
        for (bool added = true; added;) {
            empty_ = all.minus(stones[0] | stones[1]);
            for (std::size_t i = 0; i < views_.size(); ++i)
                look(views_[i], stones, won, static_cast<std::uint8_t>(1 << i));
            added = add_dead(stones[0]);
            added |= add_captured(stones);
        }
    }

private:
    // One contest, for each side.
    struct View {
        explicit View(const Contest<W>& contest) : contest(contest) {}
        Contest<W> contest;
        bool open = true;
        std::array<Bits<W>, 64 * W> around[2];  // the empty points that an empty point is joined to
        Bits<W> beside[2][2];                   // the empty points beside a goal
    };

    void look(View& view, const Bits<W> (&stones)[2], std::uint8_t (&won)[2], std::uint8_t bit) {
        for (const Side side : {Side::Black, Side::White})
            if (!((won[0] | won[1]) & bit) && view.contest.won(side, stones[index(side)], links_[index(side)]))
                won[index(side)] |= bit;
        view.open = !((won[0] | won[1]) & bit);
        for (const Side side : {Side::Black, Side::White})
            if (view.open) lay_out(view, side, stones[index(side)] & view.contest.region);
    }
    void lay_out(View& view, Side side, const Bits<W>& own) const {
        auto& around = view.around[index(side)];
        const auto& links = links_[index(side)];
        const auto empty = empty_ & view.contest.region;
        empty.each([&](int point) { around[point] = links.neighbours(Bits<W>::of(point)) & empty; });
        const auto join = [&](const Bits<W>& points) { points.each([&](int point) { around[point] |= points; }); };
        for (int i = 0; i < 2; ++i) {
            const auto& border = view.contest.goals[index(side)][i];
            auto& beside = view.beside[index(side)][i];
            beside = (border | links.neighbours(links.chain(own & border, own))) & empty;
            join(beside);
        }
        for (auto left = own; left.any();) {
            const auto chain = links.chain(Bits<W>::of(left.first()), left);
            left = left.minus(chain);
            join(links.neighbours(chain) & empty);
        }
    }

    // Whether a point becomes useless to a side in a contest when the opponent takes `lost`.
    bool is_dead(const View& view, Side side, int point, const Bits<W>& lost) const {
        const auto& around = view.around[index(side)];
        const auto& beside = view.beside[index(side)];
        auto near = around[point].minus(lost);
        near.reset(point);
        if (beside[0].test(point) && beside[1].test(point)) return false;
        for (const auto& goal : beside)
            if (goal.test(point) && near.minus(goal).any()) return false;
        for (auto left = near; left.any();) {
            const int one = left.first();
            left.reset(one);
            if (left.minus(around[one]).any()) return false;
        }
        return true;
    }
    template <class Test>
    bool in_each(int point, Test&& test) const {
        for (const auto& view : views_)
            if (view.open && view.contest.region.test(point) && !test(view)) return false;
        return true;
    }

    bool add_dead(Bits<W>& stones) {
        Bits<W> dead;
        empty_.each([&](int point) {
            if (in_each(point, [&](const View& view) {
                    return is_dead(view, Side::Black, point, {}) || is_dead(view, Side::White, point, {});
                }))
                dead.set(point);
        });
        stones |= dead;
        empty_ = empty_.minus(dead);
        return dead.any();
    }
    bool add_captured(Bits<W> (&stones)[2]) {
        const auto before = empty_;
        for (const Side side : {Side::Black, Side::White})
            for (auto left = empty_; left.any();) {
                const int one = left.first();
                left.reset(one);
                const int two = partner(other(side), one, left);
                if (two < 0) continue;
                const auto pair = Bits<W>::of(one) | Bits<W>::of(two);
                stones[index(side)] |= pair;
                empty_ = empty_.minus(pair), left = left.minus(pair);
            }
        return empty_ != before;
    }
    // One of `among` that forms a captured pair with the point: each is dead for `loser` once it has lost the other.
    // -1: none.
    int partner(Side loser, int point, Bits<W> among) const {
        Bits<W> near;
        for (const auto& view : views_)
            if (view.open && view.contest.region.test(point)) near |= view.around[index(loser)][point];
        for (among &= near; among.any();) {
            const int other = among.first();
            among.reset(other);
            const auto dead = [&](int dead, int lost) {
                return in_each(dead, [&](const View& view) { return is_dead(view, loser, dead, Bits<W>::of(lost)); });
            };
            if (dead(point, other) && dead(other, point)) return other;
        }
        return -1;
    }

    Links<W> links_[2];
    Bits<W> empty_;
    std::vector<View> views_;
};

}  // namespace isthmus
