// Network (Sackson 1969); rules 5. The readable definition is src/isthmus/games/network.py.
#pragma once

#include "games/network_planes.hpp"
#include "games/network_stones.hpp"
#include "rules/fingerprint.hpp"
#include "rules/game.hpp"
#include "rules/history.hpp"
#include "rules/parameters.hpp"
#include "rules/width.hpp"

namespace isthmus::network {

template <int W>
class Network : public NetworkStones<W>, public NetworkPlanes<Network<W>> {
    using Stones = NetworkStones<W>;

public:
    static constexpr int repeats_to_draw = 3;
    static constexpr bool turns_of_one_step = true;

    struct State {
        Bits<W> stones[2];     // the supplies follow from them
        std::uint64_t placed;  // the fingerprint of the stones, without the side to move
        Opening opening;
        Side side;
        std::int8_t result;  // the winner's index, `drawn`, or `going_on`
        History past;        // of all positions since the last drop, the present one included
    };
    explicit Network(Facts facts) : Stones(facts), values_(grid()) {}

    // The contract
    StepIds ids() const { return {grid().cells()}; }
    int num_steps() const { return ids().first_move() + ids().cells * ids().cells; }
    State initial() const;
    ToAct to_act(const State& s) const {
        const char* phase = s.opening.choosing() ? "choose" : supply(s, s.side) ? "drop" : "move";
        return {s.opening.seat(s.side), s.side, phase, false};
    }
    bool over(const State& s) const { return s.result != going_on; }
    bool mid_turn(const State&) const { return false; }
    Opening opening(const State& s) const { return s.opening; }
    History& history(State& s) const { return s.past; }
    void steps(const State& s, StepList& out) const;
    void apply(State& s, Step step) const;
    std::optional<Outcome> outcome(const State& s) const;
    std::uint64_t key(const State& s) const;
    Snapshot snapshot(const State& s) const;
    // Throws std::invalid_argument for game-specific faults that `restore` cannot handle.
    void check(const Snapshot& in) const;
    State restore(const Snapshot& in) const;

    // For retrograde analysis. Going round is a draw, and a past can only cause draws.
    using Stones::may_stand;
    using Stones::room;
    bool sound(const State& s) const;
    LayerTurns layer_turns(const State&, int own, int) const { return {own < facts().stones, own == facts().stones}; }
    State standing(const State&, const Bits<W>& black, const Bits<W>& white, Side side) const;

    // For evaluators and planes
    using Stones::board;
    using Stones::facts;
    using Stones::grid;
    using Stones::has_network;
    using Stones::open;
    using Stones::targets;
    int supply(const State& s, Side side) const { return facts().stones - s.stones[index(side)].count(); }
    // The point that a step empties and the one that it fills; -1 for none.
    std::pair<int, int> ends(Step step) const;
    // The step that moves a stone from one point to another.
    Step id(int from, int to) const {
        return static_cast<Step>(ids().first_move() + cell(from) * ids().cells + cell(to));
    }
    // The number of times that the present position has occurred since the last drop.
    int occurrences(const State& s) const { return s.past.occurrences(fingerprint(s)); }
    // Whether a step that completes no network leads to a draw by repetition.
    bool would_repeat(const State& s, Step step) const;

    // Random turns until a network is complete: a uniformly random drop, or a uniformly random move of the first stone
    // that has one, beginning with a random stone. Repetition does not end a playout; after `longest_playout` turns it
    // ends without a winner. A move that would complete both colours' networks counts for the mover.
    std::optional<Side> playout(const State& start, Random& random) const;

private:
    using Stones::completed;
    using Stones::completing_both;

    static constexpr std::int8_t going_on = -1;
    static constexpr std::int8_t drawn = 2;
    static constexpr int longest_playout = 200;

    Cell cell(int point) const { return grid().cell(point); }

    // A position without a past; its opening is not yet set.
    State with_stones(const Bits<W>& black, const Bits<W>& white, Side side) const;

