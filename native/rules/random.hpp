// Random numbers for playouts: xoshiro256++ (Blackman and Vigna 2019), seeded by splitmix64 (Vigna 2015).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace isthmus {

// splitmix64 as a function. Fingerprints and keys also come from it, and Python has the same.
constexpr std::uint64_t scramble(std::uint64_t i) {
    std::uint64_t z = (i + 1) * 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

class Random {
public:
    explicit Random(std::uint64_t seed) {  // successive seeds give independent streams
        const auto from = scramble(seed);
        for (std::uint64_t i = 0; i < 4; ++i) state_[i] = scramble(from + i);
    }
    std::uint64_t next() {
        const auto result = std::rotl(state_[0] + state_[3], 23) + state_[0];
        const auto shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }
    // A number in (0, 1).
    double share() { return (static_cast<double>(next() >> 11) + 0.5) * 0x1p-53; }
    // A number in [0, n), n < 2^16: multiply-shift on 32 bits; the bias is below n / 2^32, far below any sampling
    // error.
    int below(int n) { return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(n) >> 32); }

private:
    std::array<std::uint64_t, 4> state_;
};

}  // namespace isthmus
