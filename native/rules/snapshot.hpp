// A state as neutral data: what crosses the border to Python. src/isthmus/rules/snapshot.py has the same fields.
#pragma once

#include <array>
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
};

}  // namespace isthmus
