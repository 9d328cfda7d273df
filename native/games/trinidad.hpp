// Trinidad (Krammer 2002); rules 4. The readable definition is src/isthmus/games/trinidad.py.
#pragma once

#include "games/trinidad_planes.hpp"
#include "rules/fingerprint.hpp"
#include "rules/game.hpp"
#include "rules/history.hpp"
#include "rules/parameters.hpp"
#include "rules/rows.hpp"
#include "rules/width.hpp"

namespace isthmus::trinidad {

template <int W>
class Trinidad : public TrinidadPlanes<Trinidad<W>> {
public:
    using TrinidadPlanes<Trinidad<W>>::directions;

    struct State {
        Bits<W> stones[2];
        std::uint64_t placed;  // the fingerprint of the stones, without the side to move
        Opening opening;
        Side side;
        std::int8_t winner;     // the side's index, or -1
        std::uint8_t to_place;  // pieces that both sides together still place in the initial phase
        std::int16_t added;     // the point of the piece added in an unfinished turn, or -1
        History past;           // of turn ends since the last placement, the present one included; empty in mid-turn
    };

    Trinidad(int size, int pie, int initial)
        : size_(size),
          pie_(pie),
          initial_(initial),
          board_(size),
          rectangle_(2 * size - 1, 2 * size - 1,
                     [this](int row, int column) { return board_.grid().at(row, column) >= 0; }),
          contest_(board_.contest()),
          values_(board_.grid()) {}

    // The contract
    StepIds ids() const { return {board_.grid().cells()}; }
    int num_steps() const { return ids().first_move() + ids().cells * directions * (size_ - 1); }
    State initial() const;
    ToAct to_act(const State& s) const {
        const char* phase = s.opening.choosing() ? "choose" : s.to_place ? "initial" : s.added < 0 ? "turn" : "row";
        return {s.opening.seat(s.side), s.side, phase, s.added >= 0};
    }
    bool over(const State& s) const { return s.winner >= 0; }
    bool mid_turn(const State& s) const { return s.added >= 0; }
    Opening opening(const State& s) const { return s.opening; }
    History& history(State& s) const { return s.past; }
    void steps(const State& s, StepList& out) const;
    void apply(State& s, Step step) const;
    std::optional<Outcome> outcome(const State& s) const {
        if (!over(s)) return std::nullopt;
        return Outcome{"connected", static_cast<Side>(s.winner)};
    }
    std::uint64_t key(const State& s) const;
    Snapshot snapshot(const State& s) const;
    // Throws std::invalid_argument for game-specific faults that `restore` cannot handle.
    void check(const Snapshot& in) const {
        in.check_rules(true, {{"to_place", 1, static_cast<std::uint64_t>(2 * initial_)},
                              {"history", Snapshot::any, Snapshot::any}});
        if (!in.pending.empty() && in.number("to_place") > 0)
            throw std::invalid_argument("snapshot: a pending step in the initial phase");
    }
    State restore(const Snapshot& in) const;

    // For evaluators and planes
    const Hexagon<W>& board() const { return board_; }
    const Contest<W>& contest() const { return contest_; }
    const Grid& grid() const { return rectangle_; }
    // A row move by the numbers in its step, without the pieces that it moves.
    struct MoveName {
        Cell rear;
        int direction, distance;
    };
    MoveName named(Step step) const {
        const int number = step - ids().first_move(), line = number / (size_ - 1);
        return {static_cast<Cell>(line / directions), line % directions, number % (size_ - 1) + 1};
    }
    Step id(const MoveName& move) const {
        const int line = move.rear * directions + move.direction;
        return static_cast<Step>(ids().first_move() + line * (size_ - 1) + move.distance - 1);
    }
    // Converts a row move to a step, and a step from `first_move` on to a row move of a colour's pieces.
    Step id(const RowMove& move) const {
        return id(MoveName{board_.grid().cell(move.rear), move.direction, move.distance});
    }
    RowMove move_of(Step step, const Bits<W>& own) const {
        const auto [rear, direction, distance] = named(step);
        return board_.move(board_.grid().point(rear), direction, distance, own);
    }
    void shift(Bits<W>& own, const RowMove& move) const;

