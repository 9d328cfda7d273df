// A symmetry of a board.
#pragma once

#include <vector>

#include "rules/types.hpp"

namespace isthmus {

// Where each cell goes, and whether the colours are exchanged.
struct BoardSymmetry {
    std::vector<Cell> to;
    bool swaps = false;
};

}  // namespace isthmus
