// The basic types of the rules; src/isthmus/rules/types.py has the same names in the same order.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace isthmus {

using Cell = std::int16_t;           // a field, numbered as in the Python Topology
using Step = std::uint16_t;          // a dense id: cells, pass, stop, take-black, take-white, then the game's own moves
using StepList = std::vector<Step>;  // the owner clears and reuses its list, so that it stops allocating

enum class Side : std::uint8_t { Black, White };
enum class Seat : std::uint8_t { First, Second };

constexpr Side other(Side side) { return side == Side::Black ? Side::White : Side::Black; }
constexpr int index(Side side) { return static_cast<int>(side); }
constexpr int index(Seat seat) { return static_cast<int>(seat); }

struct ToAct {
    Seat seat;
    Side side;
    const char* phase;
    bool may_stop;
};

struct Outcome {
    const char* reason;
    std::optional<Side> winner;                     // none: a draw
    std::optional<std::pair<int, int>> score = {};  // (black, white) where points are counted
};

// The ids of the steps that every game has, on a board with this many cells.
struct StepIds {
    int cells;
    Step pass() const { return static_cast<Step>(cells); }
    Step stop() const { return static_cast<Step>(cells + 1); }
    Step take(Side side) const { return static_cast<Step>(cells + 2 + index(side)); }
    Step first_move() const { return static_cast<Step>(cells + 4); }
    bool is_cell(Step step) const { return step < cells; }
    bool is_take(Step step) const { return step == cells + 2 || step == cells + 3; }
    Side taken(Step step) const { return step == take(Side::Black) ? Side::Black : Side::White; }
};

}  // namespace isthmus
