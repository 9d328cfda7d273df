// Placement: the rules of games with one stone a turn on an empty point, contests that decide, and the pie rule. Hex,
// Bridg-It, Quadrant Hex and Quadrant Trellis differ only in their boards and contests. The Python version is
// src/isthmus/rules/placement.py.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "rules/connect.hpp"
#include "rules/game.hpp"
#include "rules/grid.hpp"
#include "rules/planes.hpp"

namespace isthmus {

template <int W>
class Placement {
public:
    struct State {
        Bits<W> stones[2];
        Opening opening;
        Side side;
        std::uint8_t won[2];  // contests, as bits
        bool operator==(const State&) const = default;
    };
    struct Facts {
        Grid grid;
        Links<W> links[2];
        std::vector<Contest<W>> contests;
        int contests_to_win;
        int pie;
        // Planes that distinguish points, by name, for boards on which a side's links depend on the point. In its own
        // views, each colour sees the same planes.
        std::vector<std::pair<std::string, Bits<W>>> shades = {};
    };

    explicit Placement(Facts facts) : facts_(std::move(facts)), all_(facts_.grid.template all<W>()) {}

    const Facts& facts() const { return facts_; }

    // The contract
    StepIds ids() const { return {facts_.grid.cells()}; }
    int num_steps() const { return ids().first_move(); }
    State initial() const {
        State s{};
        s.opening = Opening::start(facts_.pie, Side::Black);
        return s;
    }
    ToAct to_act(const State& s) const {
        return {s.opening.seat(s.side), s.side, s.opening.choosing() ? "choose" : "place", false};
    }
    bool over(const State& s) const { return has_won(s, Side::Black) || has_won(s, Side::White); }
    bool mid_turn(const State&) const { return false; }
    Opening opening(const State& s) const { return s.opening; }
    void steps(const State& s, StepList& out) const {
        out.clear();
        if (over(s)) return;
        if (s.opening.choosing()) {
            out = {ids().take(Side::Black), ids().take(Side::White)};
            return;
        }
        empty(s).each([&](int point) { out.push_back(static_cast<Step>(facts_.grid.cell(point))); });
    }
    bool only_empty(const State& s) const { return !over(s) && !s.opening.choosing(); }
    Bits<W> points() const { return all_; }
    void apply(State& s, Step step) const {
        if (ids().is_take(step)) return s.opening.choose(ids().taken(step));
        const int point = facts_.grid.point(step);
        const Side side = s.side;
        assert(empty(s).test(point) && !over(s));
        auto& stones = s.stones[index(side)];
        stones.set(point);
        for (std::size_t i = 0; i < facts_.contests.size(); ++i)
            if (!(s.won[index(side)] >> i & 1) &&
                facts_.contests[i].won_by(point, side, stones, facts_.links[index(side)]))
                s.won[index(side)] |= static_cast<std::uint8_t>(1u << i);
        s.side = other(side);
        s.opening.turn_made();
    }
    std::optional<Outcome> outcome(const State& s) const {
        for (const Side side : {Side::Black, Side::White})
            if (has_won(s, side))
                return Outcome{facts_.contests.size() == 1 ? "connected" : "majority of contests", side};
        return std::nullopt;
    }
    std::uint64_t key(const State& s) const {
        std::uint64_t key =
            scramble(1u << 20 | index(s.side) << 8 | s.opening.turns << 2 | (s.opening.first_holds + 1));
        for (int side = 0; side < 2; ++side) s.stones[side].each([&](int point) { key ^= scramble(2 * point + side); });
        return key;
    }
    Snapshot snapshot(const State& s) const {
        Snapshot out;
        for (int side = 0; side < 2; ++side) out.stones[side] = facts_.grid.cells_of(s.stones[side]);
        out.side = s.side;
        out.opening = s.opening;
        return out;
    }
    // Throws std::invalid_argument for game-specific faults that `restore` cannot handle.
    void check(const Snapshot& in) const { in.check_rules(false, {}); }
    State restore(const Snapshot& in) const {
        State s{};
        s.side = in.side;
        s.opening = in.opening;
        for (const Side side : {Side::Black, Side::White}) {
            s.stones[index(side)] = facts_.grid.template points_of<W>(in.stones[index(side)]);
            for (std::size_t i = 0; i < facts_.contests.size(); ++i)
                if (facts_.contests[i].won(side, s.stones[index(side)], facts_.links[index(side)]))
                    s.won[index(side)] |= static_cast<std::uint8_t>(1u << i);
        }
        return s;
    }

