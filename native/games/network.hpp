// Network (Sackson 1969); rules 5. The readable definition is src/isthmus/games/network.py.
#pragma once

#include "games/network_planes.hpp"
#include "rules/fingerprint.hpp"
#include "rules/game.hpp"
#include "rules/history.hpp"
#include "rules/parameters.hpp"
#include "rules/sightlines.hpp"
#include "rules/width.hpp"

namespace isthmus::network {

template <int W>
class Network : public NetworkPlanes<Network<W>> {
public:
    static constexpr int repeats_to_draw = 3;

    struct State {
        Bits<W> stones[2];     // the supplies follow from them
        std::uint64_t placed;  // the fingerprint of the stones, without the side to move
        Opening opening;
        Side side;
        std::int8_t result;  // the winner's index, `drawn`, or `going_on`
        History past;        // of all positions since the last drop, the present one included
    };
    struct Facts {
        int size;
        int pie;
        int stones;     // of each colour
        int network;    // stones in a network
        bool anywhere;  // a stone may move to any cell, not only to an adjacent one
    };

    explicit Network(Facts facts);

    // The contract
    StepIds ids() const { return {board_.grid().cells()}; }
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

    // For retrograde analysis. Going round safely ends in a draw, and a past can only cause draws.
    Bits<W> room(Side side) const { return open_to_[index(side)]; }
    bool may_stand(const Bits<W>& own) const;
    bool sound(const State& s) const;
    LayerTurns layer_turns(const State&, int own, int) const { return {own < facts_.stones, own == facts_.stones}; }
    State standing(const State&, const Bits<W>& black, const Bits<W>& white, Side side) const;

    // For evaluators and planes
    const Grid& grid() const { return board_.grid(); }
    const Facts& facts() const { return facts_; }
    const CellBoard<W>& board() const { return board_; }
    int supply(const State& s, Side side) const { return facts_.stones - s.stones[index(side)].count(); }
    // The point that a step empties and the one that it fills; -1 for none.
    std::pair<int, int> ends(Step step) const;
    // The step that moves a stone from one point to another.
    Step id(int from, int to) const {
        return static_cast<Step>(ids().first_move() + cell(from) * ids().cells + cell(to));
    }
    // Where one more stone may be added to those of `own`.
    Bits<W> open(const Bits<W>& own, const Bits<W>& taken, Side side) const {
        return open_to_[index(side)].minus(taken | crowded(own));
    }
    Bits<W> targets(const Bits<W>* stones, Side side, int from) const;
    // The number of times that the present position has occurred since the last drop.
    int occurrences(const State& s) const { return s.past.occurrences(fingerprint(s)); }
    // Whether a step that completes no network leads to a draw by repetition.
    bool would_repeat(const State& s, Step step) const;

    // Random turns until a network is complete: a uniformly random drop, or a uniformly random move of the first stone
    // that has one, beginning with a random stone. Repetition does not end a playout; after `longest_playout` turns it
    // ends without a winner. A move that would complete both colours' networks counts for the mover.
    std::optional<Side> playout(const State& start, Random& random) const;

private:
    // Where one more stone would break the neighbour limit, that is, make a cluster of three: a stone with two friendly
    // neighbours. This may be the new stone or a neighbour. Everywhere, if the stones already break the limit.
    Bits<W> crowded(const Bits<W>& own) const;

    static constexpr std::int8_t going_on = -1;
    static constexpr std::int8_t drawn = 2;
    static constexpr int crowd = 2;  // this many friendly neighbours are too many
    static constexpr int longest_playout = 200;

    Cell cell(int point) const { return board_.grid().cell(point); }

    // A position without a past; its opening is not yet set.
    State with_stones(const Bits<W>& black, const Bits<W>& white, Side side) const;
    bool has_network(const Bits<W>* stones, Side side) const {
        const auto& own = stones[index(side)];
        return own.count() >= facts_.network && board_.network(side, own, stones[0] | stones[1], facts_.network);
    }
    // The winner after a drop (`left` is -1) or a move by `side`, if there was no network before. A new network of the
    // mover contains the stone that landed, or two stones that see each other through the cell it left. A new network
    // of the opponent can only be of the second kind.
    std::optional<Side> completed(const Bits<W>* stones, Side side, int left, int landed) const;
    bool completes_both(const State& s, int from, int to) const;

    std::uint64_t fingerprint(const State& s) const { return s.placed ^ values_.to_move(s.side); }
    bool repeated(const State& s) const { return occurrences(s) >= repeats_to_draw; }

