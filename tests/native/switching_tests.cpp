// Tests of perfect play (theory.hpp in native/knowledge/bridgit and native/knowledge/trellis) against exhaustive
// search: the winner, every winning step, the trees, and the proof that the mirror rule of Trellis cannot matter.
// Prints a line for each test and exits with 1 at the first failure.
#include "check.hpp"
#include "games/bridgit.hpp"
#include "games/hex.hpp"
#include "games/quadrant_trellis.hpp"
#include "knowledge/bridgit/theory.hpp"
#include "knowledge/hex/bundle.hpp"
#include "knowledge/quadrant_trellis/bundle.hpp"
#include "knowledge/trellis/static_win.hpp"
#include "knowledge/trellis/theory.hpp"
#include "oracle.hpp"

namespace isthmus {
namespace {

using Owners = SwitchingGame::Owners;

template <int W>
auto theory_of(const Placement<W>& game) {
    return bridgit::BridgitTheory<W>(game);
}
template <int W>
auto theory_of(const trellis::Trellis<W>& game) {
    return trellis::TrellisTheory<W>(game);
}
template <Game G>
std::optional<PerfectPlay> perfect_play(const G& game, const typename G::State& state) {
    return theory_of(game)(state);
}

// Checks the certificate alone: two trees without a common cell, on the same vertices, which include both ends.
bool is_certificate(const SwitchingGraph& graph, const Owners& owners, Side side, const Trees& trees) {
    DisjointSets own(graph.vertices);
    for (std::size_t cell = 0; cell < owners.size(); ++cell)
        if (owners[cell] == side) own.join(graph.ends[cell].one, graph.ends[cell].two);
    const int start = own.find(SwitchingGraph::start), goal = own.find(SwitchingGraph::goal);
    if (start == goal) return trees[0].empty() && trees[1].empty();
    std::vector<int> vertices[2];
    std::vector<bool> used(owners.size());
    for (int i = 0; i < 2; ++i) {
        DisjointSets tree(graph.vertices);
        for (const Cell cell : trees[i]) {
            const int one = own.find(graph.ends[cell].one), two = own.find(graph.ends[cell].two);
            if (owners[cell] || used[cell] || !tree.join(one, two)) return false;
            used[cell] = true;
            vertices[i].insert(vertices[i].end(), {one, two});
        }
        std::sort(vertices[i].begin(), vertices[i].end());
        vertices[i].erase(std::unique(vertices[i].begin(), vertices[i].end()), vertices[i].end());
        for (const int end : {start, goal})
            if (!std::binary_search(vertices[i].begin(), vertices[i].end(), end)) return false;
        if (vertices[i].size() != trees[i].size() + 1) return false;
    }
    return vertices[0] == vertices[1];
}

template <Game G>
Owners owners_of(const G& game, const typename G::State& s) {
    Owners owners(game.ids().cells);
    const auto snapshot = game.snapshot(s);
    for (const Side side : {Side::Black, Side::White})
        for (const Cell cell : snapshot.stones[index(side)]) owners[cell] = side;
    return owners;
}

template <Game G>
void agrees(const G& game, const SwitchingGame& theory, int most_empty, int rounds) {
    const auto player = theory_of(game);
    Random random(7);
    int second_wins = 0;
    for (int round = 0; round < rounds; ++round) {
        Oracle<G> oracle(game);
        auto s = random_position(game, most_empty, random);
        const auto play = player(s);
        CHECK(play && play->winner == oracle.winner(s));
        std::vector<Step> winning;
        StepList steps;
        game.steps(s, steps);
        for (const Step step : steps) {
            if (!game.ids().is_cell(step) || play->winner != s.side) continue;
            auto next = s;
            game.apply(next, step);
            if (oracle.winner(next) == s.side) winning.push_back(step);
        }
        auto found = play->winning_steps;
        std::sort(found.begin(), found.end());
        CHECK(found == winning);
        second_wins += found.empty();
        if (!found.empty()) game.apply(s, play->winning_steps.front());
        CHECK(is_certificate(theory.graph(play->winner), owners_of(game, s), play->winner, play->trees));
    }
    CHECK(second_wins > 0 && second_wins < rounds);
}

template <class Test>
void on_bridgit(int size, int pie, Test&& test) {
    bridgit::build(Parameters({{"size", size}, {"pie", pie}}), [&](const auto& game) {
        const Grid& grid = game.facts().grid;
        test(game, SwitchingGame(bridgit::graph(grid, Side::Black), bridgit::graph(grid, Side::White)));
        return 0;
    });
}
template <class Test>
void on_trellis(int size, int pie, int stones_per_turn, Test&& test) {
    const Parameters parameters(
        {{"size", size}, {"pie", pie}, {"stones_per_turn", stones_per_turn}, {"separation", 3}});
    trellis::build(parameters, [&](const auto& game) {
        test(game, SwitchingGame(trellis::graph(size, Side::Black), trellis::graph(size, Side::White)));
        return 0;
    });
}

void exhaustive_search_agrees() {
    for (const int size : {3, 4, 5}) on_bridgit(size, 0, [](const auto& g, const auto& t) { agrees(g, t, 9, 400); });
    for (const int size : {3, 4, 5, 7})
        on_trellis(size, 0, 1, [](const auto& g, const auto& t) { agrees(g, t, 9, 400); });
}

// From the empty board and after random openings the winner wins, whatever random steps the other makes.
template <Game G>
void winner_wins(const G& game, int games, int opening) {
    const auto player = theory_of(game);
    Random random(3);
    StepList steps;
    for (int number = 0; number < games; ++number) {
        auto s = game.initial();
        for (int i = random.below(opening); i > 0 && !game.over(s); --i) {
            game.steps(s, steps);
            game.apply(s, steps[random.below(static_cast<int>(steps.size()))]);
        }
        const auto winner = player(s)->winner;
        while (!game.over(s)) {
            const auto play = player(s);
            CHECK(play && play->winner == winner && play->winning_steps.empty() == (s.side != winner));
            game.steps(s, steps);
            game.apply(s, s.side == winner ? play->winning_steps.front()
                                           : steps[random.below(static_cast<int>(steps.size()))]);
        }
        CHECK(*game.outcome(s)->winner == winner);
    }
}
void winners_win() {
    for (const int size : {3, 8, 12}) on_bridgit(size, 0, [](const auto& g, const auto&) { winner_wins(g, 20, 12); });
    for (const int size : {5, 9, 19}) on_trellis(size, 0, 1, [](const auto& g, const auto&) { winner_wins(g, 20, 9); });
}

// The first player has a strategy in pairs of adjacent points, which are never images of each other.
void the_empty_board_is_a_proved_win() {
    const auto first_wins = [](const auto& game, const auto&) {
        const auto play = perfect_play(game, game.initial());
        CHECK(play && play->proved && play->winner == Side::Black && !play->winning_steps.empty());
    };
    for (int size = 3; size <= 12; ++size) on_bridgit(size, 0, first_wins);
    for (int size = 5; size <= 19; size += 2) on_trellis(size, 0, 1, first_wins);
}

void the_chooser_takes_the_winner() {
    const auto takes = [](const auto& game, const auto&) {
        auto s = game.initial();
        CHECK(!perfect_play(game, s));
        for (const Step step : {0, game.ids().cells / 2}) {
            auto offer = s;
            game.apply(offer, static_cast<Step>(step));
            const auto choice = perfect_play(game, offer);
            CHECK(choice && choice->winning_steps == std::vector<Step>{game.ids().take(choice->winner)});
            game.apply(offer, choice->winning_steps.front());
            CHECK(perfect_play(game, offer)->winner == choice->winner);
        }
    };
    on_bridgit(5, 1, takes);
    on_trellis(7, 1, 1, takes);
}

// The best-looking of the proved winning steps comes first. In Bridg-It every winning step is proved.
void a_natural_step_comes_first() {
    const auto sorted = [](const auto& game, const auto&) {
        const auto ascending = [](const StepList& steps) { return std::vector<float>(steps.begin(), steps.end()); };
        const auto player = theory_of(game);
        auto plain = player(game.initial())->winning_steps;
        const auto play = player(game.initial(), ascending);
        CHECK(play && play->proved && play->winning_steps.size() > 1);
        const auto best = *std::max_element(plain.begin(), plain.end());
        CHECK(play->winning_steps.front() == best || !play->all_proved);
        CHECK(plain.front() != best);
        auto found = play->winning_steps;
        if (play->all_proved) CHECK(std::is_sorted(found.rbegin(), found.rend()));
        std::sort(found.begin(), found.end());
        std::sort(plain.begin(), plain.end());
        CHECK(found == plain);
        return play->all_proved;
    };
    on_bridgit(5, 0, [&](const auto& game, const auto& theory) { CHECK(sorted(game, theory)); });
    on_trellis(9, 0, 1, [&](const auto& game, const auto& theory) { CHECK(!sorted(game, theory)); });
}

void other_games_get_no_answer() {
    const auto none = []<template <class> class Bundle, class G>(const G& game) {
        CHECK(!typename Bundle<G>::Theory(game)(game.initial()));
        return 0;
    };
    hex::build(Parameters({{"size", 5}, {"pie", 0}}),
               [&](const auto& game) { return none.template operator()<hex::Bundle>(game); });
    quadrant_trellis::build(Parameters({{"size", 9}, {"pie", 0}}),
                            [&](const auto& game) { return none.template operator()<quadrant_trellis::Bundle>(game); });
    on_trellis(5, 0, 2, [](const auto& game, const auto&) { CHECK(!perfect_play(game, game.initial())); });
}

// Whether a side wins although no streak of its answers that mirror may reach `forbidden`. Both may pass, but not after
// two passes in succession.
template <int W>
class MirrorOracle {
public:
    MirrorOracle(const trellis::Trellis<W>& game, Side side, int forbidden)
        : game_(game), side_(side), forbidden_(forbidden) {}
    bool wins(const typename trellis::Trellis<W>::State& s) {
        if (game_.over(s)) return static_cast<Side>(s.winner) == side_;
        const auto key = game_.key(s);
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        StepList steps;
        game_.steps(s, steps);
        bool found = false;
        for (const Step step : steps) {
            if (found) break;
            auto next = s;
            game_.apply(next, step);
            const auto& streaks = next.streaks[index(side_)];
            if (s.side == side_ && *std::max_element(streaks.begin(), streaks.end()) >= forbidden_) continue;
            found = wins(next) == (s.side == side_);
        }
        return known_[key] = found == (s.side == side_);
    }

private:
    const trellis::Trellis<W>& game_;
    Side side_;
    int forbidden_;
    std::unordered_map<std::uint64_t, bool> known_;
};

// What is claimed for streaks of ten is tried for streaks of one and two, which small boards allow.
void the_mirror_rule_cannot_break_a_proof() {
    int safe = 0, unsafe = 0;
    for (const int size : {3, 5})
        for (const int forbidden : {1, 2})
            on_trellis(size, 0, 1, [&](const auto& game, const SwitchingGame& theory) {
                using G = std::remove_cvref_t<decltype(game)>;
                const trellis::MirrorDanger danger(size, forbidden);
                Random random(size + forbidden);
                for (int round = 0; round < 400; ++round) {
                    const auto s = random_position(game, 6, random);
                    const auto verdict = theory.decide(owners_of(game, s), s.side);
                    if (verdict.winner == s.side) continue;
                    const ContractedGraph graph(theory.graph(verdict.winner), owners_of(game, s), verdict.winner);
                    const bool avoided = danger.avoided(graph, verdict.trees, s.streaks[index(verdict.winner)]);
                    ++(avoided ? safe : unsafe);
                    if (avoided)
                        CHECK((MirrorOracle<sizeof(G::State::stones) / 16>(game, verdict.winner, forbidden).wins(s)));
                }
            });
    CHECK(safe > 100 && unsafe > 10);
}

// A position with two stones a turn, in the middle of a turn or between two.
template <class G>
typename G::State random_moment(const G& game, int most_empty, Random& random) {
    StepList steps;
    while (true) {
        auto s = random_position(game, most_empty, random);
        if (random.below(2) == 0) return s;
        game.steps(s, steps);
        game.apply(s, steps[random.below(static_cast<int>(steps.size()))]);
        if (!game.over(s) && game.mid_turn(s)) return s;
    }
}

// Checks a win that is shown for the side that waits or moves, and each step that may begin it.
template <int W>
void is_shown_correctly(const trellis::Trellis<W>& game, const trellis::StaticWin<W>& static_win,
                        const typename trellis::Trellis<W>::State& s, int (&shown)[2]) {
    const auto win = static_win(s);
    if (!win) return;
    Oracle<trellis::Trellis<W>> oracle(game);
    const bool waits = win->starts.empty(), moves = win->side == s.side;
    CHECK(waits || moves);
    if (waits) CHECK(oracle.winner(s) == win->side);
    ++shown[moves];
    StepList steps;
    game.steps(s, steps);
    for (const Step step : steps) {
        if (step == game.ids().pass()) continue;
        auto next = s;
        game.apply(next, step);
        if (waits || std::count(win->starts.begin(), win->starts.end(), step)) CHECK(oracle.winner(next) == win->side);
    }
}
void static_wins_of_two_stones_are_wins() {
    int shown[2] = {0, 0}, wins = 0;
    for (const int size : {5, 7})
        on_trellis(size, 0, 2, [&](const auto& game, const SwitchingGame&) {
            const trellis::StaticWin static_win(game);
            Random random(size);
            for (int round = 0; round < 600; ++round) {
                const auto s = random_moment(game, 8, random);
                Oracle<std::remove_cvref_t<decltype(game)>> oracle(game);
                wins += oracle.winner(s) == s.side;
                is_shown_correctly(game, static_win, s, shown);
            }
        });
    CHECK(shown[0] > 100 && 2 * shown[1] > wins);
}

// White waits and has even three edge-disjoint trees, but Black wins: the two answers are not three apart.
void three_trees_are_not_enough() {
    on_trellis(5, 0, 2, [](const auto& game, const SwitchingGame& theory) {
        auto snapshot = game.snapshot(game.initial());
        const auto cells = [](std::initializer_list<const char*> points) {
            std::vector<Cell> cells;
            for (const char* point : points) cells.push_back(static_cast<Cell>(5 * (point[1] - '1') + point[0] - 'a'));
            return cells;
        };
        snapshot.stones[0] = cells({"c1", "d2", "a3", "e5"});
        snapshot.stones[1] = cells({"b1", "d1", "e1", "a2", "b3", "d3", "d4", "e4", "a5", "c5", "d5"});
        const auto s = game.restore(snapshot);
        CHECK(theory.waiting_win(owners_of(game, s), Side::White));
        CHECK(Oracle<std::remove_cvref_t<decltype(game)>>(game).winner(s) == Side::Black);
        CHECK(!trellis::StaticWin(game)(s));
    });
}

}  // namespace
}  // namespace isthmus

int main() {
    using namespace isthmus;
    return run_tests({
        {"exhaustive search agrees", exhaustive_search_agrees},
        {"winners win", winners_win},
        {"the empty board is a proved win", the_empty_board_is_a_proved_win},
        {"the chooser takes the winner", the_chooser_takes_the_winner},
        {"a natural step comes first", a_natural_step_comes_first},
        {"other games get no answer", other_games_get_no_answer},
        {"the mirror rule cannot break a proof", the_mirror_rule_cannot_break_a_proof},
        {"static wins of two stones are wins", static_wins_of_two_stones_are_wins},
        {"three trees are not enough", three_trees_are_not_enough},
    });
}
