// A net in the order in which kernels read it.
#pragma once

#include <vector>

#include "knowledge/net/kernel.hpp"
#include "knowledge/net/net.hpp"
#include "knowledge/net/store.hpp"

namespace isthmus {

struct Net::Packed {
    const net::Kernel* kernel;
    bool exact;
    int planes;                      // including those that fill up a step
    net::Trunk<std::uint8_t> bytes;  // unless exact
    net::Trunk<float> floats;        // if exact
    net::Store store;
};

namespace net {

std::unique_ptr<const Net::Packed> pack(const NetShape& shape, const Net::Tensors& tensors, bool exact,
                                        const Kernel* kernel);
std::vector<const Kernel*> kernels();  // of this machine, the fastest first

}  // namespace net
}  // namespace isthmus
