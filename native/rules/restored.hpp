// restored: a state from a snapshot, with everything it remembers.
#pragma once

#include <memory>
#include <utility>

#include "rules/game.hpp"
#include "rules/history.hpp"

namespace isthmus {

// The state of a snapshot, and the Past that it refers to, which the caller keeps alive; null if it refers to none.
// Throws std::invalid_argument for an invalid snapshot. Its counter "history" may be longer than the capacity of a
// state.
template <Game G>
std::pair<typename G::State, std::shared_ptr<const Past>> restored(const G& game, const Snapshot& snapshot) {
    snapshot.check(game.ids().cells);
    game.check(snapshot);
    auto state = game.restore(snapshot);
    std::shared_ptr<const Past> past;
    if constexpr (Remembers<G>) {
        auto& history = game.history(state);
        if (auto known = snapshot.counter(History::counter); known.size() >= History::capacity)
            past = history.settle(std::move(known));
        else if (history.recent())
            past = history.settle();
    }
    return {state, std::move(past)};
}

}  // namespace isthmus
