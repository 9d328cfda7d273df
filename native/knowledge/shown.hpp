// What a solver shows a search: the types with which the one asks the other, as neither includes the other.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "rules/turns.hpp"

namespace isthmus {

// What is proved of a position.
struct Shown {
    std::optional<Side> winner;
    StepSequence turn;           // a turn that wins, if the winner acts and `weights` say nothing
    std::vector<float> weights;  // one a step, as in Evaluation; empty if nothing is known of single steps
};

// How much a proof may take.
struct ProofEffort {
    std::uint64_t nodes = 1;  // with one node it only looks
    double seconds = 1e9;
    std::function<bool()> keep_on{};  // asked every few milliseconds; false ends the proof
};

// Asks a solver about a state where the game goes on, the colours have seats and no turn has begun; `steps` are the
// state's steps. Any thread may ask. Empty: no solver would show more than a search sees.
template <class State>
using Prove = std::function<Shown(const State& state, const StepList& steps, const ProofEffort& effort)>;

}  // namespace isthmus
