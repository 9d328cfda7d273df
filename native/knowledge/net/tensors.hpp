// The tensors of a net, checked: std::invalid_argument says which one does not fit its shape, and how.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "knowledge/net/net.hpp"

namespace isthmus::net {

void check_shape(const NetShape& shape);

class TensorReader {
public:
    explicit TensorReader(const Net::Tensors& tensors) : tensors_(tensors) {}

    // Finite numbers
    std::vector<float> floats(const std::string& name, std::size_t count) const;
    std::vector<std::int8_t> bytes(const std::string& name, std::size_t count) const;
    // The real value of one unit of quantised numbers: 0 or more, or above 0
    std::vector<float> units(const std::string& name, std::size_t count, bool may_be_0) const;

private:
    const std::byte* find(const std::string& name, std::size_t bytes) const;

    const Net::Tensors& tensors_;
};

}  // namespace isthmus::net
