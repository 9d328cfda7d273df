// Proofs for positions of Trinidad without a search: turns that win, and turns that fail to stop one.
#pragma once

#include "knowledge/trinidad/tactics.hpp"

namespace isthmus::trinidad {

template <int W>
class TrinidadProver {
public:
    using G = Trinidad<W>;
    explicit TrinidadProver(const G& game) : tactics_(game), scratch_(tactics_.scratch()) {}

    void look(const typename G::State& state, const StepList& steps, Evaluation& answer) {
        answer.weights.assign(steps.size(), 1.0f);
        tactics_.decided(state, steps, answer, scratch_);
    }

private:
    Tactics<W> tactics_;
    typename Tactics<W>::Scratch scratch_;
};

}  // namespace isthmus::trinidad
