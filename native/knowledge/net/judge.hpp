// NetJudge: one thread's interface to a net for positions of a game.
#pragma once

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

#include "knowledge/judgement.hpp"
#include "knowledge/known_planes.hpp"
#include "knowledge/net/function_judge.hpp"

namespace isthmus {

// A net for one game, or a function in its place; shared by all threads.
template <Depicts G>
class NetForGame {
public:
    // `known`: the planes after those of the game, for a net with knowledge; else null.
    using Known = std::shared_ptr<const MorePlanes<G>>;

    // Throws std::invalid_argument if the net has other planes.
    NetForGame(const G& game, std::shared_ptr<const Net> net, const std::vector<BoardSymmetry>& symmetries, Known known)
        : net_(std::move(net)),
          board_(board(game)),
          depiction_(game, symmetries, NetRun(*net_, board_, 1).layout(), most),
          known_(std::move(known)) {
        const auto& shape = net_->shape();
        if (shape.planes != planes() || shape.policy_planes != depiction_.policy_planes())
            throw std::invalid_argument("the net has " + std::to_string(shape.planes) + " planes and " +
                                        std::to_string(shape.policy_planes) + " policy planes; expected " +
                                        std::to_string(planes()) + " and " +
                                        std::to_string(depiction_.policy_planes()));
    }
    NetForGame(const G& game, BatchFunction function, const std::vector<BoardSymmetry>& symmetries, Known known)
        : function_(std::move(function)),
          board_(board(game)),
          depiction_(game, symmetries, {board_.columns, 1, board_.rows * board_.columns}, most),
          known_(std::move(known)) {}

    std::unique_ptr<BatchJudge> judge(int batch) const {
        if (net_) return std::make_unique<NetRun>(*net_, board_, batch);
        return std::make_unique<FunctionJudge>(function_, planes(), depiction_.policy_size(), board_.rows,
                                               board_.columns, batch);
    }
    const Depiction<G>& depiction() const { return depiction_; }
    const MorePlanes<G>* known() const { return known_.get(); }

private:
    static constexpr std::uint8_t most = 127;

    int planes() const { return depiction_.planes() + (known_ ? known_->count() : 0); }
    static NetBoard board(const G& game) {
        const Grid& grid = game.grid();
        NetBoard board{grid.rows(), grid.columns(), {}};
        for (int point = 0; point < grid.rows() * grid.columns(); ++point)
            board.inside.push_back(grid.cell(point) >= 0);
        return board;
    }

    std::shared_ptr<const Net> net_;
    BatchFunction function_;
    NetBoard board_;
    Depiction<G> depiction_;
    Known known_;
};

template <Depicts G>
class NetJudge {
public:
    using State = typename G::State;

    NetJudge(const G& game, const NetForGame<G>& net, int batch)
        : game_(game), net_(net), judge_(net.judge(batch)), slots_(static_cast<std::size_t>(batch)) {}

    // First put the positions of a batch by number, each with its legal steps; then run; then read the answers. `view`:
    // one of the depiction's views for the side to act.
    //
    // Nets learn from games without a choice of colours. So instead of a choice they see the position after it, where
    // the same colour is to act.
    void put(int i, const State& state, const StepList& steps, int view = 0) {
        if (game_.opening(state).choosing()) {
            State after = state;
            game_.apply(after, steps[0]);
            StepList then;
            game_.steps(after, then);
            depict(i, after, then, view);
        } else {
            depict(i, state, steps, view);
        }
        want(i, state, steps, view);
    }
    // For a net with knowledge, if the hand-made evaluator's answer is already known.
    void put(int i, const State& state, const StepList& steps, const Evaluation& by_hand) {
        if (game_.opening(state).choosing()) return put(i, state, steps);
        std::uint8_t* const to = judge_->clear(i);
        net_.depiction().write(state, steps, 0, to);
        auto sink = net_.depiction().more(state, 0, to);
        write_judged(game_, state, steps, by_hand, sink);
        want(i, state, steps, 0);
    }
    void run(int count) { judge_->run(count); }
    void read(int i, const State& state, Judgement& answer) const {
        answer.value = black(i, state);
        logits(i, answer.logits);
    }
    // Black's expected result.
    float black(int i, const State& state) const {
        return game_.to_act(state).side == Side::Black ? judge_->value(i) : -judge_->value(i);
    }
    // One logit per legal step, in their order; for a step without a slot in the policy, the mean of the others, or 0.
    void logits(int i, std::vector<float>& out) const {
        const float* const policy = judge_->policy(i);
        const auto& slots = slots_[static_cast<std::size_t>(i)];
        out.clear();
        float sum = 0;
        int said = 0;
        for (const int slot : slots) {
            out.push_back(slot < 0 ? silent : policy[slot]);
            if (slot >= 0) sum += policy[slot], ++said;
        }
        if (said < static_cast<int>(slots.size()))
            std::replace(out.begin(), out.end(), silent, said ? sum / static_cast<float>(said) : 0.0f);
    }

private:
    static constexpr float silent = -1e30f;

    void depict(int i, const State& state, const StepList& steps, int view) {
        std::uint8_t* const to = judge_->clear(i);
        net_.depiction().write(state, steps, view, to);
        if (!net_.known()) return;
        auto sink = net_.depiction().more(state, view, to);
        net_.known()->write(state, steps, sink);
    }
    void want(int i, const State& state, const StepList& steps, int view) {
        auto& slots = slots_[static_cast<std::size_t>(i)];
        slots.clear();
        for (const Step step : steps) slots.push_back(net_.depiction().slot(state, step, view));
        judge_->want(i, slots);
    }

    const G& game_;
    const NetForGame<G>& net_;
    std::unique_ptr<BatchJudge> judge_;
    std::vector<std::vector<int>> slots_;  // by position: of each legal step
};

}  // namespace isthmus
