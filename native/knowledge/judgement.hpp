// What a policy and value function says of one position.
#pragma once

#include <vector>

namespace isthmus {

struct Judgement {
    float black = 0;            // Black's expected result, in [-1, 1]
    std::vector<float> logits;  // one a legal step, in their order
};

}  // namespace isthmus
