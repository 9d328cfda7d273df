// StateModel<G>: a state of any Game as an AnyState.
#pragma once

#include <chrono>

#include "bind/any_game.hpp"
#include "rules/history.hpp"
#include "rules/playouts.hpp"
#include "search/solver.hpp"

namespace isthmus {

template <Game G>
class StateModel final : public AnyState {
public:
    StateModel(std::shared_ptr<const G> game, typename G::State state) : game_(std::move(game)), state_(state) {
        if constexpr (Remembers<G>)
            if (game_->history(state_).recent()) past_ = game_->history(state_).settle();
    }
    // From a snapshot, whose counter "history" may be longer than a state itself can carry.
    StateModel(std::shared_ptr<const G> game, const Snapshot& snapshot) : StateModel(game, checked(*game, snapshot)) {
        if constexpr (Remembers<G>)
            if (auto known = snapshot.counter("history"); known.size() > History::capacity)
                past_ = game_->history(state_).settle(std::move(known));
    }
    // After a step: shares the past where the state still points to it.
    StateModel(const StateModel& before, Step step) : game_(before.game_), state_(before.state_), past_(before.past_) {
        game_->apply(state_, step);
        if constexpr (Remembers<G>)
            if (game_->history(state_).recent()) past_ = game_->history(state_).settle();
    }

    ToAct to_act() const override { return game_->to_act(state_); }
    std::vector<Step> steps() const override {
        StepList steps;
        game_->steps(state_, steps);
        return steps;
    }
    bool legal(Step step) const override {
        const auto legal = steps();
        return std::binary_search(legal.begin(), legal.end(), step);
    }
    bool mid_turn() const override { return game_->mid_turn(state_); }
    std::shared_ptr<const AnyState> apply(Step step) const override {
        return std::make_shared<const StateModel>(*this, step);
    }
    std::optional<Outcome> outcome() const override { return game_->outcome(state_); }
    std::uint64_t key() const override { return game_->key(state_); }
    Snapshot snapshot() const override { return game_->snapshot(state_); }
    std::vector<StepSequence> turns() const override {
        std::vector<StepSequence> turns;
        each_turn(*game_, state_, [&](const StepSequence& steps, const auto&) { turns.push_back(steps); });
        return turns;
    }
    std::uint64_t perft(int depth, bool by_turns, const std::function<void()>& tick) const override {
        return by_turns ? perft_turns(*game_, state_, depth, tick) : perft_steps(*game_, state_, depth, tick);
    }
    PlayoutCounts playouts(std::uint64_t games, std::uint64_t seed, bool plain,
                           const std::function<bool()>& keep_on) const override {
        PlayoutCounts counts;
        Random random(seed);
        StepList steps;
        steps.reserve(static_cast<std::size_t>(game_->num_steps()));
        const auto began = std::chrono::steady_clock::now();
        auto asked = began;
        while (counts.games < games) {
            const auto winner = plain ? random_game(*game_, state_, random, steps, 1 << 20, counts.steps)
                                      : playout(*game_, state_, random, steps);
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
        return isthmus::solve(*game_, state_, limits, keep_on);
    }

    const typename G::State& state() const { return state_; }
    // What the state's history refers to; to be kept as long as a copy of the state is used.
    const std::shared_ptr<const Past>& past() const { return past_; }

private:
    static typename G::State checked(const G& game, const Snapshot& snapshot) {
        snapshot.check(game.ids().cells);
        return game.restore(snapshot);
    }

    std::shared_ptr<const G> game_;
    typename G::State state_;
    std::shared_ptr<const Past> past_;
};

}  // namespace isthmus
