// The knowledge of Trinidad: turns that connect and those that fail to stop one are proved; the value and the weights
// come from current flow. docs/design/0007-network-and-trinidad.md says what each part is worth.
#pragma once

#include <cmath>
#include <string>

#include "eval/evaluator.hpp"
#include "eval/trinidad_flow.hpp"
#include "eval/trinidad_tactics.hpp"
#include "eval/tuning.hpp"

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
          playouts_(static_cast<int>(tuning.number("playouts", 0))),
          playout_share_(static_cast<float>(tuning.number("playout_share", 0.3))),
          steepness_(static_cast<float>(tuning.number("steepness", 2.7))),
          tempo_(static_cast<float>(tuning.number("tempo", 0.04))),
          half_tempo_(static_cast<float>(tuning.number("half_tempo", -0.02))) {
        const auto number = [&](const char* name, double standard) {
            return static_cast<float>(tuning.number(name, standard));
        };
        resistances_ = {number("own_resistance", 0.3), number("near_resistance", 0.5), 1,
                        number("enemy_resistance", 9)};
        own_flow_ = number("own_flow", 1);
        enemy_flow_ = number("enemy_flow", 1);
        sharpness_ = number("sharpness", 6);
        row_bias_ = number("row_bias", -1.5);
        row_cost_ = number("row_cost", 1);
        leave_enemy_ = number("leave_enemy", 0.5);
        stop_bias_ = number("stop_bias", 0);
        pass_bias_ = number("pass_bias", -3);
    }

    Scratch scratch() const { return {tactics_.scratch(), Circuit(flow_.shape()), {}, {}, {}}; }
    void evaluate(std::span<const Leaf<G>> batch, Scratch& scratch, Random& random) const {
        for (const auto& leaf : batch) evaluate(*leaf.state, *leaf.steps, *leaf.answer, scratch, random);
    }

private:
    using State = typename G::State;

    void evaluate(const State& state, const StepList& steps, Evaluation& answer, Scratch& scratch,
                  Random& random) const {
        answer.weights.assign(steps.size(), 1.0f);
        answer.winner.reset();
        if (!state.opening.under_way() && tactics_.decided(state, steps, answer, scratch.tactics)) return;
        float conductance[2];
        for (const Side side : {Side::Black, Side::White}) {
            set_resistances(state, side, scratch);
            conductance[index(side)] =
                flow_.solve(scratch.circuit, side, scratch.resistance, scratch.flow[index(side)]);
        }
        const float tempo = state.added < 0 ? tempo_ : half_tempo_;
        const float lead = std::log(conductance[0] / conductance[1]) + (state.side == Side::Black ? tempo : -tempo);
        answer.black = std::tanh(steepness_ * lead);
        if (playouts_ > 0) {
            int sum = 0;
            for (int i = 0; i < playouts_; ++i)
                if (const auto winner = game_.playout(state, random)) sum += *winner == Side::Black ? 1 : -1;
            answer.black += playout_share_ * (static_cast<float>(sum) / static_cast<float>(playouts_) - answer.black);
        }
        if (state.opening.under_way()) return;  // who acts may look for balance, so weights for a colour mislead
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

    // The logarithm of a step's weight: the current, own and to be blocked, that passes the fields entered, less that
    // of the fields left.
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
    int playouts_;
    float playout_share_;  // of the value
    float steepness_;
    float tempo_, half_tempo_;  // what it is worth to turn, and to move a row in it, in logarithms of conductance
    Resistances resistances_;
    float own_flow_, enemy_flow_, sharpness_, row_bias_, row_cost_, leave_enemy_, stop_bias_, pass_bias_;
};

template <int W>
auto evaluator(const Trinidad<W>& game, Tuning& tuning) {
    return TrinidadEvaluator<W>(game, tuning);
}

}  // namespace isthmus::trinidad
