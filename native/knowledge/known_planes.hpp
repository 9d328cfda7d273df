// KnownPlanes<G, B>: the judgement of a game's hand-made evaluator, as planes of an environment or a net.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "knowledge/contract.hpp"
#include "knowledge/kept_scratch.hpp"
#include "rules/planes.hpp"

namespace isthmus {

// A net with knowledge sees the first two. It needs no planes for proofs: where there is a proof, the net is not asked.
inline constexpr std::array<const char*, 4> known_plane_names{"chance", "attention", "proved", "losing"};
inline constexpr int judged_planes = 2;

// The range of the logarithms: a weight further than this below the greatest is raised to this limit.
inline constexpr float judged_range = 8;

// The logarithms of a judgement's weights, 0 for the greatest; all 0 if it has no weights.
inline void log_weights(const StepList& steps, const Evaluation& answer, std::vector<float>& out) {
    out.assign(steps.size(), 0.0f);
    if (answer.weights.empty()) return;
    const float most = *std::max_element(answer.weights.begin(), answer.weights.end());
    for (std::size_t i = 0; i < steps.size(); ++i)
        out[i] = answer.weights[i] > 0 ? std::max(-judged_range, std::log(answer.weights[i] / most)) : -judged_range;
}

// `chance`: of the side to act. `attention`: the weights of steps that are cells, on a scale of logarithms: 1 for the
// greatest weight, 1/8 less for each factor of e.
template <Depicts G>
void write_judged(const G& game, const typename G::State& state, const StepList& steps, const Evaluation& answer,
                  PlaneSink& sink) {
    const float own = game.to_act(state).side == Side::Black ? answer.black : -answer.black;
    sink.fill(0, 0.5 + 0.5 * std::clamp(own, -1.0f, 1.0f));
    if (answer.weights.empty()) return;
    std::vector<float> logarithms;
    log_weights(steps, answer, logarithms);
    for (std::size_t i = 0; i < steps.size() && game.ids().is_cell(steps[i]); ++i)
        sink.mark(1, steps[i], 1 + logarithms[i] / judged_range);
}

template <Depicts G, class B>
class KnownPlanes final : public MorePlanes<G> {
public:
    // `proofs`: whether to write `proved` and `losing` too. `series` seeds the random numbers: in one series, equal
    // positions have equal planes.
    KnownPlanes(const G& game, bool proofs, std::uint64_t series = 0)
        : game_(game),
          evaluator_(std::make_shared<const Hand>(B::evaluator(game, tuning()))),
          proofs_(proofs),
          series_(scramble(series)) {}

    int count() const override { return proofs_ ? static_cast<int>(known_plane_names.size()) : judged_planes; }
    void write(const typename G::State& state, const StepList& steps, PlaneSink& sink) const override {
        if (steps.empty()) return;
        Evaluation answer;
        judge(state, steps, answer);
        write_judged(game_, state, steps, answer, sink);
        if (!proofs_) return;
        sink.fill(2, !answer.winner ? 0.5 : *answer.winner == game_.to_act(state).side ? 1.0 : 0.0);
        for (std::size_t i = 0; i < answer.weights.size() && game_.ids().is_cell(steps[i]); ++i)
            if (answer.weights[i] == 0) sink.mark(3, steps[i]);
    }

    void weigh(const typename G::State& state, const StepList& steps, std::vector<float>& out) const override {
        Evaluation answer;
        judge(state, steps, answer);
        log_weights(steps, answer, out);
    }
    // The evaluator's judgement. A position with one step gets none, nor does a choice of colours.
    void judge(const typename G::State& state, const StepList& steps, Evaluation& answer) const {
        answer = {};
        if (steps.size() <= 1 || game_.opening(state).choosing()) return;
        Random random(game_.key(state) ^ series_);
        const Leaf<G> leaf{&state, &steps, &answer};
        evaluator_->evaluate(std::span(&leaf, 1), kept_scratch(evaluator_), random);
    }

private:
    using Hand = EvaluatorOf<B, G>;
    Tuning& tuning() { return tuning_; }

    const G& game_;
    Tuning tuning_;
    std::shared_ptr<const Hand> evaluator_;
    bool proofs_;
    std::uint64_t series_;
};

// The planes that a net with this number of planes needs besides those of the game; null if it needs no others.
template <class B, Depicts G>
std::shared_ptr<const MorePlanes<G>> known_planes(const G& game, int planes) {
    if (planes != first_own_plane + static_cast<int>(game.own_plane_names().size()) + judged_planes) return nullptr;
    return std::make_shared<const KnownPlanes<G, B>>(game, false);
}

}  // namespace isthmus
