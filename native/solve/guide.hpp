// NetGuide: lets a net order the search for a proof. It proves nothing.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "knowledge/contract.hpp"
#include "knowledge/net/judge.hpp"
#include "rules/placement.hpp"

namespace isthmus {

// The views in which a net judges a position; the guide takes their mean. In placement games provers are slow, so a
// second view saves more time than it takes: docs/design/0025-the-order-of-a-proof.md.
template <Game G>
inline constexpr int guiding_views = 1;
template <int W>
inline constexpr int guiding_views<Placement<W>> = 2;

// It does nothing without a net, and in games without planes.
template <Game G>
class NetGuide {
public:
    // docs/design/0025-the-order-of-a-proof.md has the cost of other values.
    static constexpr Hardness hardness{3, 3, 16};

    // `known`: see NetForGame.
    NetGuide(const G& game, std::shared_ptr<const Net> net, const std::vector<BoardSymmetry>& symmetries,
             std::shared_ptr<const MorePlanes<G>> known) {
        if constexpr (Depicts<G>)
            if (net) parts_ = std::make_unique<Parts>(game, std::move(net), symmetries, std::move(known));
    }

    // Adds a value and weights to the answer of a prover without a winner; dropped steps stay dropped. False without a
    // net.
    bool look(const typename G::State& state, const StepList& steps, Evaluation& answer) {
        if constexpr (Depicts<G>) {
            if (!parts_) return false;
            auto& [game, net, judge, logits, others] = *parts_;
            const int views = std::min(guiding_views<G>, net.depiction().views(game.to_act(state).side));
            for (int view = 0; view < views; ++view) judge.put(view, state, steps, view);
            judge.run(views);
            answer.black = judge.black(0, state);
            judge.logits(0, logits);
            for (int view = 1; view < views; ++view) {
                answer.black += judge.black(view, state);
                judge.logits(view, others);
                for (std::size_t i = 0; i < logits.size(); ++i) logits[i] += others[i];
            }
            const float share = 1 / static_cast<float>(views);
            answer.black *= share;
            for (float& logit : logits) logit *= share;
            const float greatest = *std::max_element(logits.begin(), logits.end());
            if (answer.weights.empty()) answer.weights.assign(steps.size(), 1.0f);
            for (std::size_t i = 0; i < steps.size(); ++i)
                if (answer.weights[i] > 0) answer.weights[i] = std::max(least_weight, std::exp(logits[i] - greatest));
            return true;
        }
        return false;
    }

private:
    static constexpr float least_weight = 1e-6f;  // a weight of 0 would drop the step for good

    template <class T>
    struct PartsFor {};
    template <Depicts T>
    struct PartsFor<T> {
        PartsFor(const T& game, std::shared_ptr<const Net> net, const std::vector<BoardSymmetry>& symmetries,
                 std::shared_ptr<const MorePlanes<T>> known)
            : game(game),
              net(game, std::move(net), symmetries, std::move(known)),
              judge(game, this->net, guiding_views<T>) {}
        const T& game;
        NetForGame<T> net;
        NetJudge<T> judge;
        std::vector<float> logits, others;
    };
    using Parts = PartsFor<G>;

    std::unique_ptr<Parts> parts_;
};

}  // namespace isthmus
