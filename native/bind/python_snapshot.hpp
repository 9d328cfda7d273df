// Snapshots in the form that Python passes: (black, white, side, turns of the opening, the first seat's side, pending
// steps, counters).
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "rules/snapshot.hpp"

namespace isthmus {

using Counters = std::vector<std::pair<std::string, Snapshot::Numbers>>;
using PythonSnapshot =
    std::tuple<std::vector<Cell>, std::vector<Cell>, int, int, std::optional<int>, std::vector<Step>, Counters>;

inline std::optional<int> holder(const Opening& opening) {
    return opening.first_holds == Opening::nobody ? std::nullopt : std::optional<int>(opening.first_holds);
}
inline PythonSnapshot python_snapshot(Snapshot shot) {
    return {std::move(shot.stones[0]), std::move(shot.stones[1]),
            index(shot.side),          static_cast<int>(shot.opening.turns),
            holder(shot.opening),      std::move(shot.pending),
            std::move(shot.counters)};
}
// Throws nanobind::value_error for meaningless numbers. Snapshot::check tests whether a board can hold the position.
inline Snapshot native_snapshot(PythonSnapshot given) {
    auto& [black, white, side, opening_turns, first_holds, pending, counters] = given;
    if (side < 0 || side > 1) throw nanobind::value_error("snapshot: no such side");
    if (first_holds && (*first_holds < 0 || *first_holds > 1))
        throw nanobind::value_error("snapshot: no such side for the first seat");
    if (opening_turns < 0 || opening_turns > 8)
        throw nanobind::value_error("snapshot: turns of the opening: expected 0 to 8");
    Snapshot shot;
    shot.stones = {std::move(black), std::move(white)};
    shot.side = static_cast<Side>(side);
    shot.opening = {static_cast<std::uint8_t>(opening_turns),
                    static_cast<std::int8_t>(first_holds.value_or(Opening::nobody))};
    shot.pending = std::move(pending);
    shot.counters = std::move(counters);
    return shot;
}

}  // namespace isthmus
