// Known: what the solver asks a game's bundle at every position. First it asks the theory, and without an answer the
// prover. Distances order the search. These are templates over the parts, not over the bundle, so games that share
// parts also share the solver.
#pragma once

#include "knowledge/contract.hpp"

namespace isthmus {

template <Game G, Theory<G> T, Prover<G> P, Distance<G> D>
class Known {
public:
    explicit Known(const G& game) : theory_(game), prover_(game), distance_(game), game_(game) {}

    void look(const typename G::State& state, const StepList& steps, Evaluation& answer) {
        if (game_.opening(state).under_way()) return;
        const auto play = theory_(state);
        if (!play || !play->proved) return prover_.look(state, steps, answer);
        answer.winner = play->winner;
        if (play->winning_steps.empty()) return;
        for (const Step step : steps) answer.weights.push_back(step == play->winning_steps.front() ? 1.0f : 0.0f);
    }
    bool judges(const typename G::State& state) const {
        if constexpr (Judges<P, G>) return prover_.judges(state);
        return false;
    }
    std::array<int, 2> guess(const typename G::State& state) const { return distance_(state); }

private:
    T theory_;
    P prover_;
    D distance_;
    const G& game_;
};
template <Game G, Knows<G> B>
using KnownOf = Known<G, typename B::Theory, typename B::Prover, typename B::Distance>;

}  // namespace isthmus
