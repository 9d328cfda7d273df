// The point of view of a search's values: ByColour or BySeat.
#pragma once

#include "rules/game.hpp"

namespace isthmus {

// Values are for Black. With the pie rule use BySeat, since a colour may still change hands.
struct ByColour {
    template <Game G>
    static bool acts(const G& game, const typename G::State& state) {
        return game.to_act(state).side == Side::Black;
    }
    template <Game G>
    static float worth(const G&, const typename G::State&, Side winner) {
        return winner == Side::Black ? 1.0f : -1.0f;
    }
};
// Values are for the first seat, whatever colour it plays.
struct BySeat {
    template <Game G>
    static bool acts(const G& game, const typename G::State& state) {
        return game.to_act(state).seat == Seat::First;
    }
    template <Game G>
    static float worth(const G& game, const typename G::State& state, Side winner) {
        return game.opening(state).seat(winner) == Seat::First ? 1.0f : -1.0f;
    }
};

}  // namespace isthmus
