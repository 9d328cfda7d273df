// The kernel for arm64.
#include "knowledge/net/neon.hpp"

namespace isthmus::net {
namespace {

// Two products fit into 16 bits.
struct InSixteenBits {
    static int32x4_t add(int32x4_t sums, int8x16_t inputs, int8x16_t weights) {
        const auto low = vmull_s8(vget_low_s8(inputs), vget_low_s8(weights));
        return vpadalq_s16(sums, vpaddq_s16(low, vmull_high_s8(inputs, weights)));
    }
};

}  // namespace

extern const Kernel neon_kernel;
const Kernel neon_kernel{"neon", forward<Neon<InSixteenBits>, std::uint8_t>, forward<Neon<InSixteenBits>, float>};

}  // namespace isthmus::net
