// The knowledge of Network. Completions, forced replies and threats are proved; the rest comes from features with
// fitted coefficients. docs/design/0007-network-and-trinidad.md says how they were fitted and how much they help.
#pragma once

#include <string>

#include "knowledge/contract.hpp"
#include "knowledge/network/coefficients.hpp"
#include "knowledge/network/features.hpp"
#include "knowledge/network/threats.hpp"
#include "knowledge/tuning.hpp"

namespace isthmus::network {

template <int W>
class NetworkEvaluator {
public:
    using G = Network<W>;
    struct Scratch {
        Completions<W> completions;
        Chances<W> chances[2];
        std::vector<Completion<W>> threats;
        ThreatSearch<W> search;
        std::vector<Lack<W>> lacks[2];  // by colour, in the drop phase
        Threats<W> drops[2];            // that threaten, by colour
    };

    NetworkEvaluator(const G& game, Tuning& tuning)
        : game_(game),
          steepness_(tuning.number("steepness", 1, 0, 100)),
          priors_(tuning.number("priors", 1, 0, 100)),
          threat_depth_(tuning.count("threat_depth", 2, 0, 10)),
          threat_nodes_(tuning.count("threat_nodes", 50, 0, 1'000'000)),
          defence_depth_(tuning.count("defence_depth", 1, 0, 10)),
          defence_nodes_(tuning.count("defence_nodes", 10, 0, 1'000'000)),
          threat_weight_(tuning.number("threat_weight", 1, -100, 100)),
          prevention_weight_(tuning.number("prevention_weight", 0.5, -100, 100)) {
        // Threats decide this game, and they are proved rather than weighed. So the search explores more, looks for
        // proofs, and plays the step with the most visits even with a net (docs/strength.md).
        tuning.prefer("confidence", 0);
        tuning.prefer("spread", 0);
        tuning.prefer("bias", 0);
        tuning.prefer("exploration", 1.8);
        tuning.prefer("first_play", 0);
        tuning.prefer("proof_guidance", 0.3);
        const auto number = [&](const std::string& name, double standard) {
            return tuning.number(name, standard, -1000, 1000);
        };
        for (int phase = 0; phase < 2; ++phase) {
            const std::string in = phase ? "move_" : "drop_";
            for (int i = 0; i < colour_feature_count; ++i) {
                acting_[phase][i] = number(in + "acting_" + colour_features[i], acting_defaults[phase][i]);
                waiting_[phase][i] = number(in + "waiting_" + colour_features[i], waiting_defaults[phase][i]);
            }
            for (int i = 0; i < step_feature_count; ++i)
                step_[phase][i] = number(in + "step_" + step_features[i], step_defaults[phase][i]);
            turn_[phase] = number(in + "turn", turn_defaults[phase]);
        }
    }

    Scratch scratch() const { return {Completions<W>(game_), {}, {}, ThreatSearch<W>(game_), {}, {}}; }
    void evaluate(std::span<const Leaf<G>> batch, Scratch& scratch, Random&) const {
        for (const auto& leaf : batch) evaluate(*leaf.state, *leaf.steps, *leaf.answer, scratch);
    }

    // Gives only proofs: the winner, and weight 0 for losing steps. Returns whether there is a winner.
    bool decide(const typename G::State& state, const StepList& steps, Evaluation& answer, Scratch& scratch) const {
        answer.weights.assign(steps.size(), 1.0f);
        answer.winner.reset();
        for (auto& drops : scratch.drops) drops.drops = {};
        if (state.opening.under_way()) return false;
        const bool dropping = game_.supply(state, Side::Black) > 0 && game_.supply(state, Side::White) > 0;
        return dropping ? decided_by_drops(state, steps, answer, scratch) : decided(state, steps, answer, scratch);
    }

private:
    using State = typename G::State;

    void evaluate(const State& state, const StepList& steps, Evaluation& answer, Scratch& scratch) const {
        const Side side = state.side;
        if (decide(state, steps, answer, scratch)) return;
        for (const Side each : {Side::Black, Side::White}) scratch.chances[index(each)].find(game_, state.stones, each);
        const int phase = game_.supply(state, side) == 0;
        const float mine = std::tanh(steepness_ * score(scratch, phase, side));
        answer.black = side == Side::Black ? mine : -mine;
        if (state.opening.under_way())
            return;  // the seat to act may want balance, so weights that favour a colour mislead
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (answer.weights[i] == 0) continue;
            const auto [left, landed] = game_.ends(steps[i]);
            const auto features = features_of_step(game_.board(), scratch.chances, side, left, landed);
            float logit = 0;
            for (int k = 0; k < step_feature_count; ++k) logit += step_[phase][k] * features[k];
            if (landed >= 0 && scratch.drops[index(side)].drops.test(landed)) logit += threat_weight_;
            if (landed >= 0 && scratch.drops[index(other(side))].drops.test(landed)) logit += prevention_weight_;
            answer.weights[i] = std::exp(std::clamp(priors_ * logit, -30.0f, 30.0f));
        }
    }

