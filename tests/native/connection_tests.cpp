// Tests of what a solver knows from virtual connections (native/knowledge/placement/connections.hpp), with one contest
// and with five, against exhaustive search. Prints a line for each test and exits with 1 at the first failure.
#include "check.hpp"
#include "games/hex.hpp"
#include "games/quadrant_hex.hpp"
#include "games/quadrant_trellis.hpp"
#include "knowledge/placement/connections.hpp"
#include "oracle.hpp"

namespace isthmus {
namespace {

// The winner of a position with filled-in stones. They may already have ended the game.
template <Game G>
Side winner_of_filled(const G& game, Oracle<G>& oracle, const typename G::State& filled) {
    return game.over(filled) ? *game.outcome(filled)->winner : oracle.winner(filled);
}

// Checks random positions. A claimed winner really wins. If the winner is to move and the winning turn is not known,
// every winning turn is among those that may be good. Returns the number of positions with a claimed winner.
template <Game G>
int settled(const G& game, int most_empty, int rounds) {
    PlacementConnections knowledge(game);
    FillIn fill_in(game.facts().contests, game.facts().links);
    Oracle<G> oracle(game);
    Random random(7);
    int settled = 0;
    for (int round = 0; round < rounds; ++round) {
        const auto s = random_position(game, most_empty, random);
        StepList steps;
        game.steps(s, steps);
        Evaluation answer;
        knowledge.look(s, steps, answer);
        const auto winner = oracle.winner(s);
        auto filled = s;
        fill_in.fill(filled.stones, filled.won);
        CHECK(winner_of_filled(game, oracle, filled) == winner);
        if (answer.winner) CHECK(*answer.winner == winner);
        settled += answer.winner.has_value();
        if (winner != s.side || (answer.weights.empty() && !answer.winner)) continue;
        if (answer.weights.empty()) answer.weights.assign(steps.size(), 1.0f);
        int wins = 0, tried = 0;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (answer.weights[i] <= 0) continue;
            auto after = s;
            game.apply(after, steps[i]);
            ++tried, wins += oracle.winner(after) == s.side;
        }
        CHECK(answer.winner ? wins == tried : wins > 0);
    }
    return settled;
}

template <Game G>
std::optional<Side> known_winner(const G& game, const Snapshot& snapshot) {
    const auto s = game.restore(snapshot);
    StepList steps;
    game.steps(s, steps);
    Evaluation answer;
    PlacementConnections(game).look(s, steps, answer);
    return answer.winner;
}

void a_claimed_winner_wins() {
    const auto settled_of = [](int most_empty, int rounds) {
        return [=](const auto& game) { return settled(game, most_empty, rounds); };
    };
    CHECK(hex::build(Parameters({{"size", 5}, {"pie", 0}}), settled_of(11, 300)) > 290);
    CHECK(quadrant_hex::build(Parameters({{"size", 6}, {"pie", 0}}), settled_of(11, 300)) > 200);
    CHECK(quadrant_trellis::build(Parameters({{"size", 9}, {"pie", 0}}), settled_of(10, 200)) > 130);
}

// Black has a quarter, and b2 wins another and the whole board with the same two pairs: b1 and c1, a3 and b3.
void contests_share_pairs() {
    quadrant_hex::build(Parameters({{"size", 6}, {"pie", 0}}), [](const auto& game) {
        auto snapshot = game.snapshot(game.initial());
        const auto cell = [](int column, int row) { return static_cast<Cell>(6 * (row - 1) + column - 1); };
        snapshot.stones[0] = {cell(2, 2), cell(1, 4), cell(1, 5), cell(1, 6)};
        snapshot.stones[1] = {cell(6, 3), cell(6, 4), cell(6, 5), cell(4, 6)};
        snapshot.side = Side::White;
        CHECK(known_winner(game, snapshot) == Side::Black);
        snapshot.stones[1].push_back(cell(1, 3));
        CHECK(known_winner(game, snapshot) != Side::Black);
        return true;
    });
}

}  // namespace
}  // namespace isthmus

int main() {
    using namespace isthmus;
    return run_tests({
        {"a claimed winner wins", a_claimed_winner_wins},
        {"contests share pairs", contests_share_pairs},
    });
}
