// Quadrant Hex (Meyers 2000); rules 2.3. The readable definition is src/isthmus/games/quadrant_hex.py.
#pragma once

#include "games/hex.hpp"

namespace isthmus::quadrant_hex {

inline Parameters::Declared declared() { return {{"size", every(6, 26, 2)}, {"pie", {0, 1}}}; }

template <class Build>
auto build(const Parameters& parameters, Build&& build) {
    const int size = parameters.number("size");
    return with_width<2, 5, 11>(size * size, [&]<int W>() {
        const Grid grid(size, size);
        const auto neighbours = hex::links<W>(grid);
        return build(Placement<W>(
            {grid, {neighbours, neighbours}, five_contests<W>(grid, size / 2), 3, parameters.number("pie")}));
    });
}

}  // namespace isthmus::quadrant_hex
