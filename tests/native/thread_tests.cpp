// Threads that share one search, for the thread sanitizer: it reports any race. Games of each kind of evaluator.
#include <cstdio>
#include <cstdlib>

#include "games/hex.hpp"
#include "games/trinidad.hpp"
#include "knowledge/hex/bundle.hpp"
#include "knowledge/network/bundle.hpp"
#include "knowledge/orbit/bundle.hpp"
#include "knowledge/playouts/bundle.hpp"
#include "knowledge/trellis/bundle.hpp"
#include "search/survey.hpp"

namespace {

using namespace isthmus;

template <template <class> class Bundle, Game G>
void search_together(const char* name, const G& game, std::uint64_t simulations, double batch) {
    Tuning tuning({{"batch", batch}});
    const auto evaluator = Bundle<G>::evaluator(game, tuning);
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
    std::printf("%s: searched by four threads, batches of %g\n", name, batch);
}

template <template <class> class Bundle, Game G>
void search_together(const char* name, const G& game, std::uint64_t simulations) {
    for (const double batch : {1.0, 8.0}) search_together<Bundle>(name, game, simulations, batch);
}

}  // namespace

int main() {
    search_together<hex::Bundle>("hex",
                                 Placement<2>({Grid(9, 9),
                                               {hex::links<2>(Grid(9, 9)), hex::links<2>(Grid(9, 9))},
                                               {square_contest<2>(Grid(9, 9), 0, 0, 9)},
                                               1,
                                               0}),
                                 3000);
    search_together<trellis::Bundle>("trellis", trellis::Trellis<2>(9, 0, 2, 3), 3000);
    search_together<orbit::Bundle>("orbit", orbit::Orbit<2>(9, 0), 500);
    search_together<network::Bundle>("network", network::Network<1>({8, 0, 10, 6, false}), 1000);
    search_together<playouts::Bundle>("trinidad without knowledge", trinidad::Trinidad<2>(5, 0, 1), 1000);
    return 0;
}
