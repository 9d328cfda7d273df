// The registers of arm64. `Fours::add(sums, inputs, weights)` multiplies bytes and adds the products in groups of four:
// one instruction on newer machines, several on older ones.
#pragma once

#include <arm_neon.h>

#include <cstring>

#include "knowledge/net/forward.hpp"

namespace isthmus::net {
namespace {

template <class Fours>
struct Neon {
    static constexpr int places = 5, blocks = 1;
    struct Sums {
        int32x4_t at[4];
    };
    struct Weights {
        int8x16_t at[4];
    };
    struct Floats {
        float32x4_t at[4];
    };

    static Sums zero_sums() { return {{vdupq_n_s32(0), vdupq_n_s32(0), vdupq_n_s32(0), vdupq_n_s32(0)}}; }
    static Weights weights(const std::int8_t* from) {
        return {{vld1q_s8(from), vld1q_s8(from + 16), vld1q_s8(from + 32), vld1q_s8(from + 48)}};
    }
    static void add_products(Sums& sums, const std::uint8_t* inputs, const Weights& weights) {
        std::int32_t four;
        std::memcpy(&four, inputs, sizeof four);
        const auto spread = vreinterpretq_s8_s32(vdupq_n_s32(four));
        each<4>([&](auto i) { sums.at[i] = Fours::add(sums.at[i], spread, weights.at[i]); });
    }
    static Floats floats(const Sums& sums) {
        return make([&](auto i) { return vcvtq_f32_s32(sums.at[i]); });
    }

    static Floats zero() { return spread(0); }
    static Floats spread(float x) {
        return make([&](auto) { return vdupq_n_f32(x); });
    }
    static Floats read(const float* from) {
        return make([&](auto i) { return vld1q_f32(from + 4 * i); });
    }
    static Floats read(const std::uint8_t* from) {
        const auto bytes = vld1q_u8(from);
        const auto low = vmovl_u8(vget_low_u8(bytes)), high = vmovl_u8(vget_high_u8(bytes));
        return {{vcvtq_f32_u32(vmovl_u16(vget_low_u16(low))), vcvtq_f32_u32(vmovl_u16(vget_high_u16(low))),
                 vcvtq_f32_u32(vmovl_u16(vget_low_u16(high))), vcvtq_f32_u32(vmovl_u16(vget_high_u16(high)))}};
    }
    static Floats add(const Floats& a, const Floats& b) {
        return make([&](auto i) { return vaddq_f32(a.at[i], b.at[i]); });
    }
    static Floats multiply(const Floats& a, const Floats& b) {
        return make([&](auto i) { return vmulq_f32(a.at[i], b.at[i]); });
    }
    static Floats most(const Floats& a, const Floats& b) {
        return make([&](auto i) { return vmaxq_f32(a.at[i], b.at[i]); });
    }
    static void store(float* to, const Floats& x) {
        each<4>([&](auto i) { vst1q_f32(to + 4 * i, x.at[i]); });
    }
    static void write(float* to, const Floats& x) { store(to, most(x, zero())); }
    static void write(std::uint8_t* to, const Floats& x) {
        const auto words = [&](int i) {
            const auto low = vcvtnq_u32_f32(inside(x.at[i])), high = vcvtnq_u32_f32(inside(x.at[i + 1]));
            return vcombine_u16(vmovn_u32(low), vmovn_u32(high));
        };
        vst1q_u8(to, vcombine_u8(vmovn_u16(words(0)), vmovn_u16(words(2))));
    }
    static float total(const Floats& x) {
        const auto four = vaddq_f32(vaddq_f32(x.at[0], x.at[2]), vaddq_f32(x.at[1], x.at[3]));
        const auto two = vadd_f32(vget_low_f32(four), vget_high_f32(four));
        return vget_lane_f32(two, 0) + vget_lane_f32(two, 1);
    }

private:
    template <class Make>
    static Floats make(Make&& part) {
        Floats out;
        each<4>([&](auto i) { out.at[i] = part(i); });
        return out;
    }
    static float32x4_t inside(float32x4_t x) { return vminq_f32(vmaxq_f32(x, vdupq_n_f32(0)), vdupq_n_f32(127)); }
};

}  // namespace
}  // namespace isthmus::net
