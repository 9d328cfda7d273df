// What random games make of a position, in a game that is won by land.
#pragma once

#include <vector>

namespace isthmus {

struct LandEstimate {
    std::vector<float> owner;  // by point, from -1 (always White's at the end) to 1 (always Black's): stone or land
    float margin = 0;          // Black's land less White's at the end, in points
};

}  // namespace isthmus
