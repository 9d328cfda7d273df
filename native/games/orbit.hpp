// Orbit (Meyers 2000); rules 3. The readable definition is src/isthmus/games/orbit.py.
#pragma once

#include "rules/chains.hpp"
#include "rules/enclose.hpp"
#include "rules/game.hpp"
#include "rules/parameters.hpp"
#include "rules/planes.hpp"
#include "rules/width.hpp"

namespace isthmus::orbit {

// Cells are points: the board is a full square.
template <int W>
class Orbit {
public:
    struct State {
        Bits<W> stones[2];
        Enclosed<W> enclosed[2];  // by each colour; determined by the stones
        Opening opening;
        Side side;
        std::uint8_t passes;  // in succession, since the choice
        std::uint16_t plies;  // placements and passes of the whole game
    };

    Orbit(int size, int pie) : size_(size), pie_(pie), grid_(size, size), enclosure_(size) {}

    // The contract
    StepIds ids() const { return {size_ * size_}; }
    int num_steps() const { return ids().first_move(); }
    int size() const { return size_; }
    State initial() const;
    ToAct to_act(const State& s) const {
        return {s.opening.seat(s.side), s.side, s.opening.choosing() ? "choose" : "place", false};
    }
    bool over(const State& s) const { return s.passes == passes_to_end || s.plies >= longest_game(); }
    bool mid_turn(const State&) const { return false; }
    Opening opening(const State& s) const { return s.opening; }
    void steps(const State& s, StepList& out) const;
    void apply(State& s, Step step) const;
    std::optional<Outcome> outcome(const State& s) const {
        if (!over(s)) return std::nullopt;
        return Outcome{"territory", winner(s), std::pair{land(s, Side::Black).count(), land(s, Side::White).count()}};
    }
    std::uint64_t key(const State& s) const;
    Snapshot snapshot(const State& s) const;
    // Throws std::invalid_argument for game-specific faults that `restore` cannot handle.
    void check(const Snapshot& in) const {
        in.check_rules(false, {{"passes", 1, passes_to_end}, {"plies", 1, static_cast<std::uint64_t>(longest_game())}});
    }
    State restore(const Snapshot& in) const;

    // As planes
    const Grid& grid() const { return grid_; }
    std::vector<std::string> own_plane_names() const {
        return {"own orbits", "opponent orbits", "own half-orbits", "opponent half-orbits", "passes", "turns made"};
    }
    void write_planes(const State& s, PlaneSink& sink) const;
    // A side's stones and land.
    std::vector<Cell> owned(const State& s, Side side) const;

    // Uniform random placements on points that neither colour encloses. A stone in one's own land would only cost
    // points. These points are the same for both colours, so the game is over when no such point is left. Everything
    // else follows the rules, including captures and the removal of doomed stones. The only approximation: nobody
    // passes before that.
    std::optional<Side> playout(const State& start, Random& random) const {
        if (over(start)) return winner(start);
        return winner(played_out(start, random));
    }
    // The end of such a game, with doomed stones removed, from a position in which the game is not over.
    State played_out(const State& start, Random& random) const;

    // The empty points that count for a side with the present stones, or at the end, after doomed stones are removed.
    Bits<W> land(const State& s, Side side) const {
        return enclosure_.land_of(s.enclosed[index(side)], s.enclosed[index(other(side))], empty(s));
    }
    Bits<W> empty(const State& s) const { return enclosure_.all().minus(s.stones[0] | s.stones[1]); }
    void remove_doomed(State& s) const;
    const Enclosure<W>& enclosure() const { return enclosure_; }

private:
    static constexpr int passes_to_end = 2;

    struct Change {
        Bits<W> taken;
        bool enclosed;  // the colour that placed encloses more
        bool reopened;  // the other colour may enclose less
    };

    // The points that a playout may still use, and the ring of each point in each colour.
    struct Open {
        Bits<W> points;
        std::array<std::int16_t, Bits<W>::capacity> listed;  // all of `points`, plus some that are no longer open
        int count = 0;
        std::array<std::array<typename Enclosure<W>::Ring, Bits<W>::capacity>, 2> rings;
        Chains<W> chains[2];

