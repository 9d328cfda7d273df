// The kernel for arm64 with dot products, which most machines have had since 2018.
#include "knowledge/net/neon.hpp"

namespace isthmus::net {

extern const Kernel neon_dot_kernel;

#ifdef __ARM_FEATURE_DOTPROD
namespace {

struct Dot {
    static int32x4_t add(int32x4_t sums, int8x16_t inputs, int8x16_t weights) {
        return vdotq_s32(sums, weights, inputs);
    }
};

}  // namespace

const Kernel neon_dot_kernel{"neon-dot", forward<Neon<Dot>, std::uint8_t>, forward<Neon<Dot>, float>};
#else
const Kernel neon_dot_kernel{};  // in a build for one machine that lacks them
#endif

}  // namespace isthmus::net
