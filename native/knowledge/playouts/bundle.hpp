// The bundle of a game without knowledge: every step has the same weight, and the value is the mean of random playouts.
// The build uses it for a game without a folder in native/knowledge.
#pragma once

#include "knowledge/contract.hpp"
#include "rules/playouts.hpp"

namespace isthmus::playouts {

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

template <Game G>
struct Bundle : NoKnowledge<G> {
    static auto evaluator(const G& game, Tuning& tuning) { return PlayoutEvaluator<G>(game, tuning); }
};

}  // namespace isthmus::playouts
