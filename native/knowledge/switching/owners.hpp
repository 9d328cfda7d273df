// A position as a switching game: the owner of each edge.
#pragma once

#include "knowledge/switching/switching.hpp"
#include "rules/grid.hpp"

namespace isthmus::detail {

// `stones`: bits of points, by side.
template <class Stones>
SwitchingGame::Owners owners(const Grid& grid, const Stones& stones) {
    SwitchingGame::Owners owners(grid.cells());
    for (const Side side : {Side::Black, Side::White})
        stones[index(side)].each([&](int point) { owners[grid.cell(point)] = side; });
    return owners;
}

}  // namespace isthmus::detail
