// The knowledge of Orbit: playouts that count points, and priors from the shape around each point and from closing
// moves. Figures and reasons: docs/design/0006-orbit.md.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "games/orbit.hpp"
#include "knowledge/contract.hpp"
#include "knowledge/maps.hpp"
#include "knowledge/orbit/shape.hpp"
#include "knowledge/orbit/territory.hpp"
#include "knowledge/tuning.hpp"

namespace isthmus::orbit {

template <Game G>
class OrbitEvaluator;

template <int W>
class OrbitEvaluator<Orbit<W>> {
public:
    using G = Orbit<W>;
    using State = typename G::State;
    struct Scratch {
        Closures<W> closures;
        std::array<float, Bits<W>::capacity> own_gain, other_gain;
        typename Shape<W>::Sums sums;
    };

    OrbitEvaluator(const G& game, Tuning& tuning)
        : game_(game),
          shape_(game.enclosure(), game.size()),
          playouts_(tuning.count("playouts", 1, 1, 1'000'000)),
          points_per_unit_(tuning.number("points_scale", 20, 0.001, 1e+06)),
          points_share_(tuning.number("points_share", 0.5, 0, 1)),
          own_gain_(tuning.number("own_gain", 1.95, -100, 100)),
          own_any_(tuning.number("own_any", -1.6, -100, 100)),
          other_gain_(tuning.number("other_gain", 0.9, -100, 100)),
          other_any_(tuning.number("other_any", 0, -100, 100)),
          own_land_(tuning.number("own_land", 0.002, 0, 1000)),
          pass_(tuning.number("pass", 0.01, 0, 1000)) {}

    Scratch scratch() const { return {}; }
    void evaluate(std::span<const Leaf<G>> batch, Scratch& scratch, Random& random) const {
        for (const auto& leaf : batch) {
            auto& answer = *leaf.answer;
            answer.winner.reset();
            answer.weights.assign(leaf.steps->size(), 1.0f);
            answer.black = value(*leaf.state, random, answer.stood);
            if (!leaf.state->opening.choosing()) weigh(*leaf.state, *leaf.steps, answer, scratch);
        }
    }

    bool decide(const State& state, const StepList& steps, Evaluation& answer, Scratch&) const {
        answer.winner.reset();
        answer.weights.assign(steps.size(), 1.0f);
        if (!state.opening.choosing()) count_after_pass(state, answer);
        if (!answer.winner) return false;
        answer.settle_by(steps, state.side, [&](Step step) { return step == steps.back(); });
        return true;
    }

    // The means over `playouts` playouts, at least one; in a finished game, the result. `keep_on` is called every few
    // milliseconds; if it returns false, the answer has no meaning.
    template <class KeepOn>
    LandEstimate estimate(const State& state, Random& random, int playouts, KeepOn&& keep_on) const {
        LandEstimate out;
        const int points = game_.ids().cells;
        out.owner.assign(static_cast<std::size_t>(points), 0.0f);
        const float share = 1.0f / static_cast<float>(playouts);
        for (int i = 0; i < playouts; ++i) {
            if (i % 16 == 15 && !keep_on()) break;
            const auto end = ended(state, random);
            for (const Side side : {Side::Black, Side::White}) {
                const float sign = side == Side::Black ? share : -share;
                const auto land = game_.land(end, side);
                (end.stones[index(side)] | land).each([&](int point) { out.owner[point] += sign; });
                out.margin += sign * static_cast<float>(land.count());
            }
        }
        return out;
    }

private:
    State ended(const State& state, Random& random) const {
        if (game_.over(state)) return state;
        return game_.played_out(state, random);
    }
    int margin(const State& end) const {
        return game_.land(end, Side::Black).count() - game_.land(end, Side::White).count();
    }
    // `stood` comes from the last playout.
    float value(const State& state, Random& random, std::vector<std::uint8_t>& stood) const {
        float sum = 0;
        State end;
        for (int i = 0; i < playouts_; ++i) {
            end = ended(state, random);
            const int points = margin(end);
            const auto sign = static_cast<float>((points > 0) - (points < 0));
            sum += sign + points_share_ * (std::tanh(static_cast<float>(points) / points_per_unit_) - sign);
        }
        stood.assign(static_cast<std::size_t>(game_.ids().cells), 0);
        for (const Side side : {Side::Black, Side::White})
            end.stones[index(side)].each([&](int point) { stood[point] = static_cast<std::uint8_t>(1 + index(side)); });
        return sum / static_cast<float>(playouts_);
    }

    void weigh(const State& state, const StepList& steps, Evaluation& answer, Scratch& scratch) const {
        const auto& enclosure = game_.enclosure();
        const int own = index(state.side), other = 1 - own;
        const auto open = game_.empty(state).minus(state.enclosed[0].points | state.enclosed[1].points);
        scratch.own_gain.fill(0);
        scratch.other_gain.fill(0);
        for (const int side : {own, other}) {
            auto& gains = side == own ? scratch.own_gain : scratch.other_gain;
            scratch.closures.find(enclosure, state.stones[side], state.enclosed[side], open,
                                  [&](int point, int gain) { gains[point] = static_cast<float>(gain); });
        }
        scratch.sums.at.fill(0);
        for (const int side : {own, other})
            state.stones[side].each([&](int point) { shape_.add(scratch.sums, point, side == own); });
        float total = 0;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const int point = steps[i];
            if (!game_.ids().is_cell(steps[i])) continue;
            if (!open.test(point)) {
                answer.weights[i] = own_land_;
                continue;
            }
            const float logit = shape_.logit(scratch.sums, point, enclosure.ring(state.stones[own], point),
                                             enclosure.ring(state.stones[other], point)) +
                                closing(own_gain_, own_any_, scratch.own_gain[point]) +
                                closing(other_gain_, other_any_, scratch.other_gain[point]);
            total += answer.weights[i] = std::exp(std::clamp(logit, -12.0f, 12.0f));
        }
        // Passing is the last step.
        answer.weights.back() = total > 0 ? pass_ * total : 1.0f;
        count_after_pass(state, answer);
    }

    static float closing(float by_gain, float any, float gain) {
        return gain > 0 ? any + by_gain * std::log1p(gain) : 0;
    }

    // After the opponent's pass another one ends the game, so its result is known.
    void count_after_pass(const State& state, Evaluation& answer) const {
        if (state.passes == 0 || state.opening.under_way()) return;
        State end = state;
        game_.remove_doomed(end);
        const int points = margin(end);
        if (state.side == Side::Black ? points > 0 : points < 0) {
            answer.winner = state.side;
            answer.weights.back() = 1e9f;
        } else if (points != 0 && answer.weights.size() > 1) {
            answer.weights.back() = 0;  // it loses
        }
    }

    const G& game_;
    Shape<W> shape_;
    int playouts_;
    float points_per_unit_, points_share_;
    float own_gain_, own_any_, other_gain_, other_any_;
    float own_land_, pass_;
};

}  // namespace isthmus::orbit
