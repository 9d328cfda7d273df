// A state as neutral data: what crosses the border to Python. src/isthmus/rules/snapshot.py has the same fields.
#pragma once

#include <array>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "rules/opening.hpp"

namespace isthmus {

struct Snapshot {
    using Numbers = std::vector<std::uint64_t>;
    std::array<std::vector<Cell>, 2> stones;  // ascending
    Side side = Side::Black;
    Opening opening;
    std::vector<Step> pending;
    std::vector<std::pair<std::string, Numbers>> counters;

    Numbers counter(const std::string& name) const {
        for (const auto& [known, numbers] : counters)
            if (known == name) return numbers;
        return {};
    }
    std::uint64_t number(const std::string& name) const {
        const auto numbers = counter(name);
        return numbers.empty() ? 0 : numbers.front();
    }

    // Throws std::invalid_argument for what no board of so many cells can hold: states index arrays by these numbers.
    void check(int cells) const {
        const auto require = [](bool truth, const char* said) {
            if (!truth) throw std::invalid_argument(said);
        };
        std::set<Cell> seen;
        for (const auto& side_stones : stones)
            for (const Cell cell : side_stones) {
                require(cell >= 0 && cell < cells, "snapshot: a stone lies off the board");
                require(seen.insert(cell).second, "snapshot: two stones on one cell");
            }
        require(index(side) <= 1, "snapshot: no such side");
        require(opening.first_holds >= Opening::nobody && opening.first_holds <= 1, "snapshot: no such side to hold");
        require(pending.size() <= 1, "snapshot: more than one pending step");
        for (const Step step : pending)
            require(seen.contains(static_cast<Cell>(step)), "snapshot: a pending step left no stone");
    }
};

}  // namespace isthmus
