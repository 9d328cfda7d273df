// EvaluatorWithNet: the evaluator of a game, with an optional net that replaces its hand-made judgement or is mixed
// with it.
//
// With a net, tactics still give the proofs, and the net gives the value and the weights of the remaining steps.
#pragma once

#include <cmath>
#include <optional>

#include "knowledge/contract.hpp"
#include "knowledge/net/judge.hpp"

namespace isthmus {

// The net's share in a judgement; the rest is the hand-made evaluator's. Values are combined by a weighted
// arithmetic mean, weights of steps by a weighted geometric mean.
struct NetShare {
    // Throws std::invalid_argument for a number out of its range.
    explicit NetShare(Tuning& tuning)
        : value(tuning.number("net_value", 1, 0, 1)), weights(tuning.number("net_weights", 1, 0, 1)) {}
    bool whole() const { return value == 1 && weights == 1; }

    float value, weights;
};

template <Depicts G, Evaluator<G> Hand>
class EvaluatorWithNet {
public:
    using State = typename G::State;
    struct Scratch {
        typename Hand::Scratch hand;
        std::optional<NetJudge<G>> judge;
        std::vector<const Leaf<G>*> asked;
        std::vector<float> logits;
    };

    // `net` may be null.
    EvaluatorWithNet(const G& game, Hand hand, std::shared_ptr<const NetForGame<G>> net, const NetShare& share)
        : game_(game), hand_(std::move(hand)), net_(std::move(net)), share_(share) {}

    const Hand& hand() const { return hand_; }
    Scratch scratch() const {
        Scratch out{hand_.scratch(), {}, {}, {}};
        if (net_) out.judge.emplace(game_, *net_, most);
        return out;
    }

    void evaluate(std::span<const Leaf<G>> batch, Scratch& scratch, Random& random) const {
        if (!net_ || asks_hand()) hand_.evaluate(batch, scratch.hand, random);
        if (!net_) return;
        for (std::size_t begin = 0; begin < batch.size(); begin += most)
            judge(batch.subspan(begin, std::min<std::size_t>(most, batch.size() - begin)), scratch);
    }

private:
    static constexpr int most = 16;  // positions in one call of the net

    void judge(std::span<const Leaf<G>> batch, Scratch& scratch) const {
        scratch.asked.clear();
        for (const auto& leaf : batch) {
            if (decided(leaf, scratch)) continue;
            const int i = static_cast<int>(scratch.asked.size());
            if (net_->known())
                scratch.judge->put(i, *leaf.state, *leaf.steps, *leaf.answer);
            else
                scratch.judge->put(i, *leaf.state, *leaf.steps);
            scratch.asked.push_back(&leaf);
        }
        if (scratch.asked.empty()) return;
        scratch.judge->run(static_cast<int>(scratch.asked.size()));
        for (std::size_t i = 0; i < scratch.asked.size(); ++i) {
            const auto& leaf = *scratch.asked[i];
            const float by_net = scratch.judge->black(static_cast<int>(i), *leaf.state);
            leaf.answer->black = std::lerp(leaf.answer->black, by_net, share_.value);
            // In the opening the seat to act may want balance, so weights that favour a colour mislead.
            if (!game_.opening(*leaf.state).under_way()) weigh(static_cast<int>(i), leaf, scratch);
        }
    }
    // Whether the hand-made evaluator judges too: for its share, or for a net with knowledge.
    bool asks_hand() const { return !share_.whole() || net_->known(); }
    // Whether tactics know the winner. If the hand-made evaluator has judged, its answer says so; if not, this asks the
    // tactics.
    bool decided(const Leaf<G>& leaf, Scratch& scratch) const {
        if (asks_hand()) return leaf.answer->winner.has_value();
        if constexpr (Decides<Hand, G>) return hand_.decide(*leaf.state, *leaf.steps, *leaf.answer, scratch.hand);
        leaf.answer->weights.assign(leaf.steps->size(), 1.0f);
        leaf.answer->winner.reset();
        return false;
    }
    void weigh(int i, const Leaf<G>& leaf, Scratch& scratch) const {
        auto& weights = leaf.answer->weights;
        const float by_hand = 1 - share_.weights;
        scratch.judge->logits(i, scratch.logits);
        const float greatest = *std::max_element(scratch.logits.begin(), scratch.logits.end());
        for (std::size_t k = 0; k < weights.size(); ++k)
            if (weights[k] > 0)
                weights[k] = (by_hand > 0 ? std::pow(weights[k], by_hand) : 1.0f) *
                             std::max(least_weight, std::exp(share_.weights * (scratch.logits[k] - greatest)));
    }

    static constexpr float least_weight = 1e-6f;  // a weight of 0 would drop the step for good

    const G& game_;
    Hand hand_;
    std::shared_ptr<const NetForGame<G>> net_;
    NetShare share_;
};

}  // namespace isthmus
