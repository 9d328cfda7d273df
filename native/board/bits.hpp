// Bits<W>: a fixed-width set of points, W 64-bit words. It is independent of any board.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace isthmus {

// The index of the n-th set bit (from 0) of a word with more than n set bits.
inline int nth_bit(std::uint64_t word, int n) {
#if defined(__BMI2__)
    return std::countr_zero(_pdep_u64(std::uint64_t{1} << n, word));
#else
    for (; n > 0; --n) word &= word - 1;
    return std::countr_zero(word);
#endif
}

// Spreads eight bits over eight bytes: a set bit becomes `mark`, which must not be 0.
inline std::uint64_t spread(std::uint8_t bits, std::uint8_t mark) {
#if defined(__BMI2__)
    return _pdep_u64(bits, 0x0101010101010101) * mark;
#else
    const std::uint64_t picked = bits * std::uint64_t{0x0101010101010101} & 0x8040201008040201;
    return ((picked + 0x7f7f7f7f7f7f7f7f) >> 7 & 0x0101010101010101) * mark;
#endif
}

template <int W>
struct Bits {
    static constexpr int capacity = 64 * W;
    std::array<std::uint64_t, W> word{};

    bool operator==(const Bits&) const = default;

    // Single points
    bool test(int i) const { return word[i >> 6] >> (i & 63) & 1; }
    void set(int i) { word[i >> 6] |= std::uint64_t{1} << (i & 63); }
    void reset(int i) { word[i >> 6] &= ~(std::uint64_t{1} << (i & 63)); }
    static Bits of(int i) {
        Bits one;
        one.set(i);
        return one;
    }

    // The whole set
    bool any() const {
        std::uint64_t all = 0;
        for (auto w : word) all |= w;
        return all != 0;
    }
    bool none() const { return !any(); }
    int count() const {
        int sum = 0;
        for (auto w : word) sum += std::popcount(w);
        return sum;
    }
    int first() const {  // the lowest point; the set must not be empty
        for (int i = 0; i < W; ++i)
            if (word[i]) return 64 * i + std::countr_zero(word[i]);
        assert(false);
        return -1;
    }
    int last() const {  // the highest point; the set must not be empty
        for (int i = W - 1; i >= 0; --i)
            if (word[i]) return 64 * i + 63 - std::countl_zero(word[i]);
        assert(false);
        return -1;
    }
    int nth(int n) const {  // the n-th lowest point, from 0; it must exist
        for (int i = 0; i < W; ++i) {
            const int here = std::popcount(word[i]);
            if (n < here) return 64 * i + nth_bit(word[i], n);
            n -= here;
        }
        assert(false);
        return -1;
    }
    template <class Visit>
    void each(Visit&& visit) const {  // ascending
        for (int i = 0; i < W; ++i)
            for (auto w = word[i]; w; w &= w - 1) visit(64 * i + std::countr_zero(w));
    }
    bool meets(const Bits& other) const {
        std::uint64_t all = 0;
        for (int i = 0; i < W; ++i) all |= word[i] & other.word[i];
        return all != 0;
    }

    // Writes one byte for each of the first `count` points: `mark` if it is in the set, else 0.
    void bytes(std::uint8_t* to, int count, std::uint8_t mark) const {
        int at = 0;
        for (; at + 8 <= count; at += 8) {
            const auto eight = spread(static_cast<std::uint8_t>(word[at >> 6] >> (at & 63)), mark);
            std::memcpy(to + at, &eight, 8);
        }
        for (; at < count; ++at) to[at] = test(at) ? mark : 0;
    }

    // Set algebra
    Bits& operator|=(const Bits& o) {
        for (int i = 0; i < W; ++i) word[i] |= o.word[i];
        return *this;
    }
    Bits& operator&=(const Bits& o) {
        for (int i = 0; i < W; ++i) word[i] &= o.word[i];
        return *this;
    }
    Bits& operator^=(const Bits& o) {
        for (int i = 0; i < W; ++i) word[i] ^= o.word[i];
        return *this;
    }
    Bits minus(const Bits& o) const {
        Bits r;
        for (int i = 0; i < W; ++i) r.word[i] = word[i] & ~o.word[i];
        return r;
    }
    friend Bits operator|(Bits a, const Bits& b) { return a |= b; }
    friend Bits operator&(Bits a, const Bits& b) { return a &= b; }
    friend Bits operator^(Bits a, const Bits& b) { return a ^= b; }

    // All points moved by a distance in (-64, 64). Bits that leave the words are lost; none wrap around.
    Bits moved(int distance) const {
        if (distance > 0) return raised(distance);
        if (distance < 0) return lowered(-distance);
        return *this;
    }
    // The same for a distance in (0, 64), up or down. These loops must stay scalar (the build passes
    // -fno-tree-vectorize). Vectorised, they are several times slower, because a vector load has to wait until words
    // that were stored one by one have reached the cache.
    Bits raised(int distance) const {
        Bits r;
        r.word[0] = word[0] << distance;
        for (int i = 1; i < W; ++i) r.word[i] = word[i] << distance | word[i - 1] >> (64 - distance);
        return r;
    }
    Bits lowered(int distance) const {
        Bits r;
        for (int i = 0; i + 1 < W; ++i) r.word[i] = word[i] >> distance | word[i + 1] << (64 - distance);
        r.word[W - 1] = word[W - 1] >> distance;
        return r;
    }
};

}  // namespace isthmus