    std::uint64_t fingerprint(const State& s) const { return s.placed ^ values_.to_move(s.side); }
    bool repeated(const State& s) const { return occurrences(s) >= repeats_to_draw; }

    Fingerprints values_;
};

// The bodies ----------------------------------------------------------------------------------------------------------
template <int W>
auto Network<W>::initial() const -> State {
    State s{};
    s.opening = Opening::start(facts().pie, Side::White);
    s.side = Side::White;
    s.result = going_on;
    s.past.add(fingerprint(s));
    return s;
}

template <int W>
void Network<W>::steps(const State& s, StepList& out) const {
    out.clear();
    if (over(s)) return;
    if (s.opening.choosing()) {
        out = {ids().take(Side::Black), ids().take(Side::White)};
        return;
    }
    const auto& own = s.stones[index(s.side)];
    if (supply(s, s.side)) {
        // There is no network yet. A drop opens no line, so it cannot complete two networks.
        const auto taken = s.stones[0] | s.stones[1];
        open(own, taken, s.side).each([&](int point) { out.push_back(static_cast<Step>(cell(point))); });
    } else {
        own.each([&](int from) {
            const auto reached = targets(s.stones, s.side, from);
            reached.minus(completing_both(s.stones, s.side, from, reached)).each([&](int to) {
                out.push_back(id(from, to));
            });
        });
    }
    if (out.empty()) out.push_back(ids().pass());
}

template <int W>
void Network<W>::apply(State& s, Step step) const {
    if (ids().is_take(step)) return s.opening.choose(ids().taken(step));
    assert(!over(s));
    auto& own = s.stones[index(s.side)];
    const auto [left, landed] = ends(step);
    if (left < 0 && landed >= 0) s.past.clear();
    if (left >= 0) {
        own.reset(left);
        s.placed ^= values_(left, s.side);
    }
    if (landed >= 0) {
        own.set(landed);
        s.placed ^= values_(landed, s.side);
        if (const auto winner = completed(s.stones, s.side, left, landed))
            s.result = static_cast<std::int8_t>(index(*winner));
    }
    s.side = other(s.side);
    s.opening.turn_made();
    s.past.add(fingerprint(s));
    if (s.result == going_on && repeated(s)) s.result = drawn;
}

template <int W>
auto Network<W>::outcome(const State& s) const -> std::optional<Outcome> {
    if (s.result == going_on) return std::nullopt;
    if (s.result == drawn) return Outcome{"repetition", std::nullopt};
    return Outcome{"network", static_cast<Side>(s.result)};
}

template <int W>
std::uint64_t Network<W>::key(const State& s) const {
    return s.placed ^ s.past.digest() ^
           scramble(std::uint64_t{1} << 40 | index(s.side) << 8 | s.opening.turns << 2 | (s.opening.first_holds + 1));
}

template <int W>
auto Network<W>::snapshot(const State& s) const -> Snapshot {
    Snapshot out;
    for (int side = 0; side < 2; ++side) out.stones[side] = grid().cells_of(s.stones[side]);
    out.side = s.side;
    out.opening = s.opening;
    out.counters = {{"history", s.past.all()}};
    return out;
}

template <int W>
void Network<W>::check(const Snapshot& in) const {
    in.check_rules(false, {{"history", Snapshot::any, Snapshot::any}});
    for (const auto& stones : in.stones)
        if (stones.size() > static_cast<std::size_t>(facts().stones))
            throw std::invalid_argument("snapshot: more stones than a colour has");
}

template <int W>
auto Network<W>::restore(const Snapshot& in) const -> State {
    const auto points = [&](Side side) { return grid().template points_of<W>(in.stones[index(side)]); };
    State s = with_stones(points(Side::Black), points(Side::White), in.side);
    s.opening = in.opening;
    const auto known = in.counter("history");
    for (const auto fingerprint : known) s.past.add(fingerprint);
    // The present position always counts, even if the snapshot lacks it: with Black to play on an empty board its
    // fingerprint is 0, and Python leaves out a counter of zeros.
    if (known.empty()) s.past.add(fingerprint(s));
    const auto times = std::count(known.begin(), known.end(), fingerprint(s));
    if (s.result == going_on && times >= repeats_to_draw) s.result = drawn;
    return s;
}

template <int W>
bool Network<W>::sound(const State& s) const {
    bool sound = true;
    for (const Side side : {Side::Black, Side::White}) {
        const auto& own = s.stones[index(side)];
        sound = sound && own.minus(room(side)).none() && may_stand(own) && supply(s, side) >= 0;
    }
    return sound;
}

template <int W>
auto Network<W>::standing(const State&, const Bits<W>& black, const Bits<W>& white, Side side) const -> State {
    State s = with_stones(black, white, side);
    s.opening = Opening::start(0, Side::White);
    return s;
}

template <int W>
auto Network<W>::ends(Step step) const -> std::pair<int, int> {
    if (ids().is_cell(step)) return {-1, grid().point(step)};
    if (step < ids().first_move()) return {-1, -1};
    const int move = step - ids().first_move();
    return {grid().point(move / ids().cells), grid().point(move % ids().cells)};
}

template <int W>
bool Network<W>::would_repeat(const State& s, Step step) const {
    const auto [from, to] = ends(step);
    if (from < 0 && to >= 0) return false;
    auto after = s.placed ^ values_.to_move(other(s.side));
    if (from >= 0) after ^= values_(from, s.side) ^ values_(to, s.side);
    return s.past.occurrences(after) + 1 >= repeats_to_draw;
}

template <int W>
auto Network<W>::playout(const State& start, Random& random) const -> std::optional<Side> {
    if (over(start)) return start.result == drawn ? std::nullopt : std::optional(static_cast<Side>(start.result));
    Bits<W> stones[2] = {start.stones[0], start.stones[1]};
    Side side = start.side;
    for (int turns = 0; turns < longest_playout; ++turns, side = other(side)) {
        auto& own = stones[index(side)];
        const int count = own.count();
        int left = -1, landed = -1;
        if (count < facts().stones) {
            const auto choices = open(own, stones[0] | stones[1], side);
            if (const int many = choices.count()) landed = choices.nth(random.below(many));
        } else {
            for (int i = 0, first = random.below(count); i < count && landed < 0; ++i) {
                left = own.nth((first + i) % count);
                const auto choices = targets(stones, side, left);
                if (const int many = choices.count()) landed = choices.nth(random.below(many));
            }
        }
        if (landed < 0) continue;
        if (count == facts().stones) own.reset(left);
        own.set(landed);
        if (const auto winner = completed(stones, side, left, landed)) return winner;
    }
    return std::nullopt;
}

template <int W>
auto Network<W>::with_stones(const Bits<W>& black, const Bits<W>& white, Side side) const -> State {
    State s{};
    s.stones[0] = black;
    s.stones[1] = white;
    s.side = side;
    s.result = going_on;
    for (const Side one : {Side::White, Side::Black}) {
        s.stones[index(one)].each([&](int point) { s.placed ^= values_(point, one); });
        if (has_network(s.stones, one)) s.result = static_cast<std::int8_t>(index(one));
    }
    return s;
}

inline Parameters::Declared declared() {
    return {{"size", every(6, 12, 2)},
            {"pie", {0, 1, 3, 5}},
            {"stones", every(4, 24)},
            {"network", every(4, 12)},
            {"moves", {"adjacent", "anywhere"}}};
}

template <class Build>
auto build(const Parameters& parameters, Build&& build) {
    const int size = parameters.number("size");
    if (parameters.number("network") > parameters.number("stones"))
        throw std::invalid_argument("parameter network cannot be more than the stones of a colour");
    return with_width<1, 2, 3>(size * size, [&]<int W>() {
        return build(Network<W>({size, parameters.number("pie"), parameters.number("stones"),
                                 parameters.number("network"), parameters.word("moves") == "anywhere"}));
    });
}

}  // namespace isthmus::network
