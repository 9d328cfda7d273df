// The types by which a search asks a solver for proofs. They are here because neither includes the other.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "rules/turns.hpp"

namespace isthmus {

// The proof for a position.
struct Shown {
    std::optional<Side> winner;
    StepSequence turn;           // a winning turn, if the winner acts and `weights` is empty
    std::vector<float> weights;  // one per step, as in Evaluation; empty if nothing is known about single steps
};

// The limits of a proof.
struct ProofEffort {
    std::uint64_t nodes = 1;  // with one node there is no search
    double seconds = 1e9;
    std::function<bool()> keep_on{};  // called every few milliseconds; false ends the proof
};

// Asks a solver about a state at the start of a turn, after the choice of colours, in which the game is not over.
// `steps` are its legal steps. Any thread may ask. The function is empty if no solver would prove more than the search
// does.
template <class State>
using Prove = std::function<Shown(const State& state, const StepList& steps, const ProofEffort& effort)>;

}  // namespace isthmus
