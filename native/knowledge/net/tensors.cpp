#include "knowledge/net/tensors.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "knowledge/net/kernel.hpp"

namespace isthmus::net {
namespace {

void check_range(const char* name, int value, int least, int most) {
    if (value >= least && value <= most) return;
    throw std::invalid_argument("net: " + std::string(name) + " is " + std::to_string(value) + ", expected " +
                                std::to_string(least) + " to " + std::to_string(most));
}

}  // namespace

void check_shape(const NetShape& shape) {
    check_range("planes", shape.planes, 1, most_channels);
    check_range("channels", shape.channels, lanes, most_channels);
    if (shape.channels % lanes) throw std::invalid_argument("net: channels: expected a multiple of 16");
    check_range("blocks", shape.blocks, 0, 64);
    check_range("policy_planes", shape.policy_planes, 1, 1024);
    check_range("value_hidden", shape.value_hidden, 1, most_hidden);
    check_range("the number of taps", static_cast<int>(shape.taps.size()), 1, 9);
    for (const auto& [row, column] : shape.taps) {
        check_range("the row of a tap", row, -4, 4);
        check_range("the column of a tap", column, -4, 4);
        if (std::count(shape.taps.begin(), shape.taps.end(), std::pair(row, column)) > 1)
            throw std::invalid_argument("net: a tap is listed twice");
    }
    if (static_cast<int>(shape.pooled.size()) != shape.blocks)
        throw std::invalid_argument("net: pooled: expected one truth value per block");
}

const std::byte* TensorReader::find(const std::string& name, std::size_t bytes) const {
    const auto found = tensors_.find(name);
    if (found == tensors_.end()) throw std::invalid_argument("net: no tensor is called " + name);
    if (found->second.size() != bytes)
        throw std::invalid_argument("net: the tensor " + name + " has " + std::to_string(found->second.size()) +
                                    " bytes, expected " + std::to_string(bytes));
    return found->second.data();
}

std::vector<float> TensorReader::floats(const std::string& name, std::size_t count) const {
    std::vector<float> out(count);
    std::memcpy(out.data(), find(name, count * sizeof(float)), count * sizeof(float));
    for (const float number : out)
        if (!std::isfinite(number))
            throw std::invalid_argument("net: a number of the tensor " + name + " is not finite");
    return out;
}

std::vector<std::int8_t> TensorReader::bytes(const std::string& name, std::size_t count) const {
    std::vector<std::int8_t> out(count);
    std::memcpy(out.data(), find(name, count), count);
    for (const std::int8_t number : out)
        if (number == -128) throw std::invalid_argument("net: a number of the tensor " + name + " is -128");
    return out;
}

std::vector<float> TensorReader::units(const std::string& name, std::size_t count, bool may_be_0) const {
    auto out = floats(name, count);
    for (const float unit : out)
        if (unit < 0 || (unit == 0 && !may_be_0))
            throw std::invalid_argument("net: a unit of the tensor " + name + " is " + (unit < 0 ? "negative" : "0"));
    return out;
}

}  // namespace isthmus::net
