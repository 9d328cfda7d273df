// The kernel for any machine.
#include "knowledge/net/forward.hpp"

namespace isthmus::net {
namespace {

struct Plain {
    static constexpr int places = 2, blocks = 1;
    struct Sums {
        std::int32_t at[lanes];
    };
    struct Floats {
        float at[lanes];
    };
    using Weights = const std::int8_t*;

    static Sums zero_sums() { return {}; }
    static Weights weights(const std::int8_t* from) { return from; }
    static void add_products(Sums& sums, const std::uint8_t* inputs, Weights weights) {
        for (int i = 0; i < lanes; ++i)
            for (int j = 0; j < 4; ++j) sums.at[i] += weights[4 * i + j] * inputs[j];
    }
    static Floats floats(const Sums& sums) {
        return each([&](int i) { return static_cast<float>(sums.at[i]); });
    }

    static Floats zero() { return {}; }
    static Floats spread(float x) {
        return each([&](int) { return x; });
    }
    template <class Value>
    static Floats read(const Value* from) {
        return each([&](int i) { return static_cast<float>(from[i]); });
    }
    static Floats add(const Floats& a, const Floats& b) {
        return each([&](int i) { return a.at[i] + b.at[i]; });
    }
    static Floats multiply(const Floats& a, const Floats& b) {
        return each([&](int i) { return a.at[i] * b.at[i]; });
    }
    static Floats most(const Floats& a, const Floats& b) {
        return each([&](int i) { return a.at[i] > b.at[i] ? a.at[i] : b.at[i]; });
    }
    static void store(float* to, const Floats& x) {
        for (int i = 0; i < lanes; ++i) to[i] = x.at[i];
    }
    static void write(float* to, const Floats& x) { store(to, most(x, zero())); }
    static void write(std::uint8_t* to, const Floats& x) {
        for (int i = 0; i < lanes; ++i) {
            const float up = x.at[i] > 0 ? x.at[i] : 0;
            to[i] = static_cast<std::uint8_t>(__builtin_rintf(up < 127 ? up : 127));
        }
    }
    static float total(Floats x) {
        for (int half = lanes / 2; half > 0; half /= 2)
            for (int i = 0; i < half; ++i) x.at[i] += x.at[i + half];
        return x.at[0];
    }

private:
    template <class Make>
    static Floats each(Make make) {
        Floats out;
        for (int i = 0; i < lanes; ++i) out.at[i] = make(i);
        return out;
    }
};

}  // namespace

extern const Kernel scalar_kernel;
const Kernel scalar_kernel{"scalar", forward<Plain, std::uint8_t>, forward<Plain, float>};

}  // namespace isthmus::net
