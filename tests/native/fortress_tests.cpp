// Tests of the fortress and of what is built on it (native/solve), on a packed board of Network, against a slow oracle
// that knows only the rules. Prints a line for each test and exits with 1 at the first failure.
#include <algorithm>
#include <map>
#include <random>

#include "check.hpp"
#include "games/network.hpp"
#include "solve/closed_set.hpp"

namespace isthmus {
namespace {

using Network = network::Network<1>;
using State = Network::State;

// The rotations and reflections of the board. Those that exchange rows and columns exchange the colours.
std::vector<BoardSymmetry> symmetries(const Network& game) {
    std::vector<BoardSymmetry> out;
    const auto& grid = game.grid();
    const int last = grid.rows() - 1;
    for (int kind = 1; kind < 8; ++kind) {
        BoardSymmetry symmetry{{}, bool(kind & 4)};
        for (int cell = 0; cell < grid.cells(); ++cell) {
            int row = grid.row(grid.point(cell)), column = grid.column(grid.point(cell));
            if (kind & 1) row = last - row;
            if (kind & 2) column = last - column;
            if (kind & 4) std::swap(row, column);
            symmetry.to.push_back(grid.cell(grid.at(row, column)));
        }
        out.push_back(std::move(symmetry));
    }
    return out;
}

// All positions that can follow when all stones, or all but the last few, are dropped, with their results.
struct Board {
    Board(int network, int fewer)
        : game({6, 0, stones, network, false}),
          budget(~std::uint64_t{0} >> 1, 1e9, {}),
          root(start(fewer)),
          table(game, root, symmetries(game), budget) {
        CHECK(table.positions(1e9) > 0);
        CHECK(table.run(1e9));
    }
    // A random position with all stones dropped, except the last `fewer` of Black, who is to act.
    State start(int fewer) {
        const Layers<Network> layers(game, game.initial(), symmetries(game));
        const auto& blacks = layers.sets(Side::Black, stones - fewer).all;
        const auto& whites = layers.sets(Side::White, stones).all;
        std::mt19937 random(1);
        for (;;) {
            const auto &black = blacks[static_cast<int>(random() % blacks.size())],
                       &white = whites[static_cast<int>(random() % whites.size())];
            if (black.meets(white)) continue;
            State state = game.initial();
            state = game.standing(state, black, white, Side::Black);
            if (!game.over(state)) return state;
        }
    }

    static constexpr int stones = 10;  // of each colour
    Network game;
    Budget budget;
    State root;
    Retrograde<Network> table;
};
Board& board_before_the_last_drop() {
    static Board board(6, 1);
    return board;
}

// The greatest set of positions, with own stones of the kept sets and all stones dropped, in which a side can stay.
struct Oracle {
    Oracle(const Board& board, const MovePhase<Network>& phase) : phase(phase) {
        for (int set = 0; set < phase.sets(); ++set)
            for (int one = 0; one < phase.others->all.size(); ++one)
                for (const bool acts : {true, false}) add(board, set, one, acts);
    }
    void add(const Board& board, int set, int one, bool acts) {
        const auto &own = phase.own->all[set], &others = phase.others->all[one];
        if (own.meets(others)) return;
        const bool white = phase.side == Side::White;
        const auto state = board.game.standing(board.root, white ? others : own, white ? own : others,
                                               acts ? phase.side : other(phase.side));
        if (board.game.over(state)) return;
        auto& turns = leads_to[{set, one, acts}];
        board.table.each_turn(state, [&](Step, const State& after) {
            if (!board.game.over(after))
                turns.on.push_back({phase.own->all.number(after.stones[index(phase.side)]),
                                    phase.others->all.number(after.stones[index(other(phase.side))]), !acts});
            else
                (board.game.outcome(after)->winner == phase.side ? turns.wins : turns.loses) = true;
            return true;
        });
    }
    // Checks that the fortress is complete for these kept sets.
    void check(const Fortress<Network>& fortress, const std::vector<bool>& kept) const {
        std::map<Place, bool> stays;
        for (const auto& [place, turns] : leads_to) stays[place] = kept[static_cast<std::size_t>(place.set)];
        for (bool any = true; std::exchange(any, false);)
            for (auto& [place, stays_here] : stays) {
                if (!stays_here) continue;
                const auto& turns = leads_to.at(place);
                const auto in = [&](const Place& after) { return stays.at(after); };
                stays_here = place.acts ? turns.wins || std::any_of(turns.on.begin(), turns.on.end(), in)
                                        : !turns.loses && std::all_of(turns.on.begin(), turns.on.end(), in);
                any |= !stays_here;
            }
        std::size_t found = 0;
        for (const auto& [place, stays_here] : stays) {
            CHECK(fortress.rows(place.acts)[place.set].test(place.one) == stays_here);
            found += stays_here;
        }
        std::size_t held = 0;
        for (const bool acts : {true, false})
            for (const auto& row : fortress.rows(acts)) held += static_cast<std::size_t>(row.count());
        CHECK(held == found);
    }

