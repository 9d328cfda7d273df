// All moves as first (AMAF, Brügmann 1993), mixed with the step's own results as in RAVE (Gelly and Silver 2007).
//
// For a step, AMAF averages the results of all simulations below a node that ended with a stone of that side on that
// point, whenever it was placed. The average is biased, but a few simulations give one for every step. AMAF needs an
// evaluator that reports where stones stood at the end.
#pragma once

#include <cmath>
#include <cstdint>

namespace isthmus {

struct Amaf {
    float total = 0;  // sum of results, from the same point of view as the node's
    std::uint32_t visits = 0;

    void add(float result) {
        total += result;
        ++visits;
    }
    // Mixes this mean into `value`, the mean of the step's own `count` results. If this mean has many visits, both
    // weigh the same at `amaf` own results; with few visits this mean weighs less.
    float mixed_into(float value, float count, float sign, float amaf) const {
        if (!visits) return value;
        const auto known = static_cast<float>(visits);
        const float weight = std::sqrt(amaf / (3 * count + amaf)) * known / (known + 10);
        return value + weight * (sign * total / known - value);
    }
    // The expected advantage of an untried step over the node's mean, for the actor. At `amaf_first` visits half
    // of the difference counts.
    float promise(float mean, float sign, float amaf_first) const {
        if (!visits) return 0;
        const auto known = static_cast<float>(visits);
        return known / (known + amaf_first) * (sign * total / known - mean);
    }
};

}  // namespace isthmus
