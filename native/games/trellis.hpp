// Trellis (Meyers 1999); rules 2.1. The readable definition is src/isthmus/games/trellis.py.
#pragma once

#include <cstdlib>

#include "rules/checkered.hpp"
#include "rules/contests.hpp"
#include "rules/game.hpp"
#include "rules/mirror.hpp"
#include "rules/parameters.hpp"
#include "rules/planes.hpp"
#include "rules/width.hpp"

namespace isthmus::trellis {

template <int W>
class Trellis {
public:
    struct State {
        Bits<W> stones[2];
        Opening opening;
        Side side;
        std::int8_t winner;   // the side's index, or -1
        std::uint8_t passes;  // in succession, at most 2
        Cell pending;         // the first stone of an unfinished turn, or none
        TurnStones last;      // the previous turn, in the main phase only
        MirrorRule::Streaks streaks[2];
    };

    Trellis(int size, int pie, int stones_per_turn, int separation);

    // As planes. The memory of the mirror rule shows only as the fields that it forbids now.
    const Grid& grid() const { return grid_; }
    std::vector<std::string> own_plane_names() const {
        return {rising_plane, "stones to place", "may stop", "passes", "separation"};
    }
    void write_planes(const State& s, PlaneSink& sink) const {
        write_fixed_planes(s.side, sink);
        write_changing_planes(s, sink);
    }
    void write_fixed_planes(Side side, PlaneSink& sink) const;
    void write_changing_planes(const State& s, PlaneSink& sink) const;

    const Contest<W>& contest() const { return contest_; }
    // For each point, the points that may be the other stone of its turn.
    const std::vector<Bits<W>>& partners() const { return partners_; }

    // The contract
    StepIds ids() const { return {grid_.cells()}; }
    int num_steps() const { return ids().first_move(); }
    State initial() const;
    bool over(const State& s) const { return s.winner >= 0; }
    bool mid_turn(const State& s) const { return s.pending != TurnStones::none; }
    Opening opening(const State& s) const { return s.opening; }
    ToAct to_act(const State& s) const {
        const char* phase = s.opening.choosing() ? "choose" : mid_turn(s) ? "second" : "place";
        return {s.opening.seat(s.side), s.side, phase, mid_turn(s) && allowed(s, TurnStones::of(s.pending))};
    }
    void steps(const State& s, StepList& out) const;
    void apply(State& s, Step step) const;
    // The two stones of a turn may come in either order. If the second alone would win, the first is pointless.
    bool unordered(const State& s, Step step) const { return mid_turn(s) && ids().is_cell(step); }
    std::optional<Outcome> outcome(const State& s) const {
        if (!over(s)) return std::nullopt;
        return Outcome{"connected", static_cast<Side>(s.winner)};
    }
    std::uint64_t key(const State& s) const;
    Snapshot snapshot(const State& s) const;
    // Throws std::invalid_argument for game-specific faults that `restore` cannot handle.
    void check(const Snapshot& in) const;
    State restore(const Snapshot& in) const;

    // Forgets streaks that can no longer lead to a forbidden turn. A streak of s leads to one after 9 - s more
    // mirroring turns. Each of these answers a turn, so 2 * (9 - s) turns come first. Each of them needs an empty
    // point, and so does the forbidden turn. The first of them may have begun, and may consist of the stone already
    // placed.
    void forget_the_irrelevant(State& s) const;
    // A streak belongs to one symmetry, so its images are not considered.
    bool turn_counters(Snapshot::Counters& counters, const std::vector<Cell>& to) const;

    // Fills the board at random with as many stones of each colour as turns of full length would place. With one stone
    // a turn this has the distribution of uniform random play without passes. With two it ignores the distance between
    // the stones. The matches in docs/design/0004-playouts.md show that the search is no weaker for it.
    std::optional<Side> playout(const State& s, Random& random) const;

private:
    using Banned = std::vector<TurnStones>;

    static constexpr int most_stones_per_turn = 2, most_passes = 2, largest_separation = 6;

