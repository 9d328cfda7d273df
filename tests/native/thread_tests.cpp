// Threads that share one search, for the thread sanitizer: it reports any race. Games of each kind of evaluator.
#include <cstdio>
#include <cstdlib>

#include "games/trinidad.hpp"
#include "knowledge/hex/bundle.hpp"
#include "knowledge/network/evaluator.hpp"
#include "knowledge/orbit/evaluator.hpp"
#include "knowledge/playouts/bundle.hpp"
#include "knowledge/trellis/evaluator.hpp"
#include "search/survey.hpp"

namespace {

using namespace isthmus;

template <Game G, class MakeEvaluator>
void search_together(const char* name, const G& game, MakeEvaluator make, std::uint64_t simulations) {
    Tuning tuning;
    const auto evaluator = make(game, tuning);
    Search search(game, evaluator, SearchParameters(tuning), 1);
    auto state = game.initial();
    for (int turn = 0; turn < 3; ++turn) {
        search.set_root(state);
        int reports = 0;
        Limits limits;
        limits.simulations = simulations;
        limits.threads = 4;
        search.run(limits, std::chrono::steady_clock::now(), [&] {
            reports += !Survey(search).report().turns.empty();
            return true;
        });
        const auto report = Survey(search).report();
        if (report.turns.empty() || search.simulations() < simulations) {
            std::printf("%s: the search ended early\n", name);
            std::exit(1);
        }
        for (const Step step : report.turns.front().steps) game.apply(state, step);
    }
    std::printf("%s: searched by four threads\n", name);
}

}  // namespace

int main() {
    search_together(
        "hex",
        Placement<2>({Grid(9, 9),
                      {hex::links<2>(Grid(9, 9)), hex::links<2>(Grid(9, 9))},
                      {square_contest<2>(Grid(9, 9), 0, 0, 9)},
                      1,
                      0}),
        [](const auto& game, Tuning& tuning) { return hex::evaluator(game, tuning); }, 3000);
    search_together(
        "trellis", trellis::Trellis<2>(9, 0, 2, 3),
        [](const auto& game, Tuning& tuning) { return trellis::evaluator(game, tuning); }, 3000);
    search_together(
        "orbit", orbit::Orbit<2>(9, 0), [](const auto& game, Tuning& tuning) { return orbit::evaluator(game, tuning); },
        500);
    search_together(
        "network", network::Network<1>({8, 0, 10, 6, false}),
        [](const auto& game, Tuning& tuning) { return network::evaluator(game, tuning); }, 1000);
    search_together(
        "trinidad without knowledge", trinidad::Trinidad<2>(5, 0, 1),
        [](const auto& game, Tuning& tuning) {
            return PlayoutEvaluator<std::remove_cvref_t<decltype(game)>>(game, tuning);
        },
        1000);
    return 0;
}
