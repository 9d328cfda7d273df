// Attention: makes play weak in the way that people are weak. People do not play at random. They overlook steps that do
// not catch the eye, every time they see the position, and they have favourite points.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "rules/random.hpp"
#include "rules/types.hpp"
#include "search/parameters.hpp"

namespace isthmus {

class Attention {
public:
    Attention(const SearchParameters& parameters, std::uint64_t seed)
        : oversight_(parameters.oversight), style_(parameters.style), seed_(scramble(seed)) {}

    bool complete() const { return oversight_ == 0; }

    // Whether the player notices a proved result in the position with this key.
    bool notices(std::uint64_t key) const { return oversight_ == 0 || chance(key, ~std::uint64_t{0}) >= oversight_; }

    // Changes the weights of a position's steps. Overlooked steps get weight 0; the step with the greatest weight is
    // always seen.
    void apply(std::uint64_t key, const StepList& steps, std::vector<float>& weights) const {
        if (style_ > 0)
            for (std::size_t i = 0; i < steps.size(); ++i) weights[i] *= liking(steps[i]);
        if (oversight_ == 0) return;
        const float greatest = *std::max_element(weights.begin(), weights.end());
        for (std::size_t i = 0; i < steps.size(); ++i)
            if (chance(key, steps[i]) < oversight_ * (1 - weights[i] / greatest)) weights[i] = 0;
    }

private:
    // A number in [0, 1) that depends on the seed and the two arguments alone.
    float chance(std::uint64_t one, std::uint64_t two) const {
        return static_cast<float>(scramble(scramble(one ^ seed_) ^ two) >> 40) / static_cast<float>(1 << 24);
    }
    float liking(Step step) const {
        const float sum = chance(step, 1) + chance(step, 2) + chance(step, 3) - 1.5f;  // nearly normal, deviation 0.5
        return std::exp(2 * style_ * sum);
    }

    float oversight_;
    float style_;
    std::uint64_t seed_;
};

}  // namespace isthmus
