// The input of a kernel: a packed net, the places of a board, and memory. All are plain pointers, so that the file of a
// kernel, which may be compiled for newer machines than the rest, shares no code with it.
//
//   Arithmetic    bytes with 8-bit weights, or floats
//   Convolution   one layer; Dense: one of the heads'
//   Trunk         a whole net
//   Places        a board
//   Work          one position
//   Kernel        runs a net on them
#pragma once

#include <cstdint>

namespace isthmus::net {

constexpr int lanes = 16;  // outputs that are adjacent in packed weights
constexpr int most_channels = 256;
constexpr int most_hidden = 256;

template <class Value>
struct Arithmetic;
template <>
struct Arithmetic<std::uint8_t> {  // 0 to 127
    using Weight = std::int8_t;
    static constexpr int inputs = 4;  // of one step of a sum
};
template <>
struct Arithmetic<float> {
    using Weight = float;
    static constexpr int inputs = 1;
};

// result = sum * scale + (bias + pooled) / unit (+ what was there * residual)
template <class Value>
struct Convolution {
    const typename Arithmetic<Value>::Weight* weights;  // [channels / 16][steps][16][inputs]
    const float* scale;                                 // [channels]
    const float* bias;                                  // [channels]
    const float* pool;                                  // [channels / 16][2 * channels][16], or null
    float unit;                                         // the real value of 1 in the result
    float residual;
};

struct Dense {
    int inputs;
    int outputs;           // a multiple of 16
    const float* weights;  // [outputs / 16][inputs][16]
    const float* bias;     // [outputs], or null
};

template <class Value>
struct Trunk {
    int planes;  // a multiple of 4
    int channels;
    int blocks;
    const Convolution<Value>* convolutions;  // stem, then two a block
    const float* units;                      // of the results of these
    int policy_planes;
    const float* policy_weights;  // [policy_planes][channels], times the unit of their inputs
    const float* policy_bias;
    Dense extras;
    Dense value1;
    Dense value2;
};

// The offset of a step's inputs from the first value of the place that the sum is for.
struct Steps {
    const int* offsets;
    int count;
};

struct Places {
    int count;           // on the board
    const int* at;       // the index of each among all places, including the border
    const int* cell;     // and in the rectangle
    const int* by_cell;  // by cell of the rectangle, the index among all places
    int cells;           // of the rectangle
    Steps stem;
    Steps trunk;
};

// Slots of the policy, counted plane by plane; null for all of them.
struct Wanted {
    const int* slots;
    int count;
};

// Outside the board `planes`, `first` and `second` are always 0.
template <class Value>
struct Work {
    const Value* planes;  // [places][planes]
    Value* first;         // [places][channels]
    Value* second;        // the same
    float* policy;        // [policy_planes * cells + 2]; only the wanted slots of the planes, 0 outside the board
    float* value;         // before tanh
    Wanted wanted;
};

struct Kernel {
    const char* name;
    void (*bytes)(const Trunk<std::uint8_t>&, const Places&, const Work<std::uint8_t>&);
    void (*floats)(const Trunk<float>&, const Places&, const Work<float>&);
};

}  // namespace isthmus::net
