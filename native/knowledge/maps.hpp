// Knowledge as plain data for people: the currents of a position, and the owners of its land. Evaluators that can make
// such a map have a method for it; see contract.hpp.
#pragma once

#include <utility>
#include <vector>

#include "rules/types.hpp"

namespace isthmus {

// The network of one side between its two goals. Currents are shares of the total.
struct SideFlow {
    double resistance = 0;               // the unit is an empty point
    std::vector<double> current, power;  // by cell: the current through it, and the power spent there
    std::vector<std::pair<Cell, double>> entering, leaving;  // at the goals
};

struct ContestFlow {
    double ahead = 0;  // the logarithm of White's resistance over Black's
    double scale = 1;  // `scale` * `ahead` is half the logarithm of Black's odds, as the evaluator sees them
    SideFlow sides[2];
    // On request, by side and cell: `ahead` with one more stone of that side there; NaN if no stone can be placed
    // there.
    std::vector<double> with_stone[2];
};

using FlowMap = std::vector<ContestFlow>;  // in the order of the contests

// The mean result of random games from a position, in a game that land decides.
struct LandEstimate {
    std::vector<float> owner;  // by point, from -1 (always White's at the end) to 1 (always Black's): stone or land
    float margin = 0;          // Black's land minus White's at the end, in points
};

}  // namespace isthmus
