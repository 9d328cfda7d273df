// What knowledge shows to people, as plain data: the currents of a position, and whose its land is. Evaluators that can
// draw such a map say so by a method; see contract.hpp.
#pragma once

#include <utility>
#include <vector>

#include "rules/types.hpp"

namespace isthmus {

// The network of one side between its two goals. Currents are shares of the whole.
struct SideFlow {
    double resistance = 0;                                   // the unit is an empty point
    std::vector<double> current, power;                      // by cell: what passes it, and is spent there
    std::vector<std::pair<Cell, double>> entering, leaving;  // at the goals
};

struct ContestFlow {
    double ahead = 0;  // the logarithm of White's resistance over Black's
    double scale = 1;  // times `ahead`: half the logarithm of Black's odds, as the evaluator sees them
    SideFlow sides[2];
    // If asked for, by side and cell: `ahead` with one more stone of that side there; not a number where none can be.
    std::vector<double> with_stone[2];
};

using FlowMap = std::vector<ContestFlow>;  // in the order of the contests

// What random games make of a position, in a game that is won by land.
struct LandEstimate {
    std::vector<float> owner;  // by point, from -1 (always White's at the end) to 1 (always Black's): stone or land
    float margin = 0;          // Black's land less White's at the end, in points
};

}  // namespace isthmus