        Open(const Enclosure<W>& enclosure, const State& s) {
            list(enclosure, s);
            enclosure.all().each([&](int point) { rings[0][point] = rings[1][point] = enclosure.corner(point); });
            for (int side = 0; side < 2; ++side) {
                s.stones[side].each([&](int point) { mark(enclosure, side, point); });
                chains[side].find_all(enclosure, s.stones[side]);
            }
        }
        void list(const Enclosure<W>& enclosure, const State& s) {
            points = enclosure.all().minus(s.stones[0] | s.stones[1] | s.enclosed[0].points | s.enclosed[1].points);
            count = 0;
            points.each([&](int point) { listed[count++] = static_cast<std::int16_t>(point); });
        }
        // A uniformly random open point, taken off the list, or -1.
        int draw(Random& random) {
            while (count) {
                const int i = random.below(count);
                const int point = listed[i];
                listed[i] = listed[--count];
                if (points.test(point)) {
                    points.reset(point);
                    return point;
                }
            }
            return -1;
        }
        // Whether the stone may divide a region.
        bool placed(const Enclosure<W>& enclosure, int side, int point) {
            const auto ring = rings[side][point];
            mark(enclosure, side, point);
            return chains[side].join(enclosure, point, ring) && enclosure.may_part(point, ring);
        }
        void mark(const Enclosure<W>& enclosure, int side, int point) {
            for (int i = 0; i < 8; ++i) {
                const int near = enclosure.near(point, i);
                if (near >= 0) rings[side][near] ^= static_cast<std::uint8_t>(0x80u >> i);
            }
        }
        // The chains are not updated. This causes some needless floods, but costs far less than finding all
        // chains again.
        void taken(const Enclosure<W>& enclosure, int side, const Bits<W>& gone) {
            gone.each([&](int point) { mark(enclosure, side, point); });
        }
    };

    int longest_game() const { return 4 * size_ * size_; }
    std::optional<Side> winner(const State& s) const;

    // `may_part`: false if the stone is known to change no region except at its own point.
    Change place(State& s, int point, bool may_part) const;

