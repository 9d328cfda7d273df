// The value and policy of one position.
#pragma once

#include <vector>

namespace isthmus {

struct Judgement {
    float value = 0;            // the expected result, in [-1, 1]; the Frame of the search says for whom
    std::vector<float> logits;  // one per step, in their order
    float kept = 1;             // the share of these steps in the policy, if proofs have dropped others
};

}  // namespace isthmus
