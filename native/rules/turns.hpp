// Turns from steps, for every game: each legal turn once, as one sequence of steps. Perft counts turns or steps.
#pragma once

#include <algorithm>
#include <set>
#include <vector>

#include "rules/game.hpp"

namespace isthmus {

using StepSequence = std::vector<Step>;

namespace detail {
template <Game G, class Found>
void walk_turn(const G& game, const typename G::State& state, StepSequence& made, Found&& found) {
    StepList steps;
    game.steps(state, steps);
    for (const Step step : steps) {
        auto after = state;
        game.apply(after, step);
        made.push_back(step);
        if (!game.over(after) && game.mid_turn(after)) {
            walk_turn(game, after, made, found);
        } else {
            found(made, after);
        }
        made.pop_back();
    }
}
}  // namespace detail

// Calls found(steps, state after) once for each legal turn that continues the state, even if the turn can be made in
// two orders. Two turns differ exactly when their sets of steps, without stop, differ.
template <Game G, class Found>
void each_turn(const G& game, const typename G::State& state, Found&& found) {
    std::set<StepSequence> seen;
    StepSequence made;
    detail::walk_turn(game, state, made, [&](const StepSequence& steps, const typename G::State& after) {
        if (steps.size() > 1) {
            auto same = steps;
            std::erase(same, game.ids().stop());
            std::sort(same.begin(), same.end());
            if (!seen.insert(std::move(same)).second) return;
        }
        found(steps, after);
    });
}

// The number of step sequences of a given length from a state. Games that end earlier do not count. `tick` is called
// regularly, and may throw to end the work.
template <Game G, class Tick>
std::uint64_t perft_steps(const G& game, const typename G::State& state, int depth, Tick&& tick) {
    if (depth == 0) return 1;
    if (depth > 1) tick();
    StepList steps;
    game.steps(state, steps);
    if (depth == 1) return steps.size();
    std::uint64_t sum = 0;
    for (const Step step : steps) {
        auto after = state;
        game.apply(after, step);
        sum += perft_steps(game, after, depth - 1, tick);
    }
    return sum;
}

// The number of sequences of a given number of turns from a state at the start of a turn.
template <Game G, class Tick>
std::uint64_t perft_turns(const G& game, const typename G::State& state, int depth, Tick&& tick) {
    if (depth == 0) return 1;
    tick();
    std::uint64_t sum = 0;
    each_turn(game, state, [&](const StepSequence&, const typename G::State& after) {
        sum += perft_turns(game, after, depth - 1, tick);
    });
    return sum;
}

}  // namespace isthmus