    // Checks that a side can stay in the fortress, and that the other cannot leave it.
    void check_closed(const Fortress<Network>& fortress) const {
        for (const auto& [place, turns] : leads_to) {
            if (!fortress.rows(place.acts)[place.set].test(place.one)) continue;
            const auto in = [&](const Place& after) { return fortress.rows(after.acts)[after.set].test(after.one); };
            CHECK(place.acts ? turns.wins || std::any_of(turns.on.begin(), turns.on.end(), in)
                             : !turns.loses && std::all_of(turns.on.begin(), turns.on.end(), in));
        }
    }

    struct Place {
        int set, one;
        bool acts;
        auto operator<=>(const Place&) const = default;
    };
    struct Turns {
        std::vector<Place> on;
        bool wins = false, loses = false;
    };
    const MovePhase<Network>& phase;
    std::map<Place, Turns> leads_to;
};

const auto always = [](const std::vector<bool>&) { return true; };
const auto never = [](const std::vector<bool>&) { return false; };

// Drops sets of each side at random, and checks the fortress after each try.
template <class Look>
void look_at_fortresses(const Board& board, Look&& look) {
    for (const Side side : {Side::Black, Side::White}) {
        const MovePhase<Network> phase(board.game, board.root, board.table, side);
        const Oracle oracle(board, phase);
        Fortress<Network> fortress(phase);
        std::vector<bool> kept(static_cast<std::size_t>(phase.sets()), true);
        look(oracle, fortress, kept);
        std::mt19937 random(2);
        std::vector<int> some;
        for (int set = 0; set < phase.sets(); ++set)
            if (random() % 8 == 0) some.push_back(set);
        CHECK(!fortress.drop(some, never));
        look(oracle, fortress, kept);
        CHECK(fortress.drop(some, always));
        for (const int set : some) kept[static_cast<std::size_t>(set)] = false;
        look(oracle, fortress, kept);
    }
}

void a_fortress_is_what_the_oracle_finds_whichever_sets_are_kept() {
    look_at_fortresses(
        Board(8, 0), [](const auto& oracle, const auto& fortress, const auto& kept) { oracle.check(fortress, kept); });
}

// Here the opponent may have only moves that win for the seat. The fortress leaves such positions out.
void a_side_can_stay_in_a_fortress() {
    look_at_fortresses(board_before_the_last_drop(),
                       [](const auto& oracle, const auto& fortress, const auto&) { oracle.check_closed(fortress); });
}

void thinning_leaves_no_set_that_could_be_removed() {
    auto& board = board_before_the_last_drop();
    const MovePhase<Network> phase(board.game, board.root, board.table, Side::Black);
    Fortress<Network> fortress(phase);
    WayIn<Network> way_in(board.game, board.root, board.table.layers(), fortress);
    const auto leads_in = [&](const std::vector<bool>& changed) { return way_in.leads_in(changed); };
    const std::vector<bool> all(static_cast<std::size_t>(phase.sets()), true);
    CHECK(leads_in(all));
    Thinning<Network>(fortress, board.table.layers(), board.budget).run(leads_in);
    int left = 0;
    for (int set = 0; set < phase.sets(); ++set) left += fortress.held(set) > 0;
    CHECK(0 < left && left < phase.sets() / 4);
    Oracle(board, phase).check_closed(fortress);
    CHECK(leads_in(all));
    for (int set = 0; set < phase.sets(); ++set)
        if (fortress.held(set)) CHECK(!fortress.drop({set}, leads_in));
}

// From the start the seat has a turn that stays, and every turn of the opponent stays.
void nobody_leaves_a_closed_set() {
    auto& board = board_before_the_last_drop();
    for (const Seat seat : {Seat::First, Seat::Second}) {
        const ClosedSet<Network> closed(board.game, board.root, board.table, seat, board.budget);
        CHECK(closed.found() && closed.holds(board.root));
        std::map<std::uint64_t, bool> seen;
        std::vector<State> waiting{board.root};
        while (!waiting.empty()) {
            const State state = waiting.back();
            waiting.pop_back();
            if (board.game.over(state) || !seen.try_emplace(board.game.key(state), true).second) continue;
            const bool acts = board.game.to_act(state).seat == seat;
            bool stays = !acts;
            board.table.each_turn(state, [&](Step, const State& after) {
                const bool in = closed.holds(after);
                if (in && (!acts || !stays)) waiting.push_back(after);
                stays = acts ? stays || in : stays && in;
                return !acts || !stays;
            });
            CHECK(stays);
        }
        CHECK(seen.size() > 10);
    }
}

}  // namespace
}  // namespace isthmus

int main() {
    using namespace isthmus;
    return run_tests({
        {"a fortress is what the oracle finds whichever sets are kept",
         a_fortress_is_what_the_oracle_finds_whichever_sets_are_kept},
        {"a side can stay in a fortress", a_side_can_stay_in_a_fortress},
        {"thinning leaves no set that could be removed", thinning_leaves_no_set_that_could_be_removed},
        {"nobody leaves a closed set", nobody_leaves_a_closed_set},
    });
}
