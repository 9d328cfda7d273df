// The distance of the sides from winning Trinidad.
#pragma once

#include <array>

#include "games/trinidad.hpp"
#include "knowledge/connections/distance.hpp"

namespace isthmus::trinidad {

template <int W>
class TrinidadDistance {
public:
    explicit TrinidadDistance(const Trinidad<W>& game) : game_(game) {}
    std::array<int, 2> operator()(const typename Trinidad<W>::State& state) const {
        const auto of = [&](Side side) {
            return distance(game_.contest(), game_.board().links(), side, state.stones[index(side)],
                            state.stones[index(other(side))]);
        };
        return {of(Side::Black), of(Side::White)};
    }

private:
    const Trinidad<W>& game_;
};

}  // namespace isthmus::trinidad
