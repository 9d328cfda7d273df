// The kernel for x86-64 with AVX-512 VNNI: one instruction makes 64 products of bytes and adds them in groups of four.
#include <immintrin.h>

#include <cstring>

#include "knowledge/net/forward.hpp"

namespace isthmus::net {
namespace {

// One block of outputs at a time, for 16 channels and for floats (more would not fit into the nearest cache). Half of
// this work is spreading bytes. AMD's processors spread twice as many into registers of half the size, and multiply
// just as fast there.
struct Single {
    static constexpr int places = 14, blocks = 1;
    // Not __m256i: GCC treats it as four 64-bit integers, and would copy it before and after each instruction.
    using Half [[gnu::vector_size(32)]] = std::int32_t;
    struct Sums {
        Half low, high;
    };
    struct Weights {
        __m256i low, high;
    };
    using Floats = __m512;

    static Sums zero_sums() { return {Half{}, Half{}}; }
    static Weights weights(const std::int8_t* from) {
        const auto* const at = reinterpret_cast<const __m256i*>(from);
        return {_mm256_load_si256(at), _mm256_load_si256(at + 1)};
    }
    static void add_products(Sums& sums, const std::uint8_t* inputs, const Weights& weights) {
        const auto spread = _mm256_set1_epi32(four(inputs));
        const auto add = [&](Half half, __m256i its) {
            return reinterpret_cast<Half>(_mm256_dpbusd_epi32(reinterpret_cast<__m256i>(half), spread, its));
        };
        sums = {add(sums.low, weights.low), add(sums.high, weights.high)};
    }
    static Floats floats(const Sums& sums) {
        const auto low = _mm512_castsi256_si512(reinterpret_cast<__m256i>(sums.low));
        return _mm512_cvtepi32_ps(_mm512_inserti32x8(low, reinterpret_cast<__m256i>(sums.high), 1));
    }

    static Floats zero() { return _mm512_setzero_ps(); }
    static Floats spread(float x) { return _mm512_set1_ps(x); }
    static Floats read(const float* from) { return _mm512_load_ps(from); }
    static Floats read(const std::uint8_t* from) {
        return _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(_mm_load_si128(reinterpret_cast<const __m128i*>(from))));
    }
    static Floats add(Floats a, Floats b) { return _mm512_add_ps(a, b); }
    static Floats multiply(Floats a, Floats b) { return _mm512_mul_ps(a, b); }
    static Floats most(Floats a, Floats b) { return _mm512_max_ps(a, b); }
    static void store(float* to, Floats x) { _mm512_store_ps(to, x); }
    static void write(float* to, Floats x) { store(to, most(x, zero())); }
    static void write(std::uint8_t* to, Floats x) {
        const auto whole = _mm512_cvtps_epi32(_mm512_min_ps(most(x, zero()), _mm512_set1_ps(127)));
        _mm_store_si128(reinterpret_cast<__m128i*>(to), _mm512_cvtepi32_epi8(whole));
    }
    static float total(Floats x) {
        const auto eight = _mm256_add_ps(_mm512_castps512_ps256(x), _mm512_extractf32x8_ps(x, 1));
        const auto four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
        const auto two = _mm_add_ps(four, _mm_movehl_ps(four, four));
        return _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps(two, two, 1)));
    }

protected:
    static std::int32_t four(const std::uint8_t* inputs) {
        std::int32_t out;
        std::memcpy(&out, inputs, sizeof out);
        return out;
    }
};

// Two blocks of outputs share the spread bytes.
struct Paired : Single {
    static constexpr int blocks = 2;
    using Sums [[gnu::vector_size(64)]] = std::int32_t;
    using Weights = __m512i;

    static Sums zero_sums() { return Sums{}; }
    static Weights weights(const std::int8_t* from) { return _mm512_load_si512(from); }
    static void add_products(Sums& sums, const std::uint8_t* inputs, Weights weights) {
        const auto spread = _mm512_set1_epi32(four(inputs));
        sums = reinterpret_cast<Sums>(_mm512_dpbusd_epi32(reinterpret_cast<__m512i>(sums), spread, weights));
    }
    static Floats floats(Sums sums) { return _mm512_cvtepi32_ps(reinterpret_cast<__m512i>(sums)); }
};

void bytes(const Trunk<std::uint8_t>& net, const Places& places, const Work<std::uint8_t>& work) {
    if (net.channels == lanes) return forward<Single>(net, places, work);
    forward<Paired>(net, places, work);
}

}  // namespace

extern const Kernel avx512_kernel;
const Kernel avx512_kernel{"avx512", bytes, forward<Single, float>};

}  // namespace isthmus::net