    // Plays to the end. Each turn is a uniformly random add if possible, then one try at a row move: a random piece and
    // direction, then a random possible distance, if any. So rows move less often than with uniform random steps,
    // which mostly shuffle rows. Superko is ignored. The game still ends, because pieces are added all the time.
    std::optional<Side> playout(const State& start, Random& random) const;

private:
    // The change of the stones' fingerprint by a row move.
    std::uint64_t change(Side side, const RowMove& move) const;
    // Only the chain of the pieces that just landed can have won. `landed` is the point of the last of them; the pieces
    // of a row move form one chain. A single piece wins only on the border, or if it joins separate chains.
    bool wins(const Bits<W>& own, Side side, int landed, int pieces = 1) const;

    std::uint64_t fingerprint(const State& s) const { return s.placed ^ values_.to_move(s.side); }
    // Situational superko: whether a turn without an added piece recreates an earlier position.
    bool repeats(const State& s, std::uint64_t change) const {
        return s.past.contains(s.placed ^ change ^ values_.to_move(other(s.side)));
    }
    void remember(State& s) const {
        if (!s.past.contains(fingerprint(s))) s.past.add(fingerprint(s));
    }
    void end_turn(State& s) const;

    int size_;
    int pie_;
    int initial_;
    Hexagon<W> board_;
    Grid rectangle_;  // the same cells without the spare column of `board_`'s grid, which no plane needs
    Contest<W> contest_;
    Fingerprints values_;
};

// The bodies ----------------------------------------------------------------------------------------------------------
template <int W>
auto Trinidad<W>::initial() const -> State {
    State s{};
    s.opening = Opening::start(pie_, Side::White);
    s.side = Side::White;
    s.winner = -1;
    s.to_place = static_cast<std::uint8_t>(2 * initial_);
    s.added = -1;
    s.past.add(fingerprint(s));
    return s;
}

template <int W>
void Trinidad<W>::steps(const State& s, StepList& out) const {
    out.clear();
    if (over(s)) return;
    if (s.opening.choosing()) {
        out = {ids().take(Side::Black), ids().take(Side::White)};
        return;
    }
    const auto& own = s.stones[index(s.side)];
    const auto taken = s.stones[0] | s.stones[1];
    const auto add = [&](const Bits<W>& points) {
        points.each([&](int point) { out.push_back(static_cast<Step>(board_.grid().cell(point))); });
    };
    if (s.to_place) return add(board_.all().minus(taken));
    const bool fresh = s.added < 0;
    if (fresh) {
        add(board_.links().neighbours(own).minus(taken));
        if (!repeats(s, 0)) out.push_back(ids().pass());
    } else {
        out.push_back(ids().stop());
    }
    own.each([&](int rear) {
        for (int direction = 0; direction < directions; ++direction)
            board_.each_move(rear, direction, own, taken, [&](const RowMove& move) {
                if (!fresh || !repeats(s, change(s.side, move))) out.push_back(id(move));
            });
    });
    if (out.empty()) out.push_back(ids().pass());
}

template <int W>
void Trinidad<W>::apply(State& s, Step step) const {
    if (ids().is_take(step)) return s.opening.choose(ids().taken(step));
    assert(!over(s));
    if (ids().is_cell(step)) {
        const int point = board_.grid().point(step);
        assert(!(s.stones[0] | s.stones[1]).test(point) && s.added < 0);
        s.stones[index(s.side)].set(point);
        s.placed ^= values_(point, s.side);
        s.past.clear();
        const bool won = wins(s.stones[index(s.side)], s.side, point);
        if (won) s.winner = static_cast<std::int8_t>(index(s.side));
        if (s.to_place) {
            --s.to_place;
        } else if (!won) {
            s.added = static_cast<std::int16_t>(point);
            return;
        }
    } else if (step >= ids().first_move()) {
        const RowMove move = move_of(step, s.stones[index(s.side)]);
        s.placed ^= change(s.side, move);
        shift(s.stones[index(s.side)], move);
        if (wins(s.stones[index(s.side)], s.side, move.front, move.distance))
            s.winner = static_cast<std::int8_t>(index(s.side));
    }
    end_turn(s);
}

template <int W>
std::uint64_t Trinidad<W>::key(const State& s) const {
    return s.placed ^ s.past.digest() ^
           scramble(std::uint64_t{1} << 40 | std::uint64_t{static_cast<std::uint16_t>(s.added)} << 20 |
                    std::uint64_t{s.to_place} << 12 | index(s.side) << 8 | s.opening.turns << 2 |
                    (s.opening.first_holds + 1));
}

template <int W>
auto Trinidad<W>::snapshot(const State& s) const -> Snapshot {
    Snapshot out;
    for (int side = 0; side < 2; ++side) out.stones[side] = board_.grid().cells_of(s.stones[side]);
    out.side = s.side;
    out.opening = s.opening;
    if (s.added >= 0) out.pending = {static_cast<Step>(board_.grid().cell(s.added))};
    out.counters = {{"to_place", {s.to_place}}, {"history", s.past.all()}};
    return out;
}

template <int W>
auto Trinidad<W>::restore(const Snapshot& in) const -> State {
    State s{};
    s.side = in.side;
    s.opening = in.opening;
    s.winner = -1;
    // On an empty board the initial phase begins, because otherwise no piece could ever be added.
    const bool empty = in.stones[0].empty() && in.stones[1].empty() && in.pending.empty();
    s.to_place = static_cast<std::uint8_t>(empty ? 2 * initial_ : in.number("to_place"));
    s.added = static_cast<std::int16_t>(in.pending.empty() ? -1 : board_.grid().point(in.pending.front()));
    for (int side = 1; side >= 0; --side) {
        s.stones[side] = board_.grid().template points_of<W>(in.stones[side]);
        s.stones[side].each([&](int point) { s.placed ^= values_(point, static_cast<Side>(side)); });
        if (contest_.won(static_cast<Side>(side), s.stones[side], board_.links()))
            s.winner = static_cast<std::int8_t>(side);
    }
    for (const auto known : in.counter("history")) s.past.add(known);
    // The present position always counts, even if the snapshot lacks it: with Black to play on an empty board its
    // fingerprint is 0, and Python leaves out a counter of zeros.
    if (s.added < 0) remember(s);
    return s;
}

template <int W>
void Trinidad<W>::shift(Bits<W>& own, const RowMove& move) const {
    board_.each_change(move, [&](int left, int entered) {
        own.reset(left);
        own.set(entered);
    });
}

template <int W>
auto Trinidad<W>::playout(const State& start, Random& random) const -> std::optional<Side> {
    if (over(start)) return static_cast<Side>(start.winner);
    Bits<W> stones[2] = {start.stones[0], start.stones[1]};
    int side = index(start.side), to_place = start.to_place;
    bool add = start.added < 0;
    for (int turns = 2 * ids().cells; turns > 0; --turns, side = 1 - side, add = true) {
        auto& own = stones[side];
        const auto empty = board_.all().minus(stones[0] | stones[1]);
        const auto open = to_place ? empty : board_.links().neighbours(own) & empty;
        if (const int choices = add ? open.count() : 0) {
            const int point = open.nth(random.below(choices));
            own.set(point);
            if (wins(own, static_cast<Side>(side), point)) return static_cast<Side>(side);
        }
        if (to_place) {
            --to_place;
            continue;
        }
        const int pieces = own.count();
        if (!pieces) continue;
        const int rear = own.nth(random.below(pieces));
        RowMove move{-1, 0, 0, 0};
        int moves = 0;
        board_.each_move(rear, random.below(directions), own, stones[0] | stones[1], [&](const RowMove& possible) {
            if (random.below(++moves) == 0) move = possible;
        });
        if (!moves) continue;
        shift(own, move);
        if (wins(own, static_cast<Side>(side), move.front, move.distance)) return static_cast<Side>(side);
    }
    return std::nullopt;
}

template <int W>
std::uint64_t Trinidad<W>::change(Side side, const RowMove& move) const {
    std::uint64_t change = 0;
    board_.each_change(move, [&](int left, int entered) { change ^= values_(left, side) ^ values_(entered, side); });
    return change;
}

template <int W>
bool Trinidad<W>::wins(const Bits<W>& own, Side side, int landed, int pieces) const {
    const auto& [from, to] = contest_.goals[index(side)];
    if (!own.meets(from) || !own.meets(to)) return false;
    if (pieces == 1 && !(from | to).test(landed) && !board_.parts_around(landed, own)) return false;
    return contest_.won_by(landed, side, own, board_.links());
}

template <int W>
void Trinidad<W>::end_turn(State& s) const {
    s.added = -1;
    s.side = other(s.side);
    s.opening.turn_made();
    remember(s);
}

inline Parameters::Declared declared() { return {{"size", every(3, 9, 2)}, {"pie", {0, 1}}, {"initial", every(1, 6)}}; }

template <class Build>
auto build(const Parameters& parameters, Build&& build) {
    const int size = parameters.number("size");
    return with_width<2, 3, 5>((2 * size - 1) * 2 * size, [&]<int W>() {
        return build(Trinidad<W>(size, parameters.number("pie"), parameters.number("initial")));
    });
}

}  // namespace isthmus::trinidad
