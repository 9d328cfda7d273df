// Random games: uniform random steps for every game, or the game's own faster playout if it has one.
#pragma once

#include "rules/game.hpp"

namespace isthmus {

// The steps after which a random game inside a search counts as drawn. Only aimless moves make a game so long.
inline constexpr int longest_random_game = 4096;

// A game of uniform random steps; `steps` is scratch space. Games that run longer than `limit` steps count as drawn.
template <Game G>
std::optional<Side> random_game(const G& game, typename G::State state, Random& random, StepList& steps, int limit,
                                std::uint64_t& made) {
    for (int count = 0; count < limit && !game.over(state); ++count) {
        game.steps(state, steps);
        game.apply(state, steps[random.below(static_cast<int>(steps.size()))]);
        ++made;
    }
    const auto outcome = game.outcome(state);
    return outcome ? outcome->winner : std::nullopt;
}

// The playout that search uses.
template <Game G>
std::optional<Side> playout(const G& game, const typename G::State& state, Random& random, StepList& steps) {
    if constexpr (HasPlayout<G>) {
        return game.playout(state, random);
    } else {
        std::uint64_t made = 0;
        return random_game(game, state, random, steps, longest_random_game, made);
    }
}

}  // namespace isthmus
