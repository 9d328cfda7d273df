// Proofs for positions of Network without a search, by the search's evaluator. The
// prover also estimates who is ahead while there are stones to drop.
#pragma once

#include <optional>

#include "knowledge/network/evaluator.hpp"

namespace isthmus::network {

template <int W>
class NetworkProver {
public:
    using G = Network<W>;
    explicit NetworkProver(const G& game) : game_(game), evaluator_(game, tuning_), scratch_(evaluator_.scratch()) {}

    // In the move phase the evaluator's estimate does not help.
    std::optional<Hardness> judges(const typename G::State& state) const {
        const bool dropping = game_.supply(state, Side::Black) > 0 || game_.supply(state, Side::White) > 0;
        if (!dropping || state.opening.under_way()) return std::nullopt;
        return Hardness{6, 1, 8};
    }

    void look(const typename G::State& state, const StepList& steps, Evaluation& answer) {
        if (!judges(state)) {
            evaluator_.decide(state, steps, answer, scratch_);
            return;
        }
        const Leaf<G> leaf{&state, &steps, &answer};
        evaluator_.evaluate(std::span(&leaf, 1), scratch_, random_);
    }

private:
    const G& game_;
    Tuning tuning_;
    NetworkEvaluator<W> evaluator_;
    Random random_{1};  // unused by the evaluator
    typename NetworkEvaluator<W>::Scratch scratch_;
};

}  // namespace isthmus::network
