// When a search ends, and how many threads it uses.
#pragma once

#include <cstdint>

namespace isthmus {

struct Limits {
    std::uint64_t simulations = ~std::uint64_t{0};
    double seconds = 1e9;
    int threads = 1;
};

}  // namespace isthmus
