// A symmetry of a board.
#pragma once

#include <vector>

#include "rules/types.hpp"

namespace isthmus {

// The image of each cell, and whether the colours are exchanged.
struct BoardSymmetry {
    std::vector<Cell> to;
    bool swaps = false;
};

}  // namespace isthmus
