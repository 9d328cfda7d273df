// The evaluator without knowledge: every step deserves the same look, and the value is the mean of random playouts.
#pragma once

#include "knowledge/contract.hpp"
#include "knowledge/tuning.hpp"
#include "rules/playouts.hpp"

namespace isthmus {

template <Game G>
class PlayoutEvaluator {
public:
    struct Scratch {
        StepList steps;
    };

    PlayoutEvaluator(const G& game, Tuning& tuning)
        : game_(game), playouts_(tuning.count("playouts", 1, 1, 1'000'000)) {}

    Scratch scratch() const { return {}; }
    void evaluate(std::span<const Leaf<G>> batch, Scratch& scratch, Random& random) const {
        for (const auto& leaf : batch) {
            leaf.answer->weights.assign(leaf.steps->size(), 1.0f);
            leaf.answer->winner.reset();
            int sum = 0;
            for (int i = 0; i < playouts_; ++i)
                if (const auto winner = playout(game_, *leaf.state, random, scratch.steps))
                    sum += *winner == Side::Black ? 1 : -1;
            leaf.answer->black = static_cast<float>(sum) / static_cast<float>(playouts_);
        }
    }

private:
    const G& game_;
    int playouts_;
};

}  // namespace isthmus