    // As planes, which also show the quarters in games that have them.
    const Grid& grid() const { return facts_.grid; }
    std::vector<std::string> own_plane_names() const {
        std::vector<std::string> names;
        for (const auto& shade : facts_.shades) names.push_back(shade.first);
        if (facts_.contests.size() > 1)
            names.insert(names.end(), {"own goals of quarters", "opponent goals of quarters", "quarters won",
                                       "quarters lost", "board won", "board lost"});
        return names;
    }
    void write_planes(const State& s, PlaneSink& sink) const {
        write_fixed_planes(s.side, sink);
        write_changing_planes(s, sink);
    }
    void write_fixed_planes(Side side, PlaneSink& sink) const {
        int next = first_own_plane;
        for (const auto& shade : facts_.shades) sink.mark(next++, shade.second, facts_.grid);
        for (std::size_t i = 0; i < facts_.contests.size(); ++i)
            for (int end = 0; end < 2; ++end) {
                sink.mark(i ? next : Plane::OwnGoals, facts_.contests[i].goals[index(side)][end], facts_.grid);
                sink.mark(i ? next + 1 : Plane::OpponentGoals, facts_.contests[i].goals[index(other(side))][end],
                          facts_.grid);
            }
    }
    void write_changing_planes(const State& s, PlaneSink& sink) const {
        sink.mark(Plane::Own, s.stones[index(s.side)], facts_.grid);
        sink.mark(Plane::Opponent, s.stones[index(other(s.side))], facts_.grid);
        write_standing(s, sink);
    }
    // All planes except those of stones.
    void write_standing(const State& s, PlaneSink& sink) const {
        const int own = index(s.side), opponent = 1 - own;
        if (facts_.contests.size() == 1) return;
        const int next = first_own_plane + static_cast<int>(facts_.shades.size());
        for (std::size_t i = 1; i < facts_.contests.size(); ++i) {
            if (s.won[own] >> i & 1) sink.mark(next + 2, facts_.contests[i].region, facts_.grid);
            if (s.won[opponent] >> i & 1) sink.mark(next + 3, facts_.contests[i].region, facts_.grid);
        }
        if (s.won[own] & 1) sink.fill(next + 4);
        if (s.won[opponent] & 1) sink.fill(next + 5);
    }

    // Fills the board with the right number of stones of each colour at random. A chain never disappears, and a full
    // contest has exactly one winner, so the winner has the same distribution as in a game of uniform random steps.
    std::optional<Side> playout(const State& s, Random& random) const {
        if (over(s)) return has_won(s, Side::Black) ? Side::Black : Side::White;
        const auto open = empty(s);
        const int left = open.count();
        const int black_stones = s.side == Side::Black ? (left + 1) / 2 : left / 2;
        const auto black = s.stones[0] | random_subset(open, black_stones, random);
        int won = 0;
        for (std::size_t i = 0; i < facts_.contests.size(); ++i) {
            if (s.won[1] >> i & 1) continue;
            won += (s.won[0] >> i & 1) || facts_.contests[i].won(Side::Black, black, facts_.links[0]);
        }
        return won >= facts_.contests_to_win ? Side::Black : Side::White;
    }

private:
    Bits<W> empty(const State& s) const { return all_.minus(s.stones[0] | s.stones[1]); }
    bool has_won(const State& s, Side side) const {
        return std::popcount(s.won[index(side)]) >= facts_.contests_to_win;
    }

    Facts facts_;
    Bits<W> all_;
};

}  // namespace isthmus
