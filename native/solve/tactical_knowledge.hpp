// What one turn of each side decides, for a solver: turns that win, and turns that fail to stop one. In Network also
// who is ahead, while there are stones to drop.
#pragma once

#include <algorithm>

#include "knowledge/network/evaluator.hpp"
#include "knowledge/placement/tactics.hpp"
#include "knowledge/trellis/static_win.hpp"
#include "knowledge/trellis/tactics.hpp"
#include "knowledge/trinidad/tactics.hpp"
#include "solve/proof_number.hpp"

namespace isthmus {

// Nothing is known of other games.
template <Game G>
class TacticalKnowledge : public NoKnowledge {
public:
    explicit TacticalKnowledge(const G&) {}
};

// Where several contests count; with a single one virtual connections know more.
template <int W>
class TacticalKnowledge<Placement<W>> {
public:
    using G = Placement<W>;
    explicit TacticalKnowledge(const G& game) : game_(game), tactics_(game.facts()) {}

    void look(const typename G::State& state, const StepList& steps, Evaluation& answer) {
        const auto& facts = game_.facts();
        if (facts.contests.size() == 1) return;
        const auto decision = tactics_.decide(state);
        if (decision.winner) answer.settle(*decision.winner);
        if (decision.points.none()) return;
        answer.weights.clear();
        for (const Step step : steps) answer.weights.push_back(decision.points.test(facts.grid.point(step)));
    }

private:
    const G& game_;
    PlacementTactics<W> tactics_;
};

template <int W>
class TacticalKnowledge<trinidad::Trinidad<W>> {
public:
    using G = trinidad::Trinidad<W>;
    explicit TacticalKnowledge(const G& game) : tactics_(game), scratch_(tactics_.scratch()) {}

    void look(const typename G::State& state, const StepList& steps, Evaluation& answer) {
        answer.weights.assign(steps.size(), 1.0f);
        tactics_.decided(state, steps, answer, scratch_);
    }

private:
    trinidad::Tactics<W> tactics_;
    typename trinidad::Tactics<W>::Scratch scratch_;
};

// In Network what the evaluator of the search says.
template <int W>
class TacticalKnowledge<network::Network<W>> {
public:
    using G = network::Network<W>;
    explicit TacticalKnowledge(const G& game)
        : game_(game), evaluator_(game, tuning_), scratch_(evaluator_.scratch()) {}

    // With moves the evaluator's opinion does not pay.
    bool judges(const typename G::State& state) const {
        const bool dropping = game_.supply(state, Side::Black) > 0 || game_.supply(state, Side::White) > 0;
        return dropping && !state.opening.under_way();
    }

    void look(const typename G::State& state, const StepList& steps, Evaluation& answer) {
        if (!judges(state)) {
            evaluator_.decide(state, steps, answer, scratch_);
            return;
        }
        const Leaf<G> leaf{&state, &steps, &answer};
        evaluator_.evaluate(std::span(&leaf, 1), scratch_, random_);
    }

private:
    const G& game_;
    Tuning tuning_;
    network::NetworkEvaluator<W> evaluator_;
    Random random_{1};  // the evaluator asks for none
    typename network::NetworkEvaluator<W>::Scratch scratch_;
};

// In Trellis turns that win, turns that must be stopped, and wins by two trees that no turn attacks twice.
template <int W>
class TacticalKnowledge<trellis::Trellis<W>> {
public:
    using G = trellis::Trellis<W>;
    explicit TacticalKnowledge(const G& game) : game_(game), tactics_(game), static_win_(game) {}

    void look(const typename G::State& state, const StepList& steps, Evaluation& answer) {
        answer.weights.assign(steps.size(), 1.0f);
        const auto useful = tactics_.look(state, steps, answer, scratch_);
        if (answer.winner) return;
        if (const auto winner = shown(state, steps)) return answer.settle(*winner);
        if (!useful) return;
        for (std::size_t i = 0; i < steps.size(); ++i)
            if (!game_.ids().is_cell(steps[i]) || !useful->test(steps[i])) answer.weights[i] = 0;
    }

private:
    std::optional<Side> shown(const typename G::State& state, const StepList& steps) const {
        const auto win = static_win_(state);
        if (!win) return std::nullopt;
        const auto legal = [&](Cell start) {
            return std::binary_search(steps.begin(), steps.end(), static_cast<Step>(start));
        };
        if (!win->starts.empty() && std::none_of(win->starts.begin(), win->starts.end(), legal)) return std::nullopt;
        return win->side;
    }

    const G& game_;
    trellis::Tactics<W> tactics_;
    typename trellis::Tactics<W>::Scratch scratch_;
    StaticWin<W> static_win_;
};

}  // namespace isthmus
