// All moves as first (AMAF, Brügmann 1993; mixed with what is known of the step itself as in RAVE, Gelly and Silver
// 2007): what a step was worth in the simulations below a node in which its side had a stone there in the end, whenever
// that was placed. Biased, but known of every step after few simulations. Only where an evaluator says where
// stones stood.
#pragma once

#include <cmath>
#include <cstdint>

namespace isthmus {

struct Amaf {
    float total = 0;  // of results, for whom the node counts them
    std::uint32_t visits = 0;

    void add(float result) {
        total += result;
        ++visits;
    }
    // `value`, the mean of `count` results of the step itself, with a share of the mean of all; half at `amaf` results.
    float mixed_into(float value, float count, float sign, float amaf) const {
        if (!visits) return value;
        const auto known = static_cast<float>(visits);
        const float weight = std::sqrt(amaf / (3 * count + amaf)) * known / (known + 10);
        return value + weight * (sign * total / known - value);
    }
    // What an untried step promises above the mean of its node, both for the actor; trusted half at `amaf_first`
    // visits.
    float promise(float mean, float sign, float amaf_first) const {
        if (!visits) return 0;
        const auto known = static_cast<float>(visits);
        return known / (known + amaf_first) * (sign * total / known - mean);
    }
};

}  // namespace isthmus
