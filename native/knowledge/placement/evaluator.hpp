// The evaluator of the games of one stone a turn (rules/placement.hpp), from the currents of their contests.
#pragma once

#include "knowledge/connections/connection.hpp"
#include "knowledge/contract.hpp"
#include "knowledge/flow/flow_map.hpp"
#include "knowledge/placement/tactics.hpp"
#include "knowledge/tuning.hpp"

namespace isthmus {

// The constants of a game, found by matches and fits: docs/design/0005-current-flow.md.
struct FlowNumbers {
    float scale = 1, quarter_scale = 1;  // of the logarithm of the resistances' ratio: the board's, a quarter's
    float tempo = 0, quarter_tempo = 0;  // the value of being on the move, on the same scale
    float power = 1, floor = 0.05f;      // of the weights, see weigh()

    // With one contest the quarters' constants are unused.
    static FlowNumbers read(Tuning& tuning, const FlowNumbers& standard, std::size_t contests) {
        FlowNumbers out;
        out.scale = tuning.number("scale", standard.scale, 0, 100);
        out.tempo = tuning.number("tempo", standard.tempo, -100, 100);
        if (contests > 1) {
            out.quarter_scale = tuning.number("quarter_scale", standard.quarter_scale, 0, 100);
            out.quarter_tempo = tuning.number("quarter_tempo", standard.quarter_tempo, -100, 100);
        }
        out.power = tuning.number("prior_power", standard.power, 0, 10);
        out.floor = tuning.number("prior_floor", standard.floor, 0.0001, 1);
        return out;
    }
};

// Currents: solve(black, white, scratch) and add_scores(side, factor, black, white, scratch, score) for one contest.
template <int W, class Currents>
class PlacementFlow {
public:
    using G = Placement<W>;
    struct Scratch {
        std::vector<typename Currents::Scratch> contests;
        std::vector<float> score;  // of each point
        Majority majority;         // of the open contests
    };
    using State = typename G::State;

    PlacementFlow(const G& game, std::vector<Currents> currents, const FlowNumbers& numbers)
        : game_(game),
          facts_(game.facts()),
          tactics_(game.facts()),
          currents_(std::move(currents)),
          numbers_(numbers) {}

    Scratch scratch() const {
        Scratch scratch{{}, std::vector<float>(64 * W), {}};
        for (const auto& currents : currents_) scratch.contests.push_back(currents.scratch());
        return scratch;
    }

    void evaluate(std::span<const Leaf<G>> batch, Scratch& scratch, Random&) const {
        for (const auto& leaf : batch) evaluate(*leaf.state, *leaf.steps, *leaf.answer, scratch);
    }

    bool decide(const State& state, const StepList& steps, Evaluation& answer, Scratch&) const {
        return look(state, steps, answer).winner.has_value();
    }

    // For people; see knowledge/maps.hpp.
    FlowMap flow_map(const State& state, bool with_stone) const {
        FlowMap map;
        for (std::size_t i = 0; i < currents_.size(); ++i) {
            map.push_back(contest_flow<W>(currents_[i], facts_.contests[i], facts_.grid, state.stones[0],
                                          state.stones[1], with_stone));
            map.back().scale = scale(i);
        }
        return map;
    }

private:
    using Decision = typename PlacementTactics<W>::Decision;

    Decision decision(const State& state) const {
        return state.opening.under_way() ? Decision{} : tactics_.decide(state);
    }
    Decision look(const State& state, const StepList& steps, Evaluation& answer) const {
        answer.weights.assign(steps.size(), 1.0f);
        answer.winner.reset();
        const auto found = decision(state);
        if (found.points.any())
            for (std::size_t i = 0; i < steps.size(); ++i)
                answer.weights[i] = found.points.test(facts_.grid.point(steps[i]));
        if (found.winner) answer.settle(*found.winner);
        return found;
    }
    void evaluate(const State& at, const StepList& steps, Evaluation& answer, Scratch& scratch) const {
        auto state = at;
        auto found = look(at, steps, answer);
        bool forced = false;
        // While a reply is forced, the position after it counts.
        for (; !found.winner && found.points.any(); found = decision(state)) {
            forced = true;
            game_.apply(state, static_cast<Step>(facts_.grid.cell(found.points.first())));
        }
        if (found.winner) return answer.settle(*found.winner);
        answer.black = value(state, scratch);
        if (!forced && !state.opening.choosing()) weigh_steps(state, steps, answer.weights, scratch);
    }

    float scale(std::size_t contest) const { return contest == 0 ? numbers_.scale : numbers_.quarter_scale; }

    // Leaves the data for weigh_steps in scratch.
    float value(const State& state, Scratch& scratch) const {
        const float sign = state.side == Side::Black ? 1.0f : -1.0f;
        scratch.majority.clear();
        for (std::size_t i = 0; i < currents_.size(); ++i) {
            if (!tactics_.open(state, i)) continue;
            const float ahead = currents_[i].solve(state.stones[0], state.stones[1], scratch.contests[i]);
            const float logit = i == 0 ? numbers_.scale * ahead + sign * numbers_.tempo
                                       : numbers_.quarter_scale * ahead + sign * numbers_.quarter_tempo;
            scratch.majority.add(1 / (1 + std::exp(-2 * logit)));
        }
        return 2 * scratch.majority.chance(tactics_.needed(state, Side::Black)) - 1;
    }
    void weigh_steps(const State& state, const StepList& steps, std::vector<float>& weights, Scratch& scratch) const {
        auto& score = scratch.score;
        std::fill(score.begin(), score.end(), 0.0f);
        int seen = 0;
        for (std::size_t i = 0; i < currents_.size(); ++i) {
            if (!tactics_.open(state, i)) continue;
            const float factor = currents_.size() == 1
                                     ? 1.0f
                                     : scratch.majority.slope(seen, tactics_.needed(state, Side::Black)) * scale(i);
            currents_[i].add_scores(state.side, factor, state.stones[0], state.stones[1], scratch.contests[i],
                                    score.data());
            ++seen;
        }
        for (std::size_t i = 0; i < steps.size(); ++i) weights[i] = score[facts_.grid.point(steps[i])];
        weigh(weights, numbers_.power, numbers_.floor);
    }

    const G& game_;
    const typename Placement<W>::Facts& facts_;
    PlacementTactics<W> tactics_;
    std::vector<Currents> currents_;
    FlowNumbers numbers_;
};

}  // namespace isthmus
