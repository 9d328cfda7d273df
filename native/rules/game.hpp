// The contract of a game: what search, playouts, perft and the binding ask of it. Read this before writing a game.
//
// A Game is const and shared by threads; a State is a small trivially copyable value, copied and never undone.
// `apply` is unchecked (asserts in debug builds). `steps` is ascending and empty only when the game is over. Nobody
// assumes that seats alternate: ask `to_act`. Refinements are found by the concepts below.
#pragma once

#include <concepts>
#include <type_traits>

#include "rules/opening.hpp"
#include "rules/random.hpp"
#include "rules/snapshot.hpp"
#include "rules/types.hpp"

namespace isthmus {

template <class G>
concept Game = std::is_trivially_copyable_v<typename G::State> &&
               requires(const G& g, const typename G::State& s, typename G::State& next, Step step, StepList& out,
                        const Snapshot& snapshot) {
                   { g.ids() } -> std::convertible_to<StepIds>;
                   { g.num_steps() } -> std::convertible_to<int>;
                   { g.initial() } -> std::same_as<typename G::State>;
                   { g.to_act(s) } -> std::same_as<ToAct>;
                   { g.over(s) } -> std::same_as<bool>;            // cheap; outcome(s) has a value exactly when over(s)
                   { g.steps(s, out) } -> std::same_as<void>;      // replaces the contents of out
                   { g.apply(next, step) } -> std::same_as<void>;  // in place
                   { g.outcome(s) } -> std::same_as<std::optional<Outcome>>;
                   { g.mid_turn(s) } -> std::same_as<bool>;  // an unfinished turn: the same seat goes on
                   { g.opening(s) } -> std::convertible_to<Opening>;
                   { g.key(s) } -> std::same_as<std::uint64_t>;  // equal keys: equal futures
                   { g.snapshot(s) } -> std::same_as<Snapshot>;
                   { g.restore(snapshot) } -> std::same_as<typename G::State>;
               };

// A faster random game to the end than uniform random steps; returns the winner, or none for a draw or a cut-off.
template <class G>
concept HasPlayout = Game<G> && requires(const G& g, const typename G::State& s, Random& random) {
                                    { g.playout(s, random) } -> std::same_as<std::optional<Side>>;
                                };

// What the state remembers may matter no longer, whatever comes: then `forget_the_irrelevant` sets it to nothing, so
// that more positions are equal.
template <class G>
concept Forgets = Game<G> && requires(const G& g, typename G::State& s) {
                                 { g.forget_the_irrelevant(s) } -> std::same_as<void>;
                             };

// Some counters of a snapshot speak of points or of symmetries of the board: `turn_counters` makes them those of the
// image in which each cell goes `to` another one. False: the image cannot be told, as while one symmetry counts for
// itself.
template <class G>
concept TurnsCounters = Game<G> && requires(const G& g, Snapshot::Counters& counters, const std::vector<Cell>& to) {
                                       { g.turn_counters(counters, to) } -> std::same_as<bool>;
                                   };

// What a side can do with so many stones of its own and of the opponent, once colours are settled.
struct LayerTurns {
    bool places;
    bool stays;  // turns without a placement, other than a pass of a side that is blocked
};

// The state refers to earlier positions kept outside it; see rules/history.hpp. Those only forbid turns that bring a
// position back, or make it a draw; stones are never taken, and a placement ends their memory (solve/patient.hpp).
template <class G>
concept Remembers = Game<G> && requires(const G& g, typename G::State& s) { g.history(s).recent(); };

}  // namespace isthmus
