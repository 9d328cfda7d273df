// The knowledge of Trellis: the current between Black's squares, turns that win, and turns that must be stopped;
// docs/design/0005-current-flow.md.
#pragma once

#include "games/trellis.hpp"
#include "knowledge/contract.hpp"
#include "knowledge/flow/edge_currents.hpp"
#include "knowledge/trellis/tactics.hpp"
#include "knowledge/tuning.hpp"

namespace isthmus::trellis {

template <int W>
class TrellisFlow {
public:
    using G = Trellis<W>;
    struct Scratch {
        Circuit circuit;
        typename Tactics<W>::Scratch tactics;
        std::vector<float> score;  // of each point
        std::vector<float> kept;   // 0 for steps that tactics drop
    };
    using State = typename G::State;

    TrellisFlow(const G& game, Tuning& tuning)
        : game_(game), grid_(game.grid()), tactics_(game), currents_(checkered_currents<W>(grid_, 0, 0, grid_.rows())) {
        scale_ = tuning.number("scale", 1.2, 0, 100);
        tempo_[0] = tuning.number("tempo", 0.3, -100, 100);
        tempo_[1] = tuning.number("tempo_second", 0, -100, 100);
        power_ = tuning.number("prior_power", 2, 0, 10);
        second_power_ = tuning.number("prior_power_second", 2, 0, 10);
        floor_ = tuning.number("prior_floor", 0.02, 0.0001, 1);
        idle_ = tuning.number("prior_idle", 0.01, 0.0001, 1);
    }

    Scratch scratch() const { return {currents_.scratch(), {}, std::vector<float>(64 * W), {}}; }

    void evaluate(std::span<const Leaf<G>> batch, Scratch& scratch, Random&) const {
        for (const auto& leaf : batch) evaluate(*leaf.state, *leaf.steps, *leaf.answer, scratch);
    }

    bool decide(const State& state, const StepList& steps, Evaluation& answer, Scratch& scratch) const {
        answer.weights.assign(steps.size(), 1.0f);
        answer.winner.reset();
        if (state.opening.under_way()) return false;
        const auto useful = tactics_.look(state, steps, answer, scratch.tactics);
        if (answer.winner) return true;
        if (useful)
            for (std::size_t i = 0; i < steps.size(); ++i)
                if (!game_.ids().is_cell(steps[i]) || !useful->test(steps[i])) answer.weights[i] = 0;
        return false;
    }

    // For people; see knowledge/maps.hpp.
    FlowMap flow_map(const State& state, bool with_stone) const {
        auto map = contest_flow<W>(currents_, game_.contest(), grid_, state.stones[0], state.stones[1], with_stone);
        map.scale = scale_;
        return {std::move(map)};
    }

private:
    void evaluate(const State& state, const StepList& steps, Evaluation& answer, Scratch& scratch) const {
        if (decide(state, steps, answer, scratch)) return;
        answer.black = value(state, scratch);
        if (state.opening.choosing()) return;
        scratch.kept = answer.weights;
        weigh_steps(state, steps, answer.weights, scratch);
        for (std::size_t i = 0; i < steps.size(); ++i) answer.weights[i] *= scratch.kept[i];
    }

    float value(const State& state, Scratch& scratch) const {
        const float sign = state.side == Side::Black ? 1.0f : -1.0f;
        const float ahead = currents_.solve(state.stones[0], state.stones[1], scratch.circuit);
        return std::tanh(scale_ * ahead + sign * tempo_[game_.mid_turn(state)]);
    }
    void weigh_steps(const State& state, const StepList& steps, std::vector<float>& weights, Scratch& scratch) const {
        std::fill(scratch.score.begin(), scratch.score.end(), 0.0f);
        currents_.add_scores(state.side, 1, state.stones[0], state.stones[1], scratch.circuit, scratch.score.data());
        std::size_t stones = 0;  // steps are ascending: stones first, then pass or stop
        for (; stones < steps.size() && game_.ids().is_cell(steps[stones]); ++stones)
            weights[stones] = scratch.score[steps[stones]];
        if (stones == 0) return;
        const std::span placed(weights.data(), stones);
        weigh(placed, game_.mid_turn(state) ? second_power_ : power_, floor_);
        float sum = 0;
        for (const float weight : placed) sum += weight;
        for (std::size_t i = stones; i < steps.size(); ++i) weights[i] = idle_ * sum / static_cast<float>(stones);
    }

    const G& game_;
    Grid grid_;
    Tactics<W> tactics_;
    EdgeCurrents<W> currents_;
    float scale_, tempo_[2], power_, second_power_, floor_, idle_;
};

}  // namespace isthmus::trellis