    int size_;
    int pie_;
    Grid grid_;
    Enclosure<W> enclosure_;
};

// The bodies ----------------------------------------------------------------------------------------------------------
template <int W>
auto Orbit<W>::initial() const -> State {
    State s{};
    s.opening = Opening::start(pie_, Side::Black);
    return s;
}

template <int W>
void Orbit<W>::steps(const State& s, StepList& out) const {
    out.clear();
    if (over(s)) return;
    if (s.opening.choosing()) {
        out = {ids().take(Side::Black), ids().take(Side::White)};
        return;
    }
    const auto& barred = s.enclosed[index(other(s.side))].points;
    empty(s).minus(barred).each([&](int point) { out.push_back(static_cast<Step>(point)); });
    out.push_back(ids().pass());
}

template <int W>
void Orbit<W>::apply(State& s, Step step) const {
    if (ids().is_take(step)) return s.opening.choose(ids().taken(step));
    assert(!over(s));
    if (step == ids().pass()) {
        // Passes in the opening do not end the game, and the count restarts after the choice.
        s.passes = static_cast<std::uint8_t>(s.opening.under_way() ? 0 : s.passes + 1);
    } else {
        assert(empty(s).minus(s.enclosed[index(other(s.side))].points).test(step));
        place(s, step, enclosure_.may_part(step, enclosure_.ring(s.stones[index(s.side)], step)));
        s.passes = 0;
    }
    s.side = other(s.side);
    s.opening.turn_made();
    ++s.plies;
    if (over(s)) remove_doomed(s);
}

template <int W>
std::uint64_t Orbit<W>::key(const State& s) const {
    std::uint64_t key = scramble(std::uint64_t{1} << 40 | std::uint64_t{s.plies} << 16 | s.passes << 12 |
                                 index(s.side) << 8 | s.opening.turns << 2 | (s.opening.first_holds + 1));
    for (int side = 0; side < 2; ++side) s.stones[side].each([&](int point) { key ^= scramble(2 * point + side); });
    return key;
}

template <int W>
auto Orbit<W>::snapshot(const State& s) const -> Snapshot {
    Snapshot out;
    for (int side = 0; side < 2; ++side)
        s.stones[side].each([&](int point) { out.stones[side].push_back(static_cast<Cell>(point)); });
    out.side = s.side;
    out.opening = s.opening;
    out.counters = {{"passes", {s.passes}}, {"plies", {s.plies}}};
    return out;
}

template <int W>
auto Orbit<W>::restore(const Snapshot& in) const -> State {
    State s{};
    for (int side = 0; side < 2; ++side) {
        for (const Cell cell : in.stones[side]) s.stones[side].set(cell);
        s.enclosed[side] = enclosure_.of(s.stones[side]);
    }
    s.side = in.side;
    s.opening = in.opening;
    s.passes = static_cast<std::uint8_t>(in.opening.under_way() ? 0 : in.number("passes"));
    s.plies = static_cast<std::uint16_t>(in.number("plies"));
    return s;
}

template <int W>
void Orbit<W>::write_planes(const State& s, PlaneSink& sink) const {
    const int sides[2] = {index(s.side), index(other(s.side))};
    for (int whose = 0; whose < 2; ++whose) {
        const auto& enclosed = s.enclosed[sides[whose]];
        sink.mark(Plane::Own + whose, s.stones[sides[whose]], grid_);
        sink.mark(first_own_plane + whose, enclosed.orbits, grid_);
        sink.mark(first_own_plane + 2 + whose, enclosed.points.minus(enclosed.orbits), grid_);
    }
    sink.fill(first_own_plane + 4, static_cast<double>(s.passes) / passes_to_end);
    sink.fill(first_own_plane + 5, static_cast<double>(s.plies) / longest_game());
}

template <int W>
std::vector<Cell> Orbit<W>::owned(const State& s, Side side) const {
    std::vector<Cell> cells;
    (s.stones[index(side)] | land(s, side)).each([&](int point) { cells.push_back(static_cast<Cell>(point)); });
    return cells;
}

template <int W>
auto Orbit<W>::played_out(const State& start, Random& random) const -> State {
    State s = start;
    Open open(enclosure_, s);
    for (; s.plies < longest_game(); ++s.plies) {
        const int side = index(s.side);
        const int point = open.draw(random);
        if (point < 0) break;
        const auto change = place(s, point, open.placed(enclosure_, side, point));
        if (change.taken.any()) open.taken(enclosure_, 1 - side, change.taken);
        if (change.reopened) {
            open.list(enclosure_, s);
        } else if (change.enclosed) {
            open.points = open.points.minus(s.enclosed[side].points);
        }
        s.side = other(s.side);
    }
    remove_doomed(s);
    return s;
}

template <int W>
void Orbit<W>::remove_doomed(State& s) const {  // of both colours at once, until none is doomed
    while (true) {
        const auto white = enclosure_.doomed(s.enclosed[0], land(s, Side::Black), s.stones[1]);
        const auto black = enclosure_.doomed(s.enclosed[1], land(s, Side::White), s.stones[0]);
        if ((black | white).none()) return;
        s.stones[0] = s.stones[0].minus(black);
        s.stones[1] = s.stones[1].minus(white);
        enclosure_.lift(s.enclosed[0], s.stones[0], black);
        enclosure_.lift(s.enclosed[1], s.stones[1], white);
    }
}

template <int W>
auto Orbit<W>::winner(const State& s) const -> std::optional<Side> {
    const int black = land(s, Side::Black).count(), white = land(s, Side::White).count();
    if (black == white) return std::nullopt;
    return black > white ? Side::Black : Side::White;
}

template <int W>
auto Orbit<W>::place(State& s, int point, bool may_part) const -> Change {
    const int own = index(s.side), opposing = 1 - own;
    s.stones[own].set(point);
    Change change{};
    change.enclosed = enclosure_.land(s.enclosed[own], s.stones[own], point, may_part);
    change.taken = s.stones[opposing] & s.enclosed[own].orbits;
    if (change.taken.any()) {
        s.stones[opposing] = s.stones[opposing].minus(change.taken);
        change.reopened = enclosure_.lift(s.enclosed[opposing], s.stones[opposing], change.taken);
    }
    return change;
}

inline Parameters::Declared declared() { return {{"size", every(5, 19)}, {"pie", {0, 1, 3}}}; }

template <class Build>
auto build(const Parameters& parameters, Build&& build) {
    const int size = parameters.number("size");
    return with_width<2, 4, 6>(size * size, [&]<int W>() { return build(Orbit<W>(size, parameters.number("pie"))); });
}

}  // namespace isthmus::orbit
