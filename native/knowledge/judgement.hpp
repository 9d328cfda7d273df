// The value and policy of one position.
#pragma once

#include <vector>

namespace isthmus {

struct Judgement {
    float black = 0;            // Black's expected result, in [-1, 1]
    std::vector<float> logits;  // one per legal step, in their order
};

}  // namespace isthmus
