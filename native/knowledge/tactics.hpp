// Proofs by the tactics of a game's evaluator, for searches that prove results.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "knowledge/contract.hpp"
#include "knowledge/kept_scratch.hpp"

namespace isthmus {

// Returns the winning colour, if tactics find it. Drops steps that are no better than a remaining one. Null for
// games whose evaluator has no such proofs.
template <Game G, class B>
std::function<std::optional<Side>(const typename G::State&, StepList&)> tactics(const G& game, Tuning& tuning) {
    using Hand = EvaluatorOf<B, G>;
    if constexpr (Decides<Hand, G>) {
        const auto hand = std::make_shared<const Hand>(B::evaluator(game, tuning));
        return [&game, hand](const typename G::State& state, StepList& steps) -> std::optional<Side> {
            if (game.opening(state).under_way()) return std::nullopt;
            Evaluation answer;
            hand->decide(state, steps, answer, kept_scratch(hand));
            if (answer.winner && *answer.winner != game.to_act(state).side) return answer.winner;
            std::size_t left = 0;
            if (answer.weights.size() == steps.size())
                for (std::size_t i = 0; i < steps.size(); ++i)
                    if (answer.weights[i] > 0) steps[left++] = steps[i];
            if (left > 0) steps.resize(left);
            return answer.winner;
        };
    } else {
        return nullptr;
    }
}

}  // namespace isthmus
