#include "knowledge/net/packed.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <type_traits>

#include "knowledge/net/tensors.hpp"

namespace isthmus::net {
namespace {

constexpr float input_unit = 1.0f / 127.0f;
constexpr float largest = 1e20f;  // so that no product with a sum overflows

int up_to(int number, int multiple) { return (number + multiple - 1) / multiple * multiple; }

class Packer {
public:
    Packer(const NetShape& shape, const Net::Tensors& tensors, Store& store)
        : shape_(shape), read_(tensors), store_(store) {}

    template <class Value>
    Trunk<Value> trunk() {
        constexpr bool quantised = std::is_same_v<Value, std::uint8_t>;
        const int layers = 1 + 2 * shape_.blocks, channels = shape_.channels;
        Trunk<Value> out{};
        out.planes = up_to(shape_.planes, 4);
        out.channels = channels;
        out.blocks = shape_.blocks;
        float* const units = store_.make<float>(layers);
        std::fill_n(units, layers, 1.0f);
        if (quantised) std::ranges::copy(read_.units("activations", layers, false), units);
        out.units = units;

        auto* const convolutions = store_.make<Convolution<Value>>(layers);
        convolutions[0] = convolution<Value>("stem", shape_.planes, quantised ? input_unit : 1, units[0], 0);
        for (int block = 0; block < shape_.blocks; ++block) {
            const std::string name = "block" + std::to_string(block);
            const float *in = units + 2 * block, *middle = in + 1, *to = in + 2;
            auto& first = convolutions[1 + 2 * block];
            first = convolution<Value>(name + ".first", channels, *in, *middle, 0);
            if (shape_.pooled[block]) first.pool = dense(name + ".pool", 2 * channels, channels, false).weights;
            convolutions[2 + 2 * block] = convolution<Value>(name + ".second", channels, *middle, *to, *in / *to);
        }
        out.convolutions = convolutions;

        out.policy_planes = shape_.policy_planes;
        auto weights = read_.floats("policy.weight", size(shape_.policy_planes) * size(channels));
        for (float& weight : weights) weight *= units[layers - 1];
        out.policy_weights = kept(weights);
        out.policy_bias = kept(read_.floats("policy.bias", size(shape_.policy_planes)));
        out.extras = dense("extras", 2 * channels, 2, true);
        out.value1 = dense("value1", 2 * channels, shape_.value_hidden, true);
        out.value2 = dense("value2", shape_.value_hidden, 1, true);
        return out;
    }

private:
    static std::size_t size(int count) { return static_cast<std::size_t>(count); }
    template <class T>
    const T* kept(const std::vector<T>& numbers) {
        T* const out = store_.make<T>(numbers.size());
        std::ranges::copy(numbers, out);
        return out;
    }

    // `in`, `to`: the real values of one unit of the inputs and of the results. `residual`: one unit of the added
    // values, measured in units of the results.
    template <class Value>
    Convolution<Value> convolution(const std::string& name, int inputs, float in, float to, float residual) {
        Convolution<Value> out{};
        const int channels = shape_.channels;
        constexpr bool quantised = std::is_same_v<Value, std::uint8_t>;
        const auto bias = read_.floats(name + (quantised ? ".offset" : ".bias"), size(channels));
        std::vector<float> scale(size(channels), 1.0f);
        if constexpr (quantised) {
            scale = read_.units(name + ".unit", size(channels), true);
            for (float& number : scale) number = in * number / to;
            out.weights = weights<Value>(read_.bytes(name + ".quantised", count(inputs)), inputs);
        } else {
            out.weights = weights<Value>(read_.floats(name + ".weight", count(inputs)), inputs);
        }
        for (int channel = 0; channel < channels; ++channel)
            if (!(scale[channel] < largest && std::abs(bias[channel] / to) < largest && residual < largest))
                throw std::invalid_argument("net: the units of " + name + " are too far apart");
        out.scale = kept(scale);
        out.bias = kept(bias);
        out.unit = to;
        out.residual = std::is_same_v<Value, float> ? 1 : residual;
        return out;
    }
    std::size_t count(int inputs) const { return size(shape_.channels) * shape_.taps.size() * size(inputs); }

    // From [channels][taps][inputs] to [channels / 16][steps][16][inputs of a step]; 0 where inputs fill up a step.
    template <class Value>
    const typename Arithmetic<Value>::Weight* weights(const std::vector<typename Arithmetic<Value>::Weight>& from,
                                                      int inputs) {
        constexpr std::size_t together = Arithmetic<Value>::inputs;
        const std::size_t filled = size(up_to(inputs, 4)), taps = shape_.taps.size(), in = size(inputs);
        auto* const out = store_.make<typename Arithmetic<Value>::Weight>(size(shape_.channels) * taps * filled);
        for (std::size_t channel = 0; channel < size(shape_.channels); ++channel)
            for (std::size_t tap = 0; tap < taps; ++tap)
                for (std::size_t input = 0; input < in; ++input) {
                    const std::size_t step = (tap * filled + input) / together, steps = taps * filled / together;
                    out[((channel / lanes * steps + step) * lanes + channel % lanes) * together + input % together] =
                        from[(channel * taps + tap) * in + input];
                }
        return out;
    }

    // From [outputs][inputs] to [outputs / 16][inputs][16]
    Dense dense(const std::string& name, int inputs, int outputs, bool has_bias) {
        const int filled = up_to(outputs, lanes);
        const auto from = read_.floats(name + ".weight", size(outputs) * size(inputs));
        float* const weights = store_.make<float>(size(filled) * size(inputs));
        for (int output = 0; output < outputs; ++output)
            for (int input = 0; input < inputs; ++input)
                weights[size((output / lanes * inputs + input) * lanes + output % lanes)] =
                    from[size(output * inputs + input)];
        float* bias = nullptr;
        if (has_bias) {
            bias = store_.make<float>(size(filled));
            std::ranges::copy(read_.floats(name + ".bias", size(outputs)), bias);
        }
        return {inputs, filled, weights, bias};
    }

    const NetShape& shape_;
    TensorReader read_;
    Store& store_;
};

}  // namespace

std::unique_ptr<const Net::Packed> pack(const NetShape& shape, const Net::Tensors& tensors, bool exact,
                                        const Kernel* kernel) {
    auto out = std::make_unique<Net::Packed>();
    out->kernel = kernel;
    out->exact = exact;
    out->planes = up_to(shape.planes, 4);
    Packer packer(shape, tensors, out->store);
    if (exact)
        out->floats = packer.trunk<float>();
    else
        out->bytes = packer.trunk<std::uint8_t>();
    return out;
}

}  // namespace isthmus::net
