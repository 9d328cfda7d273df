// Tests of Gumbel search and of games of self-play, with judges that need no net. Prints a line for each test and exits
// with 1 at the first failure.
#include <map>

#include "check.hpp"
#include "games/hex.hpp"
#include "search/self_play.hpp"

namespace isthmus {
namespace {

using Hex = Placement<2>;

template <class Body>
void with_hex(int size, Body&& body) {
    hex::build(Parameters({{"size", size}, {"pie", 0}}), [&](auto game) {
        if constexpr (std::is_same_v<decltype(game), Hex>) body(game);
        return 0;
    });
}

Hex::State position(const Hex& game, std::initializer_list<int> cells) {
    auto state = game.initial();
    for (const int cell : cells) game.apply(state, static_cast<Step>(cell));
    return state;
}

// An even value, with equal weights or one preferred step.
Judgement even(const StepList& steps, int liked = -1) {
    Judgement judgement{0, std::vector<float>(steps.size(), 0.0f)};
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (steps[i] == liked) judgement.logits[i] = 3;
    return judgement;
}

int search(GumbelTree<Hex>& tree, const Hex::State& root, const GumbelOptions& options, int liked = -1,
           std::uint64_t seed = 1) {
    Random random(seed);
    tree.begin(root, options, random);
    int judged = 0;
    for (; tree.next(); ++judged) tree.take(even(tree.steps(), liked));
    return judged;
}

// Black has a2, a3 (cells 3 and 6) on 3x3 and completes the left column with a1 (cell 0).
void a_win_in_one_is_found() {
    with_hex(3, [](const Hex& game) {
        GumbelTree<Hex> tree(game);
        search(tree, position(game, {3, 5, 6, 8}), {.simulations = 16, .explore = false});
        CHECK(tree.best() == 0);
        CHECK(tree.value() > 0);
    });
}

// Black wins with either of two cells at the top, whatever White does. The search sees this.
void values_are_backed_up_and_the_policy_sums_to_one() {
    with_hex(3, [](const Hex& game) {
        GumbelTree<Hex> tree(game);
        search(tree, position(game, {3, 8, 6}), {.simulations = 200, .explore = false});
        const auto policy = tree.policy();
        CHECK(tree.value() > 0.3f);
        float sum = 0;
        for (const auto& [step, share] : policy) sum += share;
        CHECK(std::abs(sum - 1) < 1e-4f);
    });
}

void simulations_are_counted() {
    with_hex(5, [](const Hex& game) {
        GumbelTree<Hex> tree(game);
        for (const int simulations : {0, 1, 2, 7, 16, 33, 100})
            for (const int considered : {1, 2, 5, 16, 25, 1000})
                CHECK(search(tree, game.initial(), {.simulations = simulations, .considered = considered}) ==
                      1 + simulations);
    });
}

void without_simulations_the_policy_decides() {
    with_hex(5, [](const Hex& game) {
        GumbelTree<Hex> tree(game);
        search(tree, game.initial(), {.simulations = 0, .explore = false}, 17);
        CHECK(tree.best() == 17);
    });
}

void noise_explores_and_is_reproducible() {
    with_hex(5, [](const Hex& game) {
        GumbelTree<Hex> tree(game);
        std::vector<int> chosen(25);
        for (std::uint64_t seed = 0; seed < 200; ++seed) {
            search(tree, game.initial(), {.simulations = 4, .considered = 4}, -1, seed);
            const Step first = tree.best();
            search(tree, game.initial(), {.simulations = 4, .considered = 4}, -1, seed);
            CHECK(tree.best() == first);
            ++chosen[first];
        }
        CHECK(std::count(chosen.begin(), chosen.end(), 0) < 5);
        CHECK(*std::max_element(chosen.begin(), chosen.end()) < 40);
    });
}

// The good step has half of the share. One simulation of each of 24 bad ones must not make the position look lost.
void the_value_weighs_steps_by_the_policy_and_not_by_visits() {
    with_hex(5, [](const Hex& game) {
        GumbelTree<Hex> tree(game);
        Random random(1);
        tree.begin(game.initial(), {.simulations = 25, .considered = 25, .explore = false}, random);
        while (tree.next()) {
            auto judgement = even(tree.steps(), 12);
            const auto& state = tree.position();
            if (game.to_act(state).side == Side::White) judgement.value = state.stones[0].test(12) ? 0.5f : -0.5f;
            tree.take(judgement);
        }
        const double liked = std::exp(3.0) / (std::exp(3.0) + 24);
        CHECK(std::abs(tree.value() - 25.0 / 26 * (0.5 * liked - 0.5 * (1 - liked))) < 1e-3);
    });
}

// Gives all steps equal weight, except perhaps one preferred step.
struct EvenJudge {
    void put(int i, const Hex::State&, const StepList& steps) { seen[i] = steps; }
    void run(int count) { largest = std::max(largest, count); }
    void read(int i, const Hex::State&, Judgement& answer) { answer = even(seen[i], liked); }
    int liked = -1;
    int largest = 0;
    std::map<int, StepList> seen{};
};

// Proofs may drop steps from the search; the net sees all of them, and the surprise includes the shares of the dropped
// steps.
struct SpyJudge : EvenJudge {
    explicit SpyJudge(const Hex& game) : EvenJudge{.liked = 24}, game(game) {}
    void put(int i, const Hex::State& state, const StepList& steps) {
        StepList legal;
        game.steps(state, legal);
        all = all && steps == legal;
        EvenJudge::put(i, state, steps);
    }
    const Hex& game;
    bool all = true;
};

void a_judge_sees_all_legal_steps() {
    with_hex(5, [](const Hex& game) {
        SelfPlayOptions options;
        options.full.prove = true;
        options.full_share = 1;
        options.random_steps = 0;
        const GumbelTree<Hex>::Look look = [](const Hex::State&, StepList& steps) -> std::optional<Side> {
            if (steps.size() > 2) steps.resize(2);  // without cell 24, which the judge likes
            return std::nullopt;
        };
        SpyJudge judge(game);
        const auto games = SelfPlay<Hex>(game, options, 3, look).play(4, judge, [] { return true; });
        CHECK(judge.all);
        const double liked = std::exp(3.0);
        for (const auto& played : games) {
            CHECK(played.policy[0].size() == 2);
            CHECK(played.surprise[0] >= std::log((liked + 24) / 2) - 1e-3);
        }
    });
}

void a_game_that_is_cut_short_keeps_its_proof() {
    with_hex(5, [](const Hex& game) {
        SelfPlayOptions options;
        options.full.prove = true;
        options.longest = 6;
        const GumbelTree<Hex>::Look look = [](const Hex::State&, StepList&) { return Side::White; };
        EvenJudge judge;
        for (const auto& played : SelfPlay<Hex>(game, options, 3, look).play(4, judge, [] { return true; })) {
            CHECK(played.steps.size() == 6);
            CHECK(played.result == -1);
        }
    });
}

void games_are_legal_and_do_not_depend_on_their_neighbours() {
    with_hex(4, [](const Hex& game) {
        SelfPlayOptions options;
        options.full.simulations = 8;
        std::vector<std::vector<PlayedGame>> runs;
        for (const int at_once : {1, 3, 64}) {
            options.at_once = at_once;
            EvenJudge judge;
            auto games = SelfPlay<Hex>(game, options, 42).play(10, judge, [] { return true; });
            CHECK(games.size() == 10);
            CHECK(judge.largest <= at_once);
            std::sort(games.begin(), games.end(), [](const auto& a, const auto& b) { return a.steps < b.steps; });
            runs.push_back(std::move(games));
        }
        for (const auto& games : runs)
            for (std::size_t i = 0; i < games.size(); ++i) CHECK(games[i].steps == runs[0][i].steps);
        for (const auto& played : runs[0]) {
            auto state = game.initial();
            StepList steps;
            for (std::size_t i = 0; i < played.steps.size(); ++i) {
                game.steps(state, steps);
                CHECK(std::binary_search(steps.begin(), steps.end(), played.steps[i]));
                if (!played.policy[i].empty()) CHECK(played.policy[i].size() == steps.size());
                game.apply(state, played.steps[i]);
            }
            CHECK(game.over(state));
            CHECK((game.outcome(state)->winner == Side::Black) == (played.result == 1));
            CHECK(played.values.size() == played.steps.size() && played.policy.size() == played.steps.size());
        }
    });
}

void it_ends_when_it_is_told_to() {
    with_hex(4, [](const Hex& game) {
        EvenJudge judge;
        int asked = 0;
        const auto games = SelfPlay<Hex>(game, {}, 1).play(1000, judge, [&] { return ++asked < 50; });
        CHECK(asked == 50 && games.size() < 1000);
    });
}

}  // namespace
}  // namespace isthmus

int main() {
    using namespace isthmus;
    return run_tests({
        {"a win in one is found", a_win_in_one_is_found},
        {"values are backed up and the policy sums to one", values_are_backed_up_and_the_policy_sums_to_one},
        {"simulations are counted", simulations_are_counted},
        {"without simulations the policy decides", without_simulations_the_policy_decides},
        {"noise explores and is reproducible", noise_explores_and_is_reproducible},
        {"the value weighs steps by the policy and not by visits",
         the_value_weighs_steps_by_the_policy_and_not_by_visits},
        {"a judge sees all legal steps", a_judge_sees_all_legal_steps},
        {"a game that is cut short keeps its proof", a_game_that_is_cut_short_keeps_its_proof},
        {"games are legal and do not depend on their neighbours",
         games_are_legal_and_do_not_depend_on_their_neighbours},
        {"it ends when it is told to", it_ends_when_it_is_told_to},
    });
}
