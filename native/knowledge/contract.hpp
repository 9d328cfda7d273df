// What a search asks of knowledge: how good positions are, and which steps deserve a look. Evaluators work on batches,
// so that a learned one can take the same place.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rules/game.hpp"
#include "rules/random.hpp"

namespace isthmus {

// What an evaluator says of one position in which the game is not over.
struct Evaluation {
    // Black's expected result, in [-1, 1]; it is Black's, not a seat's, since boards know only colours.
    float black = 0;
    // Proved: this colour wins whatever the other does. Only to be set when the colours have seats.
    std::optional<Side> winner;
    // One weight a step, in the order of `steps`; the search scales them to sum to 1. Weight 0 drops the step for good:
    // only for a step that is proved to be no better than one that is kept. Where `winner` acts, the steps with the
    // highest weight win. At least one weight is positive.
    std::vector<float> weights;
    // Where stones stood at the end of the playout that `black` comes from, by step: 1 Black's, 2 White's, 0 neither.
    // Empty where the evaluator does not say; only Orbit's does.
    std::vector<std::uint8_t> stood;

    // Proved: this colour wins.
    void settle(Side colour) {
        winner = colour;
        black = colour == Side::Black ? 1.0f : -1.0f;
    }
    // Proved: the colour that acts wins by the steps for which `wins` says so.
    template <class Wins>
    void settle_by(const StepList& steps, Side acting, Wins&& wins) {
        for (std::size_t i = 0; i < steps.size(); ++i) weights[i] = wins(steps[i]) ? 1.0f : 0.0f;
        settle(acting);
    }
    // Drops the steps that `loses` proves to lose. If none is left the colour that waits wins, all steps weigh the
    // same, and it returns true.
    template <class Loses>
    bool drop_losing(const StepList& steps, Side acting, Loses&& loses) {
        bool any = false;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (weights[i] == 0) continue;
            if (loses(steps[i]))
                weights[i] = 0;
            else
                any = true;
        }
        if (any) return false;
        weights.assign(steps.size(), 1.0f);
        settle(other(acting));
        return true;
    }
};

// One position of a batch: what is known of it, and where the answer goes.
template <Game G>
struct Leaf {
    const typename G::State* state;
    const StepList* steps;  // the legal steps, ascending; not empty
    Evaluation* answer;     // its vectors keep their memory from batch to batch
};

// An Evaluator is const and shared by threads; each thread has its own Scratch and random numbers. The same position
// with the same random numbers gives the same answer.
template <class E, class G>
concept Evaluator = Game<G> && requires(const E& evaluator, typename E::Scratch& scratch, Random& random,
                                        std::span<const Leaf<G>> batch) {
                                   { evaluator.scratch() } -> std::same_as<typename E::Scratch>;
                                   { evaluator.evaluate(batch, scratch, random) } -> std::same_as<void>;
                               };

// What a solver asks of knowledge: an answer as evaluators give it. Only `winner` and weights of 0 have to be true:
// where a step wins, one of those with a weight does.
template <class K, class G>
concept Knowledge = Game<G> && requires(K& knowledge, const typename G::State& state, const StepList& steps,
                                        Evaluation& answer) { knowledge.look(state, steps, answer); };

// How hard it is for either side to win, at a guess: (Black, White), 0 for no guess.
template <class K, class G>
concept Guesses = requires(const K& knowledge, const typename G::State& state) {
                      { knowledge.guess(state) } -> std::same_as<std::array<int, 2>>;
                  };

// In positions that it judges `look` also says who is ahead and which steps are promising, as evaluators do.
template <class K, class G>
concept Judges = requires(const K& knowledge, const typename G::State& state) {
                     { knowledge.judges(state) } -> std::same_as<bool>;
                 };

struct NoKnowledge {
    template <class State>
    void look(const State&, const StepList&, Evaluation&) {}
};

}  // namespace isthmus
