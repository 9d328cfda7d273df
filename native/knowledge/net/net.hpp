// A small convolutional network that evaluates positions: docs/design/0021-learned-evaluators.md.
//
//   NetShape   its architecture
//   Net        its weights, packed for the kernel of this machine
//   NetBoard   the rectangle that holds a board
//   BatchJudge one thread's judge of batches of positions: a NetRun, or a function (function_judge.hpp)
//   NetRun     one thread's memory for a batch of positions
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "rules/planes.hpp"

namespace isthmus {

struct NetShape {
    int planes = 0;    // of the input
    int channels = 0;  // of the trunk, a multiple of 16
    int blocks = 0;
    int policy_planes = 1;
    int value_hidden = 0;
    std::vector<std::pair<int, int>> taps;  // (row, column) of each weight of a convolution, at most nine
    std::vector<bool> pooled;               // by block
};

// Tensors by name; the design note lists them. Const and shared by threads.
class Net {
public:
    using Tensors = std::map<std::string, std::span<const std::byte>>;
    // `exact`: 32-bit floats instead of 8-bit integers. `kernel`: "best", or one of `kernels()`. Throws
    // std::invalid_argument for tensors that do not fit the shape, and for a kernel that this machine lacks.
    Net(NetShape shape, const Tensors& tensors, bool exact = false, const std::string& kernel = "best");
    ~Net();

    const NetShape& shape() const { return shape_; }
    std::string kernel() const;
    static std::vector<std::string> kernels();  // those of this machine, the fastest first

    struct Packed;
    const Packed& packed() const { return *packed_; }

private:
    NetShape shape_;
    std::unique_ptr<const Packed> packed_;
};

struct NetBoard {
    int rows = 0, columns = 0;
    std::vector<std::uint8_t> inside;  // 1 for each place of the rectangle that is on the board, row by row
};

// Set the planes of each position, then call `run`, then read the answers.
class BatchJudge {
public:
    virtual ~BatchJudge() = default;

    // The planes of a position: a pointer to the first byte. `clear` sets all its bytes to 0. A mark is the byte 127.
    virtual PlaneLayout layout() const = 0;
    virtual std::uint8_t* clear(int position) = 0;
    // After `clear`: the slots of the policy's planes that are needed; negative numbers are ignored. All other slots
    // may be wrong. Without any slots, all are computed.
    virtual void want([[maybe_unused]] int position, [[maybe_unused]] std::span<const int> slots) {}
    virtual void run(int count) = 0;

    // The answers, by position: the value in [-1, 1], for the side to act; and the policy as Depiction::slot counts:
    // planes by rows by columns, stop, pass.
    virtual float value(int position) const = 0;
    virtual const float* policy(int position) const = 0;
};

// Memory for a batch of positions, up to a fixed number.
class NetRun final : public BatchJudge {
public:
    NetRun(const Net& net, NetBoard board, int batch);
    ~NetRun() override;

    PlaneLayout layout() const override;
    std::uint8_t* clear(int position) override;
    void want(int position, std::span<const int> slots) override;
    void run(int count) override;
    float value(int position) const override;
    const float* policy(int position) const override;

private:
    struct Memory;
    std::unique_ptr<Memory> memory_;
};

}  // namespace isthmus
