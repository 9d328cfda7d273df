// FunctionJudge: batches of positions judged by a function of the caller, such as a net on a GPU.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "knowledge/net/net.hpp"

namespace isthmus {

// It gets planes [count, planes, rows, columns], and writes the policy [count, slots of Depiction] and the values
// [count] in [-1, 1], for the side to act.
using BatchFunction = std::function<void(const std::uint8_t* planes, int count, float* policy, float* values)>;

class FunctionJudge final : public BatchJudge {
public:
    FunctionJudge(BatchFunction function, int planes, int policy_size, int rows, int columns, int batch)
        : function_(std::move(function)),
          layout_{columns, 1, rows * columns},
          bytes_(planes * rows * columns),
          policy_size_(policy_size),
          planes_(static_cast<std::size_t>(batch) * static_cast<std::size_t>(bytes_)),
          policies_(static_cast<std::size_t>(batch) * static_cast<std::size_t>(policy_size)),
          values_(static_cast<std::size_t>(batch)) {}

    PlaneLayout layout() const override { return layout_; }
    std::uint8_t* clear(int position) override {
        std::uint8_t* const first = planes_.data() + static_cast<std::ptrdiff_t>(position) * bytes_;
        std::fill_n(first, bytes_, std::uint8_t{0});
        return first;
    }
    void run(int count) override { function_(planes_.data(), count, policies_.data(), values_.data()); }
    float value(int position) const override { return values_[static_cast<std::size_t>(position)]; }
    const float* policy(int position) const override {
        return policies_.data() + static_cast<std::ptrdiff_t>(position) * policy_size_;
    }

private:
    BatchFunction function_;
    PlaneLayout layout_;
    int bytes_, policy_size_;
    std::vector<std::uint8_t> planes_;
    std::vector<float> policies_, values_;
};

}  // namespace isthmus
