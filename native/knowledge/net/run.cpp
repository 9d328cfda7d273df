#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "knowledge/net/packed.hpp"

namespace isthmus {

// The places of a position are stored row after row, with a border as wide as the reach of the taps. The right border
// of a row is also the left border of the next.
struct NetRun::Memory {
    Memory(const Net& of, NetBoard given, int batch) : net(of), board(std::move(given)) {
        const auto& shape = net.shape();
        const std::size_t cells = static_cast<std::size_t>(board.rows) * static_cast<std::size_t>(board.columns);
        if (board.rows < 1 || board.columns < 1 || board.rows > 256 || board.columns > 256 ||
            board.inside.size() != cells)
            throw std::invalid_argument(
                "net: expected a board of 1 to 256 rows and columns, and a byte for each place");
        if (std::ranges::count(board.inside, 0) == static_cast<std::ptrdiff_t>(cells))
            throw std::invalid_argument("net: the board has no fields");
        if (batch < 1) throw std::invalid_argument("net: expected a batch of 1 or more");

        for (const auto& [row, column] : shape.taps) reach = std::max({reach, std::abs(row), std::abs(column)});
        width = board.columns + reach;
        all = (board.rows + 2 * reach) * width + reach;
        std::vector<int> at, cell, by_cell(cells, 0);
        for (int i = 0; i < static_cast<int>(cells); ++i)
            if (board.inside[static_cast<std::size_t>(i)]) {
                at.push_back(place(i / board.columns, i % board.columns));
                cell.push_back(i);
                by_cell[static_cast<std::size_t>(i)] = at.back();
            }
        const auto& packed = net.packed();
        places = {static_cast<int>(at.size()),
                  kept(at),
                  kept(cell),
                  kept(by_cell),
                  static_cast<int>(cells),
                  steps(packed.planes),
                  steps(shape.channels)};

        const auto positions = static_cast<std::size_t>(batch);
        wanted.resize(positions);
        planes = store.make<std::uint8_t>(positions * plane_bytes());
        policy_size = shape.policy_planes * places.cells + 2;
        policies = store.make<float>(positions * static_cast<std::size_t>(policy_size));
        values = store.make<float>(positions);
        const std::size_t numbers = static_cast<std::size_t>(all) * static_cast<std::size_t>(shape.channels);
        if (packed.exact) {
            float_planes = store.make<float>(plane_bytes());
            floats = {float_planes, store.make<float>(numbers), store.make<float>(numbers), nullptr, nullptr, {}};
        } else {
            bytes = {nullptr, store.make<std::uint8_t>(numbers), store.make<std::uint8_t>(numbers), nullptr, nullptr,
                     {}};
        }
    }

    int place(int row, int column) const { return (row + reach) * width + column + reach; }
    std::size_t plane_bytes() const {
        return static_cast<std::size_t>(all) * static_cast<std::size_t>(net.packed().planes);
    }
    const int* kept(const std::vector<int>& numbers) {
        int* const out = store.make<int>(numbers.size());
        std::ranges::copy(numbers, out);
        return out;
    }
    // Each tap has steps for all channels.
    net::Steps steps(int channels) {
        const int together =
            net.packed().exact ? net::Arithmetic<float>::inputs : net::Arithmetic<std::uint8_t>::inputs;
        std::vector<int> offsets;
        for (const auto& [row, column] : net.shape().taps)
            for (int channel = 0; channel < channels; channel += together)
                offsets.push_back((row * width + column) * channels + channel);
        return {kept(offsets), static_cast<int>(offsets.size())};
    }

    void run(int position) {
        const auto& packed = net.packed();
        const std::uint8_t* const seen = planes + static_cast<std::size_t>(position) * plane_bytes();
        float* const policy = policies + static_cast<std::ptrdiff_t>(position) * policy_size;
        float* const value = values + position;
        const auto& slots = wanted[static_cast<std::size_t>(position)];
        const net::Wanted want{slots.empty() ? nullptr : slots.data(), static_cast<int>(slots.size())};
        if (packed.exact) {
            for (std::size_t i = 0; i < plane_bytes(); ++i) float_planes[i] = static_cast<float>(seen[i]) / 127.0f;
            floats.policy = policy, floats.value = value, floats.wanted = want;
            packed.kernel->floats(packed.floats, places, floats);
        } else {
            bytes.planes = seen, bytes.policy = policy, bytes.value = value, bytes.wanted = want;
            packed.kernel->bytes(packed.bytes, places, bytes);
        }
        const auto result = static_cast<float>(std::tanh(static_cast<double>(*value)));
        *value = std::isfinite(result) ? result : 0.0f;  // the weights may come from any file
    }

    const Net& net;
    NetBoard board;
    int reach = 0;
    int width = 0;  // of a row with the border
    int all = 0;    // places, with the border
    int policy_size = 0;
    net::Places places{};
    net::Store store;
    std::vector<std::vector<int>> wanted;  // by position, slots of the policy's planes; all if it is empty
    std::uint8_t* planes = nullptr;
    float* policies = nullptr;
    float* values = nullptr;
    float* float_planes = nullptr;
    net::Work<std::uint8_t> bytes{};
    net::Work<float> floats{};
};

NetRun::NetRun(const Net& net, NetBoard board, int batch)
    : memory_(std::make_unique<Memory>(net, std::move(board), batch)) {}
NetRun::~NetRun() = default;

PlaneLayout NetRun::layout() const {
    const int planes = memory_->net.packed().planes;
    return {memory_->width * planes, planes, 1};
}
std::uint8_t* NetRun::clear(int position) {
    std::uint8_t* const first = memory_->planes + static_cast<std::size_t>(position) * memory_->plane_bytes();
    std::memset(first, 0, memory_->plane_bytes());
    memory_->wanted[static_cast<std::size_t>(position)].clear();
    return first + static_cast<std::ptrdiff_t>(memory_->place(0, 0)) * memory_->net.packed().planes;
}
void NetRun::want(int position, std::span<const int> slots) {
    auto& wanted = memory_->wanted[static_cast<std::size_t>(position)];
    wanted.clear();
    for (const int slot : slots)
        if (slot >= 0 && slot < memory_->policy_size - 2) wanted.push_back(slot);
}
void NetRun::run(int count) {
    for (int position = 0; position < count; ++position) memory_->run(position);
}
float NetRun::value(int position) const { return memory_->values[position]; }
const float* NetRun::policy(int position) const {
    return memory_->policies + static_cast<std::ptrdiff_t>(position) * memory_->policy_size;
}

}  // namespace isthmus
