// ShortProof: proves what it can about a position in a few nodes, when a search asks.
//
// It keeps its table between calls, so a later turn of the game reuses earlier proofs.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>

#include "knowledge/shown.hpp"
#include "solve/known.hpp"
#include "solve/proof_number.hpp"

namespace isthmus {

template <Game G, Knows<G> B>
class ShortProof {
public:
    using State = typename G::State;
    // Games that look back need more than a few nodes. Without a prover for the game, the search proves as much itself.
    static constexpr bool possible =
        !Remembers<G> && !std::is_same_v<typename B::Prover, typename NoKnowledge<G>::Prover>;

    explicit ShortProof(const G& game) : game_(game) {}

    // See Prove. Threads take turns.
    Shown operator()(const State& state, const StepList& steps, const ProofEffort& effort) {
        if constexpr (possible) {
            std::unique_lock held(lock_, std::defer_lock);
            while (!held.try_lock_for(std::chrono::milliseconds(5)))
                if (effort.keep_on && !effort.keep_on()) return {};
            if (!solver_) solver_ = std::make_unique<Parts>(game_);
            auto shown = look(state, steps, effort);
            if (!shown.winner && effort.nodes > 1) prove(state, shown, effort);
            if (shown.winner == game_.to_act(state).side && shown.weights.empty() && shown.turn.empty())
                shown.weights.assign(steps.size(), 1.0f);
            return shown;
        }
        return {};
    }

private:
    using K = KnownOf<G, B>;
    using Proving = ProofSearch<G, K>;
    static constexpr std::size_t memory = std::size_t{16} << 20;  // of the table, in bytes
    struct Parts {
        explicit Parts(const G& game) : knowledge(game), table(memory) {}
        K knowledge;
        ProofTable table;
    };

    Shown look(const State& state, const StepList& steps, const ProofEffort& effort) {
        Evaluation answer;
        solver_->knowledge.look(state, steps, answer);
        Shown shown{answer.winner, {}, std::move(answer.weights)};
        if (shown.winner != game_.to_act(state).side) return shown;
        // A turn of several steps must be known as a whole.
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (!shown.weights.empty() && shown.weights[i] <= 0) continue;
            State after = state;
            game_.apply(after, steps[i]);
            if (game_.over(after) || !game_.mid_turn(after)) continue;
            shown.weights.clear();
            shown.turn = winning_turn(state, effort);
            if (shown.turn.empty()) shown.winner.reset();
            break;
        }
        return shown;
    }
    static Budget budget(std::uint64_t nodes, const ProofEffort& effort) {
        if (!effort.keep_on) return {nodes, effort.seconds, {}};
        return {nodes, effort.seconds, [&effort](const SolveProgress&) { return effort.keep_on(); }};
    }
    void prove(const State& state, Shown& shown, const ProofEffort& effort) {
        const auto [seat, side, phase, more] = game_.to_act(state);
        Budget budget = this->budget(effort.nodes, effort);
        Proving search(game_, solver_->knowledge, solver_->table, budget, SymmetricKeys<G>(game_, {}));
        const auto numbers = search.settle(state, {seat, false});
        const bool drawn = search.saw_draw();
        if (numbers.is_refuted() && !drawn) shown.winner = other(side);
        if (numbers.is_proved() && !drawn) shown.turn = winning_turn(state, effort);
        if (drawn) solver_->table.clear();
        if (shown.turn.empty()) return;
        shown.winner = side;
        shown.weights.clear();
    }
    StepSequence winning_turn(State state, const ProofEffort& effort) {
        const Claim claim{game_.to_act(state).seat, false};
        Budget budget = this->budget(most_for_turn, effort);
        Proving search(game_, solver_->knowledge, solver_->table, budget, SymmetricKeys<G>(game_, {}));
        StepSequence turn;
        do {
            const auto step = search.good_step(state, claim);
            if (!step) return {};
            turn.push_back(*step);
            game_.apply(state, *step);
        } while (!game_.over(state) && game_.mid_turn(state));
        return turn;
    }
    static constexpr std::uint64_t most_for_turn = 2000;  // nodes; earlier proofs are in the table

    const G& game_;
    std::timed_mutex lock_;
    std::unique_ptr<Parts> solver_;  // made at the first call
};

}  // namespace isthmus
