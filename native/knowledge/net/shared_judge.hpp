// SharedJudge: the judge of a net that shares the weights of steps with the hand-made evaluator, as in the engine.
#pragma once

#include <cstddef>
#include <vector>

#include "knowledge/known_planes.hpp"
#include "knowledge/net/judge.hpp"

namespace isthmus {

template <Depicts G, class B>
class SharedJudge {
public:
    using State = typename G::State;

    // `share`: the net's; the logits are a weighted mean.
    SharedJudge(const G& game, const NetForGame<G>& net, const KnownPlanes<G, B>& hand, float share, int batch)
        : net_(game, net, batch), with_knowledge_(net.known()), hand_(hand), share_(share), by_hand_(batch) {}

    void put(int i, const State& state, const StepList& steps) {
        hand_.judge(state, steps, answer_);
        log_weights(steps, answer_, by_hand_[static_cast<std::size_t>(i)]);
        if (with_knowledge_)
            net_.put(i, state, steps, answer_);
        else
            net_.put(i, state, steps);
    }
    void run(int count) { net_.run(count); }
    void read(int i, const State& state, Judgement& answer) const {
        net_.read(i, state, answer);
        const auto& by_hand = by_hand_[static_cast<std::size_t>(i)];
        for (std::size_t k = 0; k < by_hand.size(); ++k)
            answer.logits[k] = share_ * answer.logits[k] + (1 - share_) * by_hand[k];
    }

private:
    NetJudge<G> net_;
    bool with_knowledge_;
    const KnownPlanes<G, B>& hand_;
    float share_;
    std::vector<std::vector<float>> by_hand_;  // by position: the logarithms of the weights
    Evaluation answer_;
};

}  // namespace isthmus
