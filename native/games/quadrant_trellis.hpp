// Quadrant Trellis, the original Trellis (Meyers 1999); rules 2.2. The readable definition is
// src/isthmus/games/quadrant_trellis.py.
#pragma once

#include "rules/checkered.hpp"
#include "rules/contests.hpp"
#include "rules/parameters.hpp"
#include "rules/placement.hpp"
#include "rules/width.hpp"

namespace isthmus::quadrant_trellis {

inline Parameters::Declared declared() { return {{"size", {9, 13, 17, 21}}, {"pie", {0, 1}}}; }

template <class Build>
auto build(const Parameters& parameters, Build&& build) {
    const int size = parameters.number("size");
    return with_width<2, 5, 11>(size * size, [&]<int W>() {
        const Grid grid(size, size);
        return build(Placement<W>({grid,
                                   {checkered_links<W>(grid, Side::Black), checkered_links<W>(grid, Side::White)},
                                   five_contests<W>(grid, (size + 1) / 2),
                                   3,
                                   parameters.number("pie"),
                                   {{rising_plane, rising<W>(grid)}}}));
    });
}

}  // namespace isthmus::quadrant_trellis
