// An oracle for C++ tests: exhaustive search, and random positions to try it on.
#pragma once

#include <optional>
#include <unordered_map>

#include "rules/game.hpp"
#include "rules/random.hpp"

namespace isthmus {

// Finds the winner if nobody passes.
template <Game G>
class Oracle {
public:
    explicit Oracle(const G& game) : game_(game) {}
    Side winner(const typename G::State& s) {
        if (const auto outcome = game_.outcome(s)) return *outcome->winner;
        std::uint64_t key = scramble(1 << 20 | index(s.side));
        for (int side = 0; side < 2; ++side) s.stones[side].each([&](int point) { key ^= scramble(2 * point + side); });
        if constexpr (requires { s.pending; }) key ^= scramble(2 << 20 | (s.pending + 1));
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        StepList steps;
        game_.steps(s, steps);
        bool won = false;
        for (const Step step : steps) {
            if (won || step == game_.ids().pass()) continue;
            auto next = s;
            game_.apply(next, step);
            won = winner(next) == s.side;
        }
        return known_[key] = won ? s.side : other(s.side);
    }

private:
    const G& game_;
    std::unordered_map<std::uint64_t, Side> known_;
};

// A random position, with no more than `most_empty` empty cells, in which nobody has won.
template <Game G>
typename G::State random_position(const G& game, int most_empty, Random& random) {
    while (true) {
        auto snapshot = game.snapshot(game.initial());
        const int share = 30 + random.below(41);
        int empty = 0;
        const int leave = 20 + random.below(60);
        for (Cell cell = 0; cell < game.ids().cells; ++cell) {
            if (random.below(100) < leave) {
                ++empty;
            } else {
                snapshot.stones[random.below(100) < share ? 0 : 1].push_back(cell);
            }
        }
        snapshot.side = static_cast<Side>(random.below(2));
        const auto state = game.restore(snapshot);
        if (empty > 0 && empty <= most_empty && !game.over(state)) return state;
    }
}

}  // namespace isthmus
