// KnownPlanes<G, B>: the judgement of a game's hand-made evaluator, as planes of an environment.
#pragma once

#include <algorithm>
#include <cstring>

#include "knowledge/contract.hpp"
#include "knowledge/kept_scratch.hpp"
#include "rules/environments.hpp"

namespace isthmus {

template <Depicts G, class B>
class KnownPlanes final : public MorePlanes<G> {
public:
    explicit KnownPlanes(const G& game)
        : game_(game), evaluator_(std::make_shared<const Hand>(B::evaluator(game, tuning()))) {}

    int count() const override { return 4; }
    std::vector<std::string> names() const override { return {"chance", "attention", "proved", "losing"}; }
    void write(const typename G::State& state, const StepList& steps, const EnvironmentView<G>& view,
               std::uint8_t* to) const override {
        const int places = view.rows() * view.columns();
        const Side side = game_.to_act(state).side;
        const auto& offsets = view.offsets(side);
        std::memset(to, 0, static_cast<std::size_t>(count() * places));
        PlaneSink sink(to, offsets, places, view.mark());
        if (steps.empty()) return;
        Evaluation answer;
        if (steps.size() > 1 && !game_.opening(state).choosing()) {
            Random random(game_.key(state));  // so the same position has the same planes
            const Leaf<G> leaf{&state, &steps, &answer};
            evaluator_->evaluate(std::span(&leaf, 1), kept_scratch(evaluator_), random);
        }
        const float own = side == Side::Black ? answer.black : -answer.black;
        sink.fill(0, 0.5 + 0.5 * std::clamp(own, -1.0f, 1.0f));
        sink.fill(2, !answer.winner ? 0.5 : *answer.winner == side ? 1.0 : 0.0);
        if (answer.weights.empty()) return;
        const float most = *std::max_element(answer.weights.begin(), answer.weights.end());
        for (std::size_t i = 0; i < steps.size() && game_.ids().is_cell(steps[i]); ++i) {
            const int place = offsets[steps[i]];
            to[places + place] = static_cast<std::uint8_t>(std::lround(answer.weights[i] / most * view.mark()));
            if (answer.weights[i] == 0) sink.mark(3, steps[i]);
        }
    }

private:
    using Hand = EvaluatorOf<B, G>;
    Tuning& tuning() { return tuning_; }

    const G& game_;
    Tuning tuning_;
    std::shared_ptr<const Hand> evaluator_;
};

}  // namespace isthmus
