// The symmetries of a board in the form that Python passes: pairs of the images of all cells, and whether colours are
// exchanged.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "rules/symmetry.hpp"

namespace isthmus {

using PythonSymmetries = std::vector<std::pair<std::vector<Cell>, bool>>;

// Throws nanobind::value_error unless the images are all cells of the board, each once.
inline void check_symmetry(const std::vector<Cell>& to, int cells) {
    std::vector<bool> reached(static_cast<std::size_t>(cells));
    for (const Cell cell : to)
        if (cell >= 0 && cell < cells) reached[static_cast<std::size_t>(cell)] = true;
    const bool all = std::find(reached.begin(), reached.end(), false) == reached.end();
    if (!all || to.size() != reached.size())
        throw nanobind::value_error("symmetries: expected each cell of the board once");
}

inline std::vector<BoardSymmetry> board_symmetries(PythonSymmetries symmetries, int cells) {
    std::vector<BoardSymmetry> out;
    for (auto& [to, swaps] : symmetries) {
        check_symmetry(to, cells);
        out.push_back({std::move(to), swaps});
    }
    return out;
}

}  // namespace isthmus
