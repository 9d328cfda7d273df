// The report of a search, as plain data. Values are for Seat::First, in [-1, 1].
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "search/proof.hpp"

namespace isthmus {

struct TurnReport {
    std::vector<Step> steps;  // in an order that can be played
    std::uint64_t visits = 0;
    double value = 0;
    double prior = 0;  // its prior at the root, in [0, 1]
    Proof proof = Proof::None;
    std::vector<std::vector<Step>> variation;  // the expected turns from here, this one first
};

// Turns with more visits come first; turns with equally many keep their order.
inline void sort_by_visits(std::vector<TurnReport>& turns) {
    std::stable_sort(turns.begin(), turns.end(), [](const auto& a, const auto& b) { return a.visits > b.visits; });
}

// What theory says about a position: who wins and why; see PerfectPlay in knowledge/contract.hpp.
struct TheoryReport {
    Side winner;
    // Two trees of empty cells, after the best step or, if the winner does not act, now. Both join the winner's goals
    // and span the same vertices, so one of them survives whatever the opponent does.
    std::array<std::vector<Cell>, 2> trees;
};

struct SearchReport {
    std::vector<TurnReport> turns;  // the best first; a turn that can be made in two orders has one entry
    double value = 0;
    Proof proof = Proof::None;
    std::uint64_t simulations = 0;  // of this call
    std::uint64_t nodes = 0;        // in memory, including those from earlier calls
    std::uint64_t depth = 0;        // of the deepest simulation, in steps
    std::optional<TheoryReport> theory;
};

}  // namespace isthmus
