// The knowledge of Trinidad: turns that connect, and turns that fail to stop one, are proved; the value and the weights
// come from current flow. docs/design/0007-network-and-trinidad.md measures each part.
#pragma once

#include <cmath>
#include <string>

#include "knowledge/contract.hpp"
#include "knowledge/trinidad/flow.hpp"
#include "knowledge/trinidad/tactics.hpp"
#include "knowledge/tuning.hpp"

namespace isthmus::trinidad {

template <int W>
class TrinidadEvaluator {
public:
    using G = Trinidad<W>;
    struct Scratch {
        typename Tactics<W>::Scratch tactics;
        Circuit circuit;
        std::vector<Bits<W>> entered;                  // by row moves that need no add
        std::array<float, Bits<W>::capacity> flow[2];  // shares of each colour's current
        std::array<float, Bits<W>::capacity> resistance;
    };

    TrinidadEvaluator(const G& game, Tuning& tuning)
        : game_(game),
          tactics_(game),
          flow_(game),
          steepness_(tuning.number("steepness", 2.7, 0, 100)),
          tempo_(tuning.number("tempo", 0.04, -100, 100)),
          half_tempo_(tuning.number("half_tempo", -0.02, -100, 100)) {
        resistances_ = {tuning.number("own_resistance", 0.3, 0.001, 1000),
                        tuning.number("near_resistance", 0.5, 0.001, 1000), 1,
                        tuning.number("enemy_resistance", 9, 0.001, 1000)};
        own_flow_ = tuning.number("own_flow", 1, -10, 10);
        enemy_flow_ = tuning.number("enemy_flow", 1, -10, 10);
        sharpness_ = tuning.number("sharpness", 6, 0, 30);
        row_bias_ = tuning.number("row_bias", -1.5, -20, 20);
        row_cost_ = tuning.number("row_cost", 1, -10, 10);
        leave_enemy_ = tuning.number("leave_enemy", 0.5, -10, 10);
        stop_bias_ = tuning.number("stop_bias", 0, -20, 20);
        pass_bias_ = tuning.number("pass_bias", -3, -20, 20);
    }

    Scratch scratch() const { return {tactics_.scratch(), Circuit(flow_.shape()), {}, {}, {}}; }
    void evaluate(std::span<const Leaf<G>> batch, Scratch& scratch, Random&) const {
        for (const auto& leaf : batch) evaluate(*leaf.state, *leaf.steps, *leaf.answer, scratch);
    }

    bool decide(const typename G::State& state, const StepList& steps, Evaluation& answer, Scratch& scratch) const {
        answer.weights.assign(steps.size(), 1.0f);
        answer.winner.reset();
        return !state.opening.under_way() && tactics_.decided(state, steps, answer, scratch.tactics);
    }

    // For people; see knowledge/maps.hpp.
    FlowMap flow_map(const typename G::State& state, bool with_stone) const {
        auto scratch = this->scratch();
        CircuitOf<double> circuit(flow_.shape());
        const auto& grid = game_.board().grid();
        const auto conductance = [&](const State& there, Side side) {
            set_resistances(there, side, scratch);
            return flow_.conductance(circuit, side, scratch.resistance);
        };
        const auto ahead = [&](const State& there) {
            return std::log(conductance(there, Side::Black) / conductance(there, Side::White));
        };
        ContestFlow out;
        out.ahead = ahead(state);
        out.scale = steepness_;
        for (const Side side : {Side::Black, Side::White}) {
            set_resistances(state, side, scratch);
            out.sides[index(side)] = flow_.side_flow(circuit, side, scratch.resistance, grid);
            if (!with_stone) continue;
            auto& changed = out.with_stone[index(side)];
            changed.assign(static_cast<std::size_t>(grid.cells()), std::numeric_limits<double>::quiet_NaN());
            game_.board().all().minus(state.stones[0] | state.stones[1]).each([&](int point) {
                auto there = state;
                there.stones[index(side)].set(point);
                changed[static_cast<std::size_t>(grid.cell(point))] = ahead(there);
            });
        }
        return {out};
    }

private:
    using State = typename G::State;

    void evaluate(const State& state, const StepList& steps, Evaluation& answer, Scratch& scratch) const {
        if (decide(state, steps, answer, scratch)) return;
        float conductance[2];
        for (const Side side : {Side::Black, Side::White}) {
            set_resistances(state, side, scratch);
            conductance[index(side)] =
                flow_.solve(scratch.circuit, side, scratch.resistance, scratch.flow[index(side)]);
        }
        const float tempo = state.added < 0 ? tempo_ : half_tempo_;
        const float lead = std::log(conductance[0] / conductance[1]) + (state.side == Side::Black ? tempo : -tempo);
        answer.black = std::tanh(steepness_ * lead);
        if (state.opening.under_way())
            return;  // the seat to act may want balance, so weights that favour a colour mislead
        for (std::size_t i = 0; i < steps.size(); ++i)
            if (answer.weights[i] > 0) answer.weights[i] = std::exp(merit(state, steps[i], scratch));
    }

    void set_resistances(const State& state, Side side, Scratch& scratch) const {
        const auto& own = state.stones[index(side)];
        const auto& theirs = state.stones[index(other(side))];
        const auto near = game_.board().links().neighbours(own);
        game_.board().all().each([&](int point) {
            scratch.resistance[point] = own.test(point)      ? resistances_.own
                                        : theirs.test(point) ? resistances_.enemy
                                        : near.test(point)   ? resistances_.near
                                                             : resistances_.empty;
        });
    }

    // The logarithm of a step's weight: its own side's current and the opponent's through the fields that the step
    // enters, minus both through the fields that it vacates.
    float merit(const State& state, Step step, const Scratch& scratch) const {
        const auto& mine = scratch.flow[index(state.side)];
        const auto& theirs = scratch.flow[index(other(state.side))];
        if (step == game_.ids().stop()) return stop_bias_;
        if (step == game_.ids().pass()) return pass_bias_;
        if (game_.ids().is_cell(step)) {
            const int point = game_.board().grid().point(step);
            return sharpness_ * (own_flow_ * mine[point] + enemy_flow_ * theirs[point]);
        }
        float sum = 0;
        game_.board().each_change(game_.move_of(step, state.stones[index(state.side)]), [&](int left, int entered) {
            sum += own_flow_ * mine[entered] + enemy_flow_ * theirs[entered] -
                   row_cost_ * (own_flow_ * mine[left] + leave_enemy_ * theirs[left]);
        });
        return std::clamp(row_bias_ + sharpness_ * sum, -20.0f, 20.0f);
    }

    const G& game_;
    Tactics<W> tactics_;
    FlowBoard<W> flow_;
    float steepness_;
    float tempo_, half_tempo_;  // the value of having the turn, and of its row move, in logarithms of conductance
    Resistances resistances_;
    float own_flow_, enemy_flow_, sharpness_, row_bias_, row_cost_, leave_enemy_, stop_bias_, pass_bias_;
};

}  // namespace isthmus::trinidad
