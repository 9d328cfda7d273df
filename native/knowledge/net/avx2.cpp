// The kernel for x86-64 with AVX2. Bytes are multiplied and added up in pairs, in 16 bits: 2 * 127 * 127 still fits.
#include <immintrin.h>

#include <cstring>

#include "knowledge/net/forward.hpp"

namespace isthmus::net {
namespace {

struct Avx2 {
    static constexpr int places = 4, blocks = 1;
    // Not __m256i: GCC treats it as four 64-bit integers, and would copy it before and after each instruction.
    using Eight [[gnu::vector_size(32)]] = std::int32_t;
    struct Sums {
        Eight low, high;
    };
    struct Weights {
        __m256i low, high;
    };
    struct Floats {
        __m256 low, high;
    };

    static Sums zero_sums() { return {Eight{}, Eight{}}; }
    static Weights weights(const std::int8_t* from) {
        const auto* const at = reinterpret_cast<const __m256i*>(from);
        return {_mm256_load_si256(at), _mm256_load_si256(at + 1)};
    }
    static void add_products(Sums& sums, const std::uint8_t* inputs, const Weights& weights) {
        std::int32_t four;
        std::memcpy(&four, inputs, sizeof four);
        const auto spread = _mm256_set1_epi32(four);
        sums.low += products(spread, weights.low);
        sums.high += products(spread, weights.high);
    }
    static Floats floats(const Sums& sums) {
        return {_mm256_cvtepi32_ps(reinterpret_cast<__m256i>(sums.low)),
                _mm256_cvtepi32_ps(reinterpret_cast<__m256i>(sums.high))};
    }

    static Floats zero() { return spread(0); }
    static Floats spread(float x) { return {_mm256_set1_ps(x), _mm256_set1_ps(x)}; }
    static Floats read(const float* from) { return {_mm256_load_ps(from), _mm256_load_ps(from + 8)}; }
    static Floats read(const std::uint8_t* from) {
        const auto bytes = _mm_load_si128(reinterpret_cast<const __m128i*>(from));
        return {_mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(bytes)),
                _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_srli_si128(bytes, 8)))};
    }
    static Floats add(const Floats& a, const Floats& b) {
        return {_mm256_add_ps(a.low, b.low), _mm256_add_ps(a.high, b.high)};
    }
    static Floats multiply(const Floats& a, const Floats& b) {
        return {_mm256_mul_ps(a.low, b.low), _mm256_mul_ps(a.high, b.high)};
    }
    static Floats most(const Floats& a, const Floats& b) {
        return {_mm256_max_ps(a.low, b.low), _mm256_max_ps(a.high, b.high)};
    }
    static void store(float* to, const Floats& x) {
        _mm256_store_ps(to, x.low);
        _mm256_store_ps(to + 8, x.high);
    }
    static void write(float* to, const Floats& x) { store(to, most(x, zero())); }
    static void write(std::uint8_t* to, const Floats& x) {
        const auto words = _mm256_permute4x64_epi64(_mm256_packs_epi32(whole(x.low), whole(x.high)), 0xD8);
        const auto bytes = _mm_packus_epi16(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
        _mm_store_si128(reinterpret_cast<__m128i*>(to), bytes);
    }
    static float total(const Floats& x) {
        const auto eight = _mm256_add_ps(x.low, x.high);
        const auto four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
        const auto two = _mm_add_ps(four, _mm_movehl_ps(four, four));
        return _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps(two, two, 1)));
    }

private:
    static Eight products(__m256i inputs, __m256i weights) {
        const auto twos = _mm256_maddubs_epi16(inputs, weights);
        return reinterpret_cast<Eight>(_mm256_madd_epi16(twos, _mm256_set1_epi16(1)));
    }
    static __m256i whole(__m256 x) {
        return _mm256_cvtps_epi32(_mm256_min_ps(_mm256_max_ps(x, _mm256_setzero_ps()), _mm256_set1_ps(127)));
    }
};

}  // namespace

extern const Kernel avx2_kernel;
const Kernel avx2_kernel{"avx2", forward<Avx2, std::uint8_t>, forward<Avx2, float>};

}  // namespace isthmus::net
