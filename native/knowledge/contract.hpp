// The contract of knowledge: what search and solver ask of what is known of a game besides its rules. Each game offers
// one bundle; docs/design/0018-knowledge-and-rooms.md.
//
//   Evaluator   how good a position is, and which steps deserve a look; also maps for people
//   Prover      who wins a position, and which steps lose, without a search
//   Theory      perfect play, where theory gives it
//   Distance    how far the sides are from winning
//   Knows       the bundle of these
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "knowledge/looks.hpp"
#include "knowledge/maps.hpp"
#include "knowledge/tuning.hpp"
#include "rules/game.hpp"
#include "rules/random.hpp"

namespace isthmus {

// What an evaluator or a prover says of one position in which the game is not over.
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
    // Empty where the evaluator does not say.
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

// How good positions are, and which steps deserve a look. It works on batches, so that a learned one can take the same
// place. An Evaluator is const and shared by threads; each thread has its own Scratch and random numbers. The same
// position with the same random numbers gives the same answer.
template <class E, class G>
concept Evaluator = Game<G> && requires(const E& evaluator, typename E::Scratch& scratch, Random& random,
                                        std::span<const Leaf<G>> batch) {
                                   { evaluator.scratch() } -> std::same_as<typename E::Scratch>;
                                   { evaluator.evaluate(batch, scratch, random) } -> std::same_as<void>;
                               };

// An evaluator that can say what tactics alone prove: the winner, and the weight 0 for steps that lose; all other
// weights are alike. True if there is a winner.
template <class E, class G>
concept Decides = Evaluator<E, G> && requires(const E& evaluator, const typename G::State& state, const StepList& steps,
                                              Evaluation& answer, typename E::Scratch& scratch) {
                                         { evaluator.decide(state, steps, answer, scratch) } -> std::same_as<bool>;
                                     };

// An evaluator that can draw the currents of a position, with `with_stone` also what one more stone on each point would
// make of them.
template <class E, class G>
concept MapsFlow = Evaluator<E, G> && requires(const E& evaluator, const typename G::State& state, bool with_stone) {
                                          { evaluator.flow_map(state, with_stone) } -> std::same_as<FlowMap>;
                                      };

// An evaluator that can say by so many playouts whose the land is; `keep_on` may end it earlier.
template <class E, class G>
concept MapsLand = Evaluator<E, G> && requires(const E& evaluator, const typename G::State& state, Random& random,
                                               int playouts, const std::function<bool()>& keep_on) {
                                          {
                                              evaluator.estimate(state, random, playouts, keep_on)
                                          } -> std::same_as<LandEstimate>;
                                      };

// What shows without a search: an answer as evaluators give it, into one that is empty. Only `winner` and weights of 0
// have to be true: where a step wins, one of those with a weight does. No weights: all steps may be good.
template <class P, class G>
concept Prover =
    Game<G> && requires(P& prover, const typename G::State& state, const StepList& steps, Evaluation& answer) {
                   { prover.look(state, steps, answer) } -> std::same_as<void>;
               };

// In positions that it judges `look` also says who is ahead and which steps are promising, as evaluators do.
template <class P, class G>
concept Judges = requires(const P& prover, const typename G::State& state) {
                     { prover.judges(state) } -> std::same_as<bool>;
                 };

// What theory says of a position.
struct PerfectPlay {
    Side winner;  // by theory; before the choice of colours too, for the position as it stands
    // False where theory leaves out a rule that might forbid the winner's answers. Otherwise the winner wins by making
    // the first winning step and asking again after each answer.
    bool proved;
    // If the winner acts, the steps that keep the win, the one to make first; else empty. Passing, which is never
    // better than another step, is not among them.
    std::vector<Step> winning_steps;
    // The certificate, of empty cells: after the first winning step, or now if the loser acts, these two trees in the
    // winner's graph span the same vertices, both ends among them. Both empty where the step wins at once.
    std::array<std::vector<Cell>, 2> trees;
    // Whether each of the winning steps is proved, not only the first.
    bool all_proved;
};

// Perfect play for a game, prepared once; const and shared by threads. No answer where theory gives none.
template <class T, class G>
concept Theory = Game<G> && requires(const T& theory, const typename G::State& state, const Looks& looks) {
                                { theory(state) } -> std::same_as<std::optional<PerfectPlay>>;
                                { theory(state, looks) } -> std::same_as<std::optional<PerfectPlay>>;
                            };

// How hard it is for either side to win, at a guess: (Black, White), 0 for no guess. It orders a search for a proof,
// and proves nothing.
template <class D, class G>
concept Distance = Game<G> && requires(const D& distance, const typename G::State& state) {
                                  { distance(state) } -> std::same_as<std::array<int, 2>>;
                              };

// All that is known of a game: its Evaluator comes from `evaluator(game, tuning)`, the other parts are made from the
// game.
template <class B, class G>
using EvaluatorOf = decltype(B::evaluator(std::declval<const G&>(), std::declval<Tuning&>()));
template <class B, class G>
concept Knows =
    Evaluator<EvaluatorOf<B, G>, G> &&    //
    Prover<typename B::Prover, G> &&      // for the solver, at every position
    Prover<typename B::RootProver, G> &&  // for the engine, once a search
    Theory<typename B::Theory, G> && Distance<typename B::Distance, G> &&
    std::is_constructible_v<typename B::Prover, const G&> &&
    std::is_constructible_v<typename B::RootProver, const G&> &&
    std::is_constructible_v<typename B::Theory, const G&> && std::is_constructible_v<typename B::Distance, const G&>;

// The parts of a bundle that a game does not have; each bundle begins with these. There is no search without an
// evaluator: a game that has nothing to say takes that of knowledge/playouts.
template <Game G>
struct NoKnowledge {
    struct Prover {
        explicit Prover(const G&) {}
        void look(const typename G::State&, const StepList&, Evaluation&) {}
    };
    using RootProver = Prover;
    struct Theory {
        explicit Theory(const G&) {}
        std::optional<PerfectPlay> operator()(const typename G::State&, const Looks& = {}) const {
            return std::nullopt;
        }
    };
    struct Distance {
        explicit Distance(const G&) {}
        std::array<int, 2> operator()(const typename G::State&) const { return {}; }
    };
};

}  // namespace isthmus
