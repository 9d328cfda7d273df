// StateModel<G>: a state of any Game as an AnyState.
#pragma once

#include <chrono>
#include <tuple>

#include "bind/any_game.hpp"
#include "rules/playouts.hpp"
#include "rules/restored.hpp"

namespace isthmus {

// A game with its name, which includes its parameters, and the solver with the game's knowledge.
template <Game G>
struct Named {
    G rules;
    std::string name;
    SolveAnswer (*solve)(const G&, const typename G::State&, const SolveLimits&, WhileSolving);
};

template <Game G>
class StateModel final : public AnyState {
public:
    StateModel(std::shared_ptr<const Named<G>> game, typename G::State state) : game_(std::move(game)), state_(state) {
        if constexpr (Remembers<G>)
            if (game_->rules.history(state_).recent()) past_ = game_->rules.history(state_).settle();
    }
    StateModel(std::shared_ptr<const Named<G>> game, const Snapshot& snapshot) : game_(std::move(game)) {
        std::tie(state_, past_) = restored(game_->rules, snapshot);
    }
    // After a step: shares the past if the state still points to it.
    StateModel(const StateModel& before, Step step) : game_(before.game_), state_(before.state_), past_(before.past_) {
        game_->rules.apply(state_, step);
        if constexpr (Remembers<G>)
            if (game_->rules.history(state_).recent()) past_ = game_->rules.history(state_).settle();
    }

    const std::string& game() const override { return game_->name; }
    int cells() const override { return game_->rules.ids().cells; }
    ToAct to_act() const override { return game_->rules.to_act(state_); }
    std::vector<Step> steps() const override {
        StepList steps;
        game_->rules.steps(state_, steps);
        return steps;
    }
    bool legal(Step step) const override {
        const auto legal = steps();
        return std::binary_search(legal.begin(), legal.end(), step);
    }
    std::vector<Step> unfinished() const override {
        if constexpr (TurnsOfOneStep<G>) return {};
        std::vector<Step> found;
        for (const Step step : steps()) {
            auto after = state_;
            game_->rules.apply(after, step);
            if (!game_->rules.over(after) && game_->rules.mid_turn(after)) found.push_back(step);
        }
        return found;
    }
    bool mid_turn() const override { return game_->rules.mid_turn(state_); }
    std::shared_ptr<const AnyState> apply(Step step) const override {
        return std::make_shared<const StateModel>(*this, step);
    }
    std::optional<Outcome> outcome() const override { return game_->rules.outcome(state_); }
    std::uint64_t key() const override { return game_->rules.key(state_); }
    Snapshot snapshot() const override { return game_->rules.snapshot(state_); }
    std::vector<StepSequence> turns() const override {
        std::vector<StepSequence> turns;
        if constexpr (TurnsOfOneStep<G>) {
            for (const Step step : steps()) turns.push_back({step});
            return turns;
        }
        each_turn(game_->rules, state_, [&](const StepSequence& steps, const auto&) { turns.push_back(steps); });
        return turns;
    }
    std::uint64_t perft(int depth, bool by_turns, const std::function<void()>& tick) const override {
        return by_turns ? perft_turns(game_->rules, state_, depth, tick)
                        : perft_steps(game_->rules, state_, depth, tick);
    }
    PlayoutCounts playouts(std::uint64_t games, std::uint64_t seed, bool plain,
                           const std::function<bool()>& keep_on) const override {
        PlayoutCounts counts;
        Random random(seed);
        StepList steps;
        steps.reserve(static_cast<std::size_t>(game_->rules.num_steps()));
        const auto began = std::chrono::steady_clock::now();
        auto asked = began;
        while (counts.games < games) {
            const auto winner = plain ? random_game(game_->rules, state_, random, steps, 1 << 20, counts.steps)
                                      : playout(game_->rules, state_, random, steps);
            ++counts.games;
            if (winner) ++counts.wins[index(*winner)];
            if (counts.games % 64 == 0 || plain) {
                const auto now = std::chrono::steady_clock::now();
                if (now - asked > std::chrono::milliseconds(10)) {
                    asked = now;
                    if (!keep_on()) break;
                }
            }
        }
        counts.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        return counts;
    }

    SolveAnswer solve(const SolveLimits& limits, const WhileSolving& keep_on) const override {
        return game_->solve(game_->rules, state_, limits, keep_on);
    }

    const typename G::State& state() const { return state_; }
    // The past that the state refers to. Keep it for as long as any copy of the state is in use.
    const std::shared_ptr<const Past>& past() const { return past_; }

private:
    std::shared_ptr<const Named<G>> game_;
    typename G::State state_;
    std::shared_ptr<const Past> past_;
};

// The state behind the interface. It must belong to this game.
template <Game G>
const StateModel<G>& model_of(const AnyState& state, const Named<G>& game) {
    if (state.game() == game.name) return static_cast<const StateModel<G>&>(state);
    throw std::invalid_argument("the state belongs to " + state.game() + "; expected a state of " + game.name);
}

}  // namespace isthmus