    Facts facts_;
    CellBoard<W> board_;
    Fingerprints values_;
    Bits<W> open_to_[2];
    std::vector<Bits<W>> reach_;
};

// The bodies ----------------------------------------------------------------------------------------------------------
template <int W>
Network<W>::Network(Facts facts) : facts_(facts), board_(facts.size), values_(board_.grid()) {
    for (const Side side : {Side::Black, Side::White}) open_to_[index(side)] = board_.open_to(side);
    reach_.resize(static_cast<std::size_t>(facts.size * facts.size));
    board_.all().each([&](int point) { reach_[point] = facts.anywhere ? board_.all() : board_.near(point); });
}

template <int W>
auto Network<W>::initial() const -> State {
    State s{};
    s.opening = Opening::start(facts_.pie, Side::White);
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
            targets(s.stones, s.side, from).each([&](int to) {
                if (!completes_both(s, from, to)) out.push_back(id(from, to));
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
    for (int side = 0; side < 2; ++side) out.stones[side] = board_.grid().cells_of(s.stones[side]);
    out.side = s.side;
    out.opening = s.opening;
    out.counters = {{"history", s.past.all()}};
    return out;
}

template <int W>
void Network<W>::check(const Snapshot& in) const {
    in.check_rules(false, {{"history", Snapshot::any, Snapshot::any}});
    for (const auto& stones : in.stones)
        if (stones.size() > static_cast<std::size_t>(facts_.stones))
            throw std::invalid_argument("snapshot: more stones than a colour has");
}

template <int W>
auto Network<W>::restore(const Snapshot& in) const -> State {
    const auto points = [&](Side side) { return board_.grid().template points_of<W>(in.stones[index(side)]); };
    State s = with_stones(points(Side::Black), points(Side::White), in.side);
    s.opening = in.opening;
    const auto known = in.counter("history");
    for (const auto fingerprint : known) s.past.add(fingerprint);
    // The present position always counts. With Black to play on an empty board its fingerprint is 0, which is omitted.
    if (known.empty()) s.past.add(fingerprint(s));
    const auto times = std::count(known.begin(), known.end(), fingerprint(s));
    if (s.result == going_on && times >= repeats_to_draw) s.result = drawn;
    return s;
}

template <int W>
bool Network<W>::may_stand(const Bits<W>& own) const {
    bool may = true;
    own.each([&](int point) { may = may && (board_.near(point) & own).count() < crowd; });
    return may;
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
    if (ids().is_cell(step)) return {-1, board_.grid().point(step)};
    if (step < ids().first_move()) return {-1, -1};
    const int move = step - ids().first_move();
    return {board_.grid().point(move / ids().cells), board_.grid().point(move % ids().cells)};
}

template <int W>
auto Network<W>::targets(const Bits<W>* stones, Side side, int from) const -> Bits<W> {
    const auto taken = stones[0] | stones[1];
    const auto reached = (reach_[from] & open_to_[index(side)]).minus(taken);
    if (reached.none()) return reached;
    auto rest = stones[index(side)];
    rest.reset(from);
    return reached.minus(crowded(rest));
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
        if (count < facts_.stones) {
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
        if (count == facts_.stones) own.reset(left);
        own.set(landed);
        if (const auto winner = completed(stones, side, left, landed)) return winner;
    }
    return std::nullopt;
}

template <int W>
auto Network<W>::crowded(const Bits<W>& own) const -> Bits<W> {
    Bits<W> once, twice;
    for (const auto& shift : board_.links().shifts) {
        const auto near = (own & shift.from).moved(shift.distance);
        twice |= once & near;
        once |= near;
    }
    return own.meets(twice) ? board_.all() : twice | board_.links().neighbours(own & once);
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

template <int W>
auto Network<W>::completed(const Bits<W>* stones, Side side, int left, int landed) const -> std::optional<Side> {
    const auto taken = stones[0] | stones[1];
    const auto& own = stones[index(side)];
    const auto& theirs = stones[index(other(side))];
    if ((board_.may_belong(landed, side, own, taken) || (left >= 0 && board_.sees_through(left, own, taken))) &&
        has_network(stones, side))
        return side;
    if (left >= 0 && board_.sees_through(left, theirs, taken) && has_network(stones, other(side))) return other(side);
    return std::nullopt;
}

template <int W>
bool Network<W>::completes_both(const State& s, int from, int to) const {
    const auto& theirs = s.stones[index(other(s.side))];
    if (!board_.sees_through(from, theirs, s.stones[0] | s.stones[1])) return false;
    Bits<W> after[2] = {s.stones[0], s.stones[1]};
    after[index(s.side)].reset(from);
    after[index(s.side)].set(to);
    return has_network(after, other(s.side)) && has_network(after, s.side);
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
