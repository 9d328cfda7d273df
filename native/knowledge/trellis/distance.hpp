// The distance of the sides from winning Trellis.
#pragma once

#include <array>

#include "games/trellis.hpp"
#include "knowledge/connections/distance.hpp"

namespace isthmus::trellis {

template <int W>
class TrellisDistance {
public:
    explicit TrellisDistance(const Trellis<W>& game)
        : contest_(game.contest()),
          links_{checkered_links<W>(game.grid(), Side::Black), checkered_links<W>(game.grid(), Side::White)} {}
    std::array<int, 2> operator()(const typename Trellis<W>::State& state) const {
        return {distance(contest_, links_[0], Side::Black, state.stones[0], state.stones[1]),
                distance(contest_, links_[1], Side::White, state.stones[1], state.stones[0])};
    }

private:
    Contest<W> contest_;
    Links<W> links_[2];
};

}  // namespace isthmus::trellis
