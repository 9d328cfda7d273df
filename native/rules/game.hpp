// The contract of a game: the interface for search, playouts, perft and the binding. Read this before writing a game.
//
// A Game is const and shared by threads; a State is a small trivially copyable value, copied and never undone. `apply`
// is unchecked (asserts in debug builds). `steps` is ascending and empty only when the game is over. Never assume that
// seats alternate: ask `to_act`. The concepts below detect refinements.
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
                   { g.mid_turn(s) } -> std::same_as<bool>;  // an unfinished turn: the same seat acts again
                   { g.opening(s) } -> std::convertible_to<Opening>;
                   { g.key(s) } -> std::same_as<std::uint64_t>;  // equal keys: equal futures
                   { g.snapshot(s) } -> std::same_as<Snapshot>;
                   { g.restore(snapshot) } -> std::same_as<typename G::State>;
               };

// The seat that has won a game that is over; none after a draw, and if no seat has the winning colour yet. Games do not
// end in the opening, but a position that was set up may.
template <Game G>
std::optional<Seat> winning_seat(const G& g, const typename G::State& s) {
    const auto winner = g.outcome(s)->winner;
    return winner && !g.opening(s).under_way() ? std::optional(g.opening(s).seat(*winner)) : std::nullopt;
}

// Plays a random game, faster than by uniform random steps. Returns the winner; none for a draw or a game cut off.
template <class G>
concept HasPlayout = Game<G> && requires(const G& g, const typename G::State& s, Random& random) {
                                    { g.playout(s, random) } -> std::same_as<std::optional<Side>>;
                                };

// Some of a state's memory may no longer matter for any further play. `forget_the_irrelevant` then clears it, so that
// more positions are equal.
template <class G>
concept Forgets = Game<G> && requires(const G& g, typename G::State& s) {
                                 { g.forget_the_irrelevant(s) } -> std::same_as<void>;
                             };

// Some counters of a snapshot refer to points or symmetries of the board. `turn_counters` converts them for the image
// that maps each cell by `to`. Returns false if that is impossible, for example while a count belongs to one symmetry.
template <class G>
concept TurnsCounters = Game<G> && requires(const G& g, Snapshot::Counters& counters, const std::vector<Cell>& to) {
                                       { g.turn_counters(counters, to) } -> std::same_as<bool>;
                                   };

// The kinds of turns that a side has after the choice of colours, given the numbers of stones of both sides.
struct LayerTurns {
    bool places;
    bool stays;  // turns without a placement, other than passes of a blocked side
};

// Every turn is one step, so no turn is ever unfinished.
template <class G>
concept TurnsOfOneStep = Game<G> && requires { requires G::turns_of_one_step; };

// The state refers to earlier positions stored outside it; see rules/history.hpp. They can only forbid a turn that
// repeats a position, or make it a draw. Stones are never taken; a placement clears the history (solve/patient.hpp).
template <class G>
concept Remembers = Game<G> && requires(const G& g, typename G::State& s) { g.history(s).recent(); };

}  // namespace isthmus
