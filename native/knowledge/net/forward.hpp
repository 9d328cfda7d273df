// A net on one position, for the kernel whose registers `L` describes. Each kernel's file has its own copy, compiled
// for its machines. So all code here is a template of L or always inlined, and L has no name outside that file.
//
// L holds 16 numbers side by side, in as many registers as they need:
//   places, blocks                    how many places and blocks of 16 outputs have their sums in registers
//   Sums, zero_sums(), Weights, weights(from), add_products(sums, four inputs, weights), floats(sums)
//   Floats, zero(), spread(x), read(from floats or bytes), add, multiply, most, write(to floats or bytes, x)
// Writing turns negative numbers into 0. Into bytes it rounds half to even, and turns numbers above 127 into 127.
#pragma once

#include <cstddef>
#include <utility>

#include "knowledge/net/kernel.hpp"

namespace isthmus::net {

// How the sums of a convolution are made
template <class L, class Value>
struct Summing;
template <class L>
struct Summing<L, std::uint8_t> {
    using Sums = typename L::Sums;
    using Weights = typename L::Weights;
    static Sums zero() { return L::zero_sums(); }
    static Weights weights(const std::int8_t* from) { return L::weights(from); }
    static void add(Sums& sums, const std::uint8_t* inputs, const Weights& weights) {
        L::add_products(sums, inputs, weights);
    }
    static typename L::Floats floats(const Sums& sums) { return L::floats(sums); }
};
template <class L>
struct Summing<L, float> {
    using Sums = typename L::Floats;
    using Weights = typename L::Floats;
    static Sums zero() { return L::zero(); }
    static Weights weights(const float* from) { return L::read(from); }
    static void add(Sums& sums, const float* input, const Weights& weights) {
        sums = L::add(sums, L::multiply(L::spread(*input), weights));
    }
    static typename L::Floats floats(const Sums& sums) { return sums; }
};

template <class Value>
struct Convolving {
    const typename Arithmetic<Value>::Weight* weights;
    const float* scale;
    const float* bias;  // of this position, in units of the result
    float residual;
    Steps steps;
    const Value* from;
    int from_channels;
    const Value* added;  // or null; may be the same as `to`
    Value* to;
    int channels;
};

// Calls act(0), act(1) and so on with compile-time numbers, so that indexed values stay in registers.
template <int count, class Act>
[[gnu::always_inline]] inline void each(Act&& act) {
    const auto all = [&]<int... i>(std::integer_sequence<int, i...>)
                         __attribute__((always_inline)) { (act(std::integral_constant<int, i>{}), ...); };
    all(std::make_integer_sequence<int, count>{});
}

template <class L, class Value, int places, int blocks>
[[gnu::noinline]] void convolve_places(const Convolving<Value>& job, int block, const int* at) {
    using Summing = Summing<L, Value>;
    constexpr int step = lanes * Arithmetic<Value>::inputs;
    const std::ptrdiff_t block_size = static_cast<std::ptrdiff_t>(job.steps.count) * step;
    const auto* weights = job.weights + block * block_size;
    const Value* from[places];
    typename Summing::Sums sums[places][blocks];
    each<places>([&](auto place) {
        from[place] = job.from + static_cast<std::ptrdiff_t>(at[place]) * job.from_channels;
        each<blocks>([&](auto b) { sums[place][b] = Summing::zero(); });
    });
    for (int i = 0; i < job.steps.count; ++i, weights += step) {
        const std::ptrdiff_t offset = job.steps.offsets[i];
        typename Summing::Weights shared[blocks];
        each<blocks>([&](auto b) { shared[b] = Summing::weights(weights + b * block_size); });
        each<places>([&](auto place) {
            each<blocks>([&](auto b) { Summing::add(sums[place][b], from[place] + offset, shared[b]); });
        });
    }
    each<blocks>([&](auto b) {
        const int output = (block + b) * lanes;
        const auto scale = L::read(job.scale + output), bias = L::read(job.bias + output);
        each<places>([&](auto place) {
            const std::ptrdiff_t to = static_cast<std::ptrdiff_t>(at[place]) * job.channels + output;
            auto result = L::add(L::multiply(Summing::floats(sums[place][b]), scale), bias);
            if (job.added) result = L::add(result, L::multiply(L::read(job.added + to), L::spread(job.residual)));
            L::write(job.to + to, result);
        });
    });
}

// Dispatches to a compile-time value of `places`.
template <class L, class Value, int blocks, int places = L::places>
void convolve_group(const Convolving<Value>& job, int block, const int* at, int count) {
    if constexpr (places > 0) {
        if (count == places) return convolve_places<L, Value, places, blocks>(job, block, at);
        convolve_group<L, Value, blocks, places - 1>(job, block, at, count);
    }
}

// Places are handled in groups of nearly equal size.
template <class L, class Value>
void convolve(const Convolving<Value>& job, const Places& places) {
    const int groups = (places.count + L::places - 1) / L::places, blocks = job.channels / lanes;
    for (int block = 0; block < blocks; block += L::blocks) {
        for (int group = 0; group < groups; ++group) {
            const int begin = places.count * group / groups, end = places.count * (group + 1) / groups;
            if (L::blocks == 1 || blocks - block < L::blocks)
                convolve_group<L, Value, 1>(job, block, places.at + begin, end - begin);
            else
                convolve_group<L, Value, L::blocks>(job, block, places.at + begin, end - begin);
        }
    }
}

// The mean of each channel over the board, then the greatest value of each; real values.
template <class L, class Value>
void pool(const Value* from, int channels, float unit, const Places& places, float* to) {
    for (int channel = 0; channel < channels; channel += lanes) {
        auto sum = L::zero(), most = L::zero();
        for (int i = 0; i < places.count; ++i) {
            const auto here = L::read(from + static_cast<std::ptrdiff_t>(places.at[i]) * channels + channel);
            sum = L::add(sum, here);
            most = L::most(most, here);
        }
        L::write(to + channel, sum);
        L::write(to + channels + channel, most);
    }
    for (int channel = 0; channel < channels; ++channel) {
        to[channel] = to[channel] / static_cast<float>(places.count) * unit;
        to[channels + channel] *= unit;
    }
}

// Each sum adds its inputs in order, then the bias.
template <class L>
void dense(const Dense& layer, const float* from, float* to) {
    for (int output = 0; output < layer.outputs; output += lanes) {
        const float* weights = layer.weights + static_cast<std::ptrdiff_t>(output) * layer.inputs;
        auto sum = L::zero();
        for (int i = 0; i < layer.inputs; ++i, weights += lanes)
            sum = L::add(sum, L::multiply(L::spread(from[i]), L::read(weights)));
        if (layer.bias) sum = L::add(sum, L::read(layer.bias + output));
        L::store(to + output, sum);
    }
}

// The product of two rows: 16 sums, then the two halves of these added, and so on.
template <class L, class Value>
float product(const Value* values, const float* weights, int channels) {
    auto sums = L::multiply(L::read(values), L::read(weights));
    for (int channel = lanes; channel < channels; channel += lanes)
        sums = L::add(sums, L::multiply(L::read(values + channel), L::read(weights + channel)));
    return L::total(sums);
}

template <class L, class Value>
void heads(const Trunk<Value>& net, const Places& places, const Work<Value>& work) {
    const auto judge = [&](int plane, int cell, int at) __attribute__((always_inline)) {
        const Value* here = work.first + static_cast<std::ptrdiff_t>(at) * net.channels;
        const float* weights = net.policy_weights + static_cast<std::ptrdiff_t>(plane) * net.channels;
        work.policy[plane * places.cells + cell] = product<L>(here, weights, net.channels) + net.policy_bias[plane];
    };
    if (work.wanted.slots) {
        for (int i = 0; i < work.wanted.count; ++i) {
            const int plane = work.wanted.slots[i] / places.cells, cell = work.wanted.slots[i] % places.cells;
            judge(plane, cell, places.by_cell[cell]);
        }
    } else {
        for (int i = 0; i < places.count; ++i)
            for (int plane = 0; plane < net.policy_planes; ++plane) judge(plane, places.cell[i], places.at[i]);
    }
    alignas(64) float pooled[2 * most_channels], hidden[most_hidden], few[lanes];
    pool<L>(work.first, net.channels, net.units[2 * net.blocks], places, pooled);
    dense<L>(net.extras, pooled, few);
    for (int i = 0; i < 2; ++i) work.policy[net.policy_planes * places.cells + i] = few[i];
    dense<L>(net.value1, pooled, hidden);
    for (int i = 0; i < net.value1.outputs; ++i) hidden[i] = hidden[i] > 0 ? hidden[i] : 0;
    dense<L>(net.value2, hidden, few);
    *work.value = few[0];
}

template <class L, class Value>
void forward(const Trunk<Value>& net, const Places& places, const Work<Value>& work) {
    alignas(64) float bias[most_channels], pooled[2 * most_channels];
    for (int layer = 0; layer <= 2 * net.blocks; ++layer) {
        const Convolution<Value>& shape = net.convolutions[layer];
        for (int i = 0; i < net.channels; ++i) bias[i] = 0;
        if (shape.pool) {
            pool<L>(work.first, net.channels, net.units[layer - 1], places, pooled);
            dense<L>({2 * net.channels, net.channels, shape.pool, nullptr}, pooled, bias);
        }
        for (int i = 0; i < net.channels; ++i) bias[i] = (shape.bias[i] + bias[i]) / shape.unit;
        Convolving<Value> job{shape.weights, shape.scale,  bias,    shape.residual, places.trunk,
                              work.first,    net.channels, nullptr, work.second,    net.channels};
        if (layer == 0) {
            job.steps = places.stem, job.from = work.planes, job.from_channels = net.planes, job.to = work.first;
        } else if (layer % 2 == 0) {
            job.from = work.second, job.added = work.first, job.to = work.first;
        }
        convolve<L>(job, places);
    }
    heads<L>(net, places, work);
}

}  // namespace isthmus::net
