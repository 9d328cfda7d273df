// A state as neutral data, the form in which Python and C++ exchange it. src/isthmus/rules/snapshot.py has the same
// fields.
#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "rules/opening.hpp"

namespace isthmus {

struct Snapshot {
    using Numbers = std::vector<std::uint64_t>;
    using Counters = std::vector<std::pair<std::string, Numbers>>;
    std::array<std::vector<Cell>, 2> stones;  // ascending
    Side side = Side::Black;
    Opening opening;
    std::vector<Step> pending;
    Counters counters;

    Numbers counter(const std::string& name) const {
        for (const auto& [known, numbers] : counters)
            if (known == name) return numbers;
        return {};
    }
    std::uint64_t number(const std::string& name) const {
        const auto numbers = counter(name);
        return numbers.empty() ? 0 : numbers.front();
    }

    // Throws std::invalid_argument for data that is impossible on any board of this many cells: states use these
    // numbers as indexes.
    void check(int cells) const {
        const auto require = [](bool holds, const char* message) {
            if (!holds) throw std::invalid_argument(message);
        };
        std::set<Cell> seen;
        for (const auto& side_stones : stones)
            for (const Cell cell : side_stones) {
                require(cell >= 0 && cell < cells, "snapshot: a stone is off the board");
                require(seen.insert(cell).second, "snapshot: two stones on one cell");
            }
        require(index(side) <= 1, "snapshot: no such side");
        require(opening.first_holds >= Opening::nobody && opening.first_holds <= 1,
                "snapshot: no such side for the first seat");
        require(pending.size() <= 1, "snapshot: more than one pending step");
        for (const Step step : pending)
            require(step < cells && seen.contains(static_cast<Cell>(step)), "snapshot: a pending step left no stone");
    }
    // The limits of a counter: how many numbers, and the largest number.
    struct CounterRange {
        const char* name;
        std::size_t most;
        std::uint64_t largest;
    };
    static constexpr auto any = ~std::uint64_t{0};
    // Throws std::invalid_argument for other counters, and for pending steps in a game whose turns have one step.
    void check_rules(bool turns_of_several_steps, std::initializer_list<CounterRange> ranges) const {
        if (!turns_of_several_steps && !pending.empty())
            throw std::invalid_argument("snapshot: a pending step, but every turn of this game is one step");
        for (const auto& [name, numbers] : counters) {
            const auto* range = std::find_if(ranges.begin(), ranges.end(),
                                             [&name = name](const auto& known) { return known.name == name; });
            if (range == ranges.end()) throw std::invalid_argument("snapshot: no counter is called " + name);
            if (numbers.size() > range->most ||
                std::any_of(numbers.begin(), numbers.end(), [&](auto number) { return number > range->largest; }))
                throw std::invalid_argument("snapshot: counter " + name + " is out of range");
        }
    }
};

}  // namespace isthmus
