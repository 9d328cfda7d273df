// Bias: how wrong the evaluator is after the same two steps elsewhere in the graph.
//
// The results below a node show what its own value should have been. Nodes that are reached by the same two steps share
// a bucket, and the value of a new node is corrected by a part of the bucket's mean error (subtree value bias
// correction, as in KataGo, Wu 2021).
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

#include "search/node.hpp"

namespace isthmus {

class Biases {
public:
    static constexpr Step no_step = 0xffff;

    // The bucket of the nodes in which `side` acts after these two steps.
    static std::uint16_t bucket(Side side, Step before, Step last) {
        const auto key =
            (static_cast<std::uint64_t>(before) << 17 | static_cast<std::uint64_t>(last) << 1 | index(side));
        return static_cast<std::uint16_t>(((key + 1) * 0x9E3779B97F4A7C15ull) >> 48);
    }

    // Forgets everything. Not during a search.
    void clear() { buckets_.reset(); }
    // Before a search that learns.
    void prepare() {
        if (!buckets_) buckets_ = std::make_unique<Bucket[]>(count);
    }

    // The mean error of a bucket, to be added to Black's value.
    float mean(std::uint16_t at) const {
        Bucket& bucket = buckets_[at];
        const std::lock_guard held(bucket.lock);
        return bucket.weight > least ? bucket.error / bucket.weight : 0.0f;
    }

    // Enters the error of a judged node, from the mean of the `results` below it, for Black. The node's lock is held.
    void learn(Node& node, float mean, float results) {
        OwnValue& own = node.own;
        const float weight = std::pow(results, 0.8f), error = weight * (mean - own.judged);
        Bucket& bucket = buckets_[own.bucket];
        const std::lock_guard held(bucket.lock);
        bucket.weight += weight - own.weight;
        bucket.error += error - own.error;
        own.weight = weight;
        own.error = error;
    }

private:
    static constexpr std::size_t count = std::size_t{1} << 16;
    static constexpr float least = 0.01f;  // weights are sums of differences, so none is exactly zero
    struct Bucket {
        mutable SpinLock lock;
        float weight = 0, error = 0;
    };
    std::unique_ptr<Bucket[]> buckets_;
};

}  // namespace isthmus
