// The contract of knowledge: the interface of search and solver to the knowledge of a game besides its rules. Each game
// has one bundle; docs/design/0018-knowledge-and-rooms.md.
//
//   Evaluator   the value of a position, and the weights of its steps; also maps for people
//   Prover      the winner of a position, and losing steps, without a search
//   Theory      perfect play, if theory gives it
//   Distance    the distance of the sides from winning
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

// The answer of an evaluator or a prover for one position in which the game is not over.
struct Evaluation {
    // Black's expected result, in [-1, 1]. It is for a colour, not a seat, because a board knows only colours.
    float black = 0;
    // Proved: this colour wins whatever the other does. Set only when the colours have seats.
    std::optional<Side> winner;
    // One weight per step, in the order of `steps`; the search scales them to sum to 1. Weight 0 drops the step for
    // good, and is only for a step that is proved to be no better than a remaining one. If `winner` acts, the steps
    // with the highest weight win. At least one weight is positive.
    std::vector<float> weights;
    // The stones at the end of the playout that gave `black`, by step: 1 Black's, 2 White's, 0 neither. Empty if the
    // evaluator does not give them.
    std::vector<std::uint8_t> stood;

    // Proved: this colour wins.
    void settle(Side colour) {
        winner = colour;
        black = colour == Side::Black ? 1.0f : -1.0f;
    }
    // Proved: the colour to act wins with each step for which `wins` returns true.
    template <class Wins>
    void settle_by(const StepList& steps, Side acting, Wins&& wins) {
        for (std::size_t i = 0; i < steps.size(); ++i) weights[i] = wins(steps[i]) ? 1.0f : 0.0f;
        settle(acting);
    }
    // Drops the steps that `loses` proves to lose. If no step is left, the other colour wins and all steps weigh the
    // same. Returns whether that happened.
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

// One position of a batch: its data, and where to put the answer.
template <Game G>
struct Leaf {
    const typename G::State* state;
    const StepList* steps;  // the legal steps, ascending; not empty
    Evaluation* answer;     // its vectors keep their memory from batch to batch
};

// Values of positions and weights of steps. It works on batches, so that a learned evaluator can replace it. An
// Evaluator is const and shared by threads; each thread has its own Scratch and random numbers. The same position with
// the same random numbers gives the same answer.
template <class E, class G>
concept Evaluator = Game<G> && requires(const E& evaluator, typename E::Scratch& scratch, Random& random,
                                        std::span<const Leaf<G>> batch) {
                                   { evaluator.scratch() } -> std::same_as<typename E::Scratch>;
                                   { evaluator.evaluate(batch, scratch, random) } -> std::same_as<void>;
                               };

// An evaluator that can give the proofs by tactics alone: the winner, and weight 0 for losing steps; all other weights
// are equal. Returns true if there is a winner.
template <class E, class G>
concept Decides = Evaluator<E, G> && requires(const E& evaluator, const typename G::State& state, const StepList& steps,
                                              Evaluation& answer, typename E::Scratch& scratch) {
                                         { evaluator.decide(state, steps, answer, scratch) } -> std::same_as<bool>;
                                     };

// An evaluator that can map the currents of a position; `with_stone` adds the effect of one more stone on each point.
template <class E, class G>
concept MapsFlow = Evaluator<E, G> && requires(const E& evaluator, const typename G::State& state, bool with_stone) {
                                          { evaluator.flow_map(state, with_stone) } -> std::same_as<FlowMap>;
                                      };

// An evaluator that can estimate the owners of land by a number of playouts; `keep_on` may end it earlier.
template <class E, class G>
concept MapsLand = Evaluator<E, G> && requires(const E& evaluator, const typename G::State& state, Random& random,
                                               int playouts, const std::function<bool()>& keep_on) {
                                          {
                                              evaluator.estimate(state, random, playouts, keep_on)
                                          } -> std::same_as<LandEstimate>;
                                      };

// Proofs without a search, in the form of an evaluator's answer, written into an empty answer. Only `winner` and
// zero weights are claims that must hold: if any step wins, then one with a positive weight wins. No weights: all steps
// may be good.
template <class P, class G>
concept Prover =
    Game<G> && requires(P& prover, const typename G::State& state, const StepList& steps, Evaluation& answer) {
                   { prover.look(state, steps, answer) } -> std::same_as<void>;
               };

// How a judgement becomes expected proof numbers. For an even position both begin at 2 to the power of `even`; a step
// adds `doubt` for each halving of its weight, at most `most_doubt`.
struct Hardness {
    float even, doubt, most_doubt;
};

// In positions that it judges, `look` also gives a value and weights, like an evaluator.
template <class P, class G>
concept Judges = requires(const P& prover, const typename G::State& state) {
                     { prover.judges(state) } -> std::same_as<std::optional<Hardness>>;
                 };

// The answer of theory for a position.
struct PerfectPlay {
    Side winner;  // by theory; before the choice of colours, for the position on the board
    // False if the theory ignores a rule that might forbid the winner's answers. Otherwise the winner wins by making
    // the first winning step and asking again after each answer.
    bool proved;
    // If the winner acts, the steps that keep the win, with the recommended one first; otherwise empty. They do not
    // include passing, which is never better than another step.
    std::vector<Step> winning_steps;
    // The certificate, of empty cells: after the first winning step, or now if the loser acts, these two trees in the
    // winner's graph span the same vertices, including both ends. Both are empty if the step wins at once.
    std::array<std::vector<Cell>, 2> trees;
    // Whether each of the winning steps is proved, not only the first.
    bool all_proved;
};

// Perfect play for a game, prepared once; const and shared by threads. No answer if theory has none.
template <class T, class G>
concept Theory = Game<G> && requires(const T& theory, const typename G::State& state, const Looks& looks) {
                                { theory(state) } -> std::same_as<std::optional<PerfectPlay>>;
                                { theory(state, looks) } -> std::same_as<std::optional<PerfectPlay>>;
                            };

// An estimate of how hard it is for each side to win: (Black, White), 0 for unknown. It orders the search for a proof,
// but proves nothing.
template <class D, class G>
concept Distance = Game<G> && requires(const D& distance, const typename G::State& state) {
                                  { distance(state) } -> std::same_as<std::array<int, 2>>;
                              };

// All knowledge of a game. Its Evaluator comes from `evaluator(game, tuning)`; the other parts are constructed from the
// game.
template <class B, class G>
using EvaluatorOf = decltype(B::evaluator(std::declval<const G&>(), std::declval<Tuning&>()));
template <class B, class G>
concept Knows =
    Evaluator<EvaluatorOf<B, G>, G> &&    //
    Prover<typename B::Prover, G> &&      // for the solver, at every position
    Prover<typename B::RootProver, G> &&  // for the engine, once per search
    Theory<typename B::Theory, G> && Distance<typename B::Distance, G> &&
    std::is_constructible_v<typename B::Prover, const G&> &&
    std::is_constructible_v<typename B::RootProver, const G&> &&
    std::is_constructible_v<typename B::Theory, const G&> && std::is_constructible_v<typename B::Distance, const G&>;

// The empty parts of a bundle; each bundle inherits these and replaces some. A search needs an evaluator: a game
// without knowledge uses that of knowledge/playouts.
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