    Bits<W> empty(const State& s) const { return all_.minus(s.stones[0] | s.stones[1]); }
    Banned banned_turns(const State& s) const {
        return s.opening.under_way() ? Banned{} : mirror_.banned(s.streaks[index(s.side)], s.last);
    }
    static bool is_free(const Banned& banned, const TurnStones& turn) {
        return std::find(banned.begin(), banned.end(), turn) == banned.end();
    }
    bool allowed(const State& s, const TurnStones& turn) const { return is_free(banned_turns(s), turn); }

    // Whether a first stone can be part of a turn that the mirror rule allows.
    bool completable(const State& s, Cell cell, const Banned& banned) const;
    void end_turn(State& s, const TurnStones& turn) const;

    Grid grid_;
    int pie_, stones_per_turn_, separation_;
    MirrorRule mirror_;
    Bits<W> all_;
    Links<W> links_[2];
    Contest<W> contest_;
    Bits<W> rising_;
    std::vector<Bits<W>> partners_;
};

// The bodies ----------------------------------------------------------------------------------------------------------
template <int W>
Trellis<W>::Trellis(int size, int pie, int stones_per_turn, int separation)
    : grid_(size, size),
      pie_(pie),
      stones_per_turn_(stones_per_turn),
      separation_(separation),
      mirror_(size),
      all_(grid_.all<W>()),
      links_{checkered_links<W>(grid_, Side::Black), checkered_links<W>(grid_, Side::White)},
      contest_(square_contest<W>(grid_, 0, 0, size)),
      rising_(rising<W>(grid_)) {
    for (int cell = 0; cell < grid_.cells(); ++cell)
        partners_.push_back(grid_.where<W>([&](int row, int column) {
            const int apart = std::abs(row - grid_.row(cell)) + std::abs(column - grid_.column(cell));
            return stones_per_turn == 2 && apart == separation;
        }));
}

template <int W>
auto Trellis<W>::initial() const -> State {
    State s{};
    s.opening = Opening::start(pie_, Side::Black);
    s.winner = -1;
    s.pending = TurnStones::none;
    return s;
}

template <int W>
void Trellis<W>::steps(const State& s, StepList& out) const {
    out.clear();
    if (over(s)) return;
    if (s.opening.choosing()) {
        out = {ids().take(Side::Black), ids().take(Side::White)};
        return;
    }
    const auto banned = banned_turns(s);
    if (mid_turn(s)) {
        (empty(s) & partners_[s.pending]).each([&](int point) {
            if (is_free(banned, TurnStones::of(s.pending, static_cast<Cell>(point))))
                out.push_back(static_cast<Step>(point));
        });
        if (is_free(banned, TurnStones::of(s.pending))) out.push_back(ids().stop());
        return;
    }
    empty(s).each([&](int point) {
        if (banned.empty() || completable(s, static_cast<Cell>(point), banned)) out.push_back(static_cast<Step>(point));
    });
    if (s.passes < most_passes || out.empty()) out.push_back(ids().pass());
}

template <int W>
void Trellis<W>::apply(State& s, Step step) const {
    assert(!over(s));
    if (ids().is_take(step)) {
        s.opening.choose(ids().taken(step));
        s.passes = 0;
        return;
    }
    if (step == ids().pass()) return end_turn(s, {});
    if (step == ids().stop()) return end_turn(s, TurnStones::of(s.pending));
    const auto cell = static_cast<Cell>(step);
    assert(empty(s).test(cell));
    auto& stones = s.stones[index(s.side)];
    stones.set(cell);
    if (contest_.won_by(cell, s.side, stones, links_[index(s.side)]))
        s.winner = static_cast<std::int8_t>(index(s.side));
    if (mid_turn(s)) return end_turn(s, TurnStones::of(s.pending, cell));
    if (stones_per_turn_ == 1 || over(s)) return end_turn(s, TurnStones::of(cell));
    s.pending = cell;
    s.passes = 0;
}

template <int W>
std::uint64_t Trellis<W>::key(const State& s) const {
    std::uint64_t key = scramble(1u << 20 | index(s.side) << 8 | s.opening.turns << 2 | (s.opening.first_holds + 1));
    for (int side = 0; side < 2; ++side) {
        s.stones[side].each([&](int point) { key ^= scramble(2 * point + side); });
        for (int g = 0; g < MirrorRule::symmetries; ++g)
            if (s.streaks[side][g]) key ^= scramble(2u << 20 | s.streaks[side][g] << 8 | side << 4 | g);
    }
    key ^= scramble(3u << 20 | s.passes);
    key ^= scramble(4u << 20 | (s.pending + 1));
    key ^= scramble(5ull << 20 | static_cast<std::uint64_t>(s.last.cell[0] + 1) << 40 | (s.last.cell[1] + 1));
    return key;
}

template <int W>
auto Trellis<W>::snapshot(const State& s) const -> Snapshot {
    Snapshot out;
    for (int side = 0; side < 2; ++side) out.stones[side] = grid_.cells_of(s.stones[side]);
    out.side = s.side;
    out.opening = s.opening;
    if (mid_turn(s)) out.pending.push_back(static_cast<Step>(s.pending));
    out.counters.push_back({"passes", {s.passes}});
    Snapshot::Numbers last, streaks;
    for (const Cell cell : s.last.cell)
        if (cell != TurnStones::none) last.push_back(static_cast<std::uint64_t>(cell) + 1);
    for (const auto& side : s.streaks) streaks.insert(streaks.end(), side.begin(), side.end());
    out.counters.push_back({"last", last});
    out.counters.push_back({"streaks", streaks});
    return out;
}

template <int W>
void Trellis<W>::check(const Snapshot& in) const {
    in.check_rules(stones_per_turn_ == 2, {{"passes", 1, most_passes},
                                           {"last", 2, static_cast<std::uint64_t>(grid_.cells())},
                                           {"streaks", 2 * MirrorRule::symmetries, MirrorRule::forbidden_streak - 1}});
}

template <int W>
auto Trellis<W>::restore(const Snapshot& in) const -> State {
    State s = initial();
    for (const Side side : {Side::Black, Side::White}) {
        s.stones[index(side)] = grid_.points_of<W>(in.stones[index(side)]);
        if (contest_.won(side, s.stones[index(side)], links_[index(side)]))
            s.winner = static_cast<std::int8_t>(index(side));
    }
    s.side = in.side;
    s.opening = in.opening;
    if (!in.pending.empty()) s.pending = static_cast<Cell>(in.pending.front());
    s.passes = static_cast<std::uint8_t>(in.number("passes"));
    if (in.opening.under_way()) return s;
    const auto last = in.counter("last");
    for (std::size_t i = 0; i < last.size() && i < 2; ++i)
        if (last[i] - 1 < static_cast<std::uint64_t>(grid_.cells())) s.last.cell[i] = static_cast<Cell>(last[i] - 1);
    const auto streaks = in.counter("streaks");
    for (std::size_t i = 0; i < streaks.size() && i < 2 * MirrorRule::symmetries; ++i)
        s.streaks[i / MirrorRule::symmetries][i % MirrorRule::symmetries] = static_cast<std::uint8_t>(streaks[i]);
    return s;
}

template <int W>
void Trellis<W>::write_fixed_planes(Side side, PlaneSink& sink) const {
    for (int end = 0; end < 2; ++end) {
        sink.mark(Plane::OwnGoals, contest_.goals[index(side)][end], grid_);
        sink.mark(Plane::OpponentGoals, contest_.goals[index(other(side))][end], grid_);
    }
    sink.mark(first_own_plane, rising_, grid_);
    sink.fill(first_own_plane + 4, stones_per_turn_ == 1 ? 0 : static_cast<double>(separation_) / largest_separation);
}

template <int W>
void Trellis<W>::write_changing_planes(const State& s, PlaneSink& sink) const {
    const int own = index(s.side), opponent = 1 - own;
    sink.mark(Plane::Own, s.stones[own], grid_);
    sink.mark(Plane::Opponent, s.stones[opponent], grid_);
    if (mid_turn(s)) sink.mark(Plane::Pending, s.pending);
    sink.fill(first_own_plane + 1, static_cast<double>(mid_turn(s) ? 1 : stones_per_turn_) / most_stones_per_turn);
    if (to_act(s).may_stop) sink.fill(first_own_plane + 2);
    if (s.passes) sink.fill(first_own_plane + 3, static_cast<double>(s.passes) / most_passes);
}

template <int W>
void Trellis<W>::forget_the_irrelevant(State& s) const {
    int longest = 0;
    for (const auto& streaks : s.streaks)
        for (const int streak : streaks) longest = std::max(longest, streak);
    const int empty = grid_.cells() - (s.stones[0].count() + s.stones[1].count() - mid_turn(s));
    if (empty > 2 * (MirrorRule::forbidden_streak - 1 - longest)) return;
    s.last = {};
    for (auto& streaks : s.streaks) streaks = {};
}

template <int W>
bool Trellis<W>::turn_counters(Snapshot::Counters& counters, const std::vector<Cell>& to) const {
    for (auto& [name, numbers] : counters) {
        if (name == "streaks" && std::any_of(numbers.begin(), numbers.end(), [](auto streak) { return streak > 0; }))
            return false;
        if (name != "last") continue;
        for (auto& number : numbers) number = static_cast<std::uint64_t>(to[number - 1]) + 1;
        std::sort(numbers.begin(), numbers.end());
    }
    return true;
}

template <int W>
auto Trellis<W>::playout(const State& s, Random& random) const -> std::optional<Side> {
    if (over(s)) return static_cast<Side>(s.winner);
    const auto open = empty(s);
    const int left = open.count();
    const int now = std::min(left, mid_turn(s) ? 1 : stones_per_turn_);  // the mover's stones of this turn
    const int round = 2 * stones_per_turn_;
    const int rest = left - now;
    const int others = rest / round * stones_per_turn_ + std::min(rest % round, stones_per_turn_);
    const int black_stones = s.side == Side::Black ? left - others : others;
    const auto black = s.stones[0] | random_subset(open, black_stones, random);
    return contest_.won(Side::Black, black, links_[0]) ? Side::Black : Side::White;
}

template <int W>
bool Trellis<W>::completable(const State& s, Cell cell, const Banned& banned) const {
    if (is_free(banned, TurnStones::of(cell))) return true;
    auto stones = s.stones[index(s.side)];
    stones.set(cell);
    if (stones_per_turn_ == 1 || contest_.won_by(cell, s.side, stones, links_[index(s.side)])) return false;
    bool found = false;
    (empty(s) & partners_[cell]).each([&](int point) {
        found |= is_free(banned, TurnStones::of(cell, static_cast<Cell>(point)));
    });
    return found;
}

template <int W>
void Trellis<W>::end_turn(State& s, const TurnStones& turn) const {
    if (!s.opening.under_way()) {
        mirror_.update(s.streaks[index(s.side)], s.last, turn);
        s.last = turn;
    }
    s.passes = turn.empty() ? std::min<std::uint8_t>(most_passes, s.passes + 1) : 0;
    s.pending = TurnStones::none;
    s.opening.turn_made();
    s.side = other(s.side);
}

inline Parameters::Declared declared() {
    return {{"size", every(5, 19, 2)}, {"pie", {0, 1, 3}}, {"stones_per_turn", {1, 2}}, {"separation", every(1, 6)}};
}

template <class Build>
auto build(const Parameters& parameters, Build&& build) {
    const int size = parameters.number("size");
    return with_width<2, 4, 6>(size * size, [&]<int W>() {
        return build(Trellis<W>(size, parameters.number("pie"), parameters.number("stones_per_turn"),
                                parameters.number("separation")));
    });
}

}  // namespace isthmus::trellis
