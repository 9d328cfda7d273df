// What a search says, as plain data. Values are for Seat::First, in [-1, 1].
#pragma once

#include <vector>

#include "search/tree.hpp"

namespace isthmus {

struct TurnReport {
    std::vector<Step> steps;  // in an order that can be played
    std::uint64_t visits = 0;
    double value = 0;
    Proof proof = Proof::None;
};

struct SearchReport {
    std::vector<TurnReport> turns;             // by visits, most first; a turn in two orders is one entry
    std::vector<std::vector<Step>> variation;  // the expected turns from here, the best one first
    double value = 0;
    Proof proof = Proof::None;
    std::uint64_t simulations = 0;
    std::uint64_t nodes = 0;
};

}  // namespace isthmus