    float score(const Scratch& scratch, int phase, Side side) const {
        const auto acting = features_of(scratch.chances[index(side)], game_.board(), side);
        const auto waiting = features_of(scratch.chances[index(other(side))], game_.board(), other(side));
        float sum = turn_[phase];
        for (int i = 0; i < colour_feature_count; ++i)
            sum += acting_[phase][i] * acting[i] - waiting_[phase][i] * waiting[i];
        return sum;
    }

    // Like `decided`, for positions in which both colours have stones to drop. It also finds the results of threats: a
    // drop stops only networks that use its cell.
    bool decided_by_drops(const State& state, const StepList& steps, Evaluation& answer, Scratch& scratch) const {
        const Side side = state.side, foe = other(side);
        auto& search = scratch.search;
        auto& mine = scratch.lacks[index(side)];
        auto& theirs = scratch.lacks[index(foe)];
        const bool all_found = search.find(state.stones, side, 1, mine);
        if (!mine.empty()) return won_by(mine.front().drops.first(), steps, answer, side);
        const auto must = search.must(state.stones, side);
        if (!all_found || !must) return false;
        const auto allowed = *must;
        const bool forced = !(allowed == game_.board().all());
        const auto lets_pass = [&](Step step) {
            const auto [left, landed] = game_.ends(step);
            return landed < 0 || !allowed.test(landed);
        };
        if (forced && answer.drop_losing(steps, side, lets_pass)) return true;
        if (threat_depth_ > 0) {
            search.find(state.stones, side, 2, mine);
            if (search.wins(state.stones, side, mine, {}, allowed, threat_depth_, threat_nodes_))
                return won_by(search.step(), steps, answer, side);
            scratch.drops[index(side)].collect(mine, {});
        }
        if (defence_depth_ == 0) return false;
        search.find(state.stones, foe, 2, theirs);
        if (theirs.empty()) return false;
        scratch.drops[index(foe)].collect(theirs, {});
        if (!forced && !search.wins(state.stones, foe, theirs, {}, allowed, defence_depth_, defence_nodes_))
            return false;
        return answer.drop_losing(steps, side, [&](Step step) {
            const auto [left, landed] = game_.ends(step);
            if (landed < 0) return false;
            Bits<W> after[2] = {state.stones[0], state.stones[1]};
            after[index(side)].set(landed);
            const auto needed = search.must(after, foe);
            return needed &&
                   search.wins(after, foe, theirs, Bits<W>::of(landed), *needed, defence_depth_, defence_nodes_);
        });
    }
    bool won_by(int drop, const StepList& steps, Evaluation& answer, Side side) const {
        answer.settle_by(steps, side, [&](Step step) { return game_.ends(step) == std::pair(-1, drop); });
        return true;
    }

    // Sets `winner` if one turn of each colour decides, and weight 0 for steps that lose at once, unless all do.
    bool decided(const State& state, const StepList& steps, Evaluation& answer, Scratch& scratch) const {
        const Side side = state.side;
        auto& threats = scratch.threats;
        threats.clear();
        const auto collect = [&](const Completion<W>& found) { return threats.push_back(found), true; };
        std::optional<std::pair<int, int>> wins;
        scratch.completions.each(state.stones, side, [&](const Completion<W>& found) {
            wins = {found.left, found.landed};
            return false;
        });
        if (wins) {
            answer.settle_by(steps, side, [&](Step step) { return game_.ends(step) == *wins; });
            return true;
        }
        scratch.completions.each(state.stones, other(side), collect);
        return answer.drop_losing(steps, side, [&](Step step) { return loses(state, step, scratch); });
    }

    // Whether a step lets the opponent win, at once or in the next turn. Only for steps that do not win for their own
    // side. The neighbour limit of the opponent's stones does not depend on the step.
    bool loses(const State& state, Step step, Scratch& scratch) const {
        const auto [left, landed] = game_.ends(step);
        if (scratch.completions.helps_other(state.stones, state.side, left, landed)) return true;
        if (scratch.threats.empty()) return false;
        if (game_.would_repeat(state, step)) return false;
        Bits<W> after[2] = {state.stones[0], state.stones[1]};
        auto& own = after[index(state.side)];
        if (left >= 0) own.reset(left);
        if (landed >= 0) own.set(landed);
        Bits<W> unused;
        for (const auto& threat : scratch.threats) {
            if (threat.landed == landed) continue;
            // A step off the cells of the threat can stop it only by the rule against completing both colours'
            // networks, which applies to moves.
            if (threat.left < 0 && (landed < 0 || !threat.cells.test(landed))) return true;
            if (scratch.completions.completes(after, other(state.side), threat.left, threat.landed, unused))
                return true;
        }
        return false;
    }

    const G& game_;
    float steepness_;
    float priors_;
    int threat_depth_, threat_nodes_;          // of the search for a win
    int defence_depth_, defence_nodes_;        // of the search for one of the opponent
    float threat_weight_, prevention_weight_;  // of drops that threaten, and of the opponent's, in logits
    std::array<float, colour_feature_count> acting_[2], waiting_[2];
    std::array<float, step_feature_count> step_[2];
    float turn_[2];
};

}  // namespace isthmus::network
