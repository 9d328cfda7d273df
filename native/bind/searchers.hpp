// Any engine for one Game as an AnySearcher.
#pragma once

#include "bind/state_model.hpp"
#include "knowledge/placement/connections.hpp"
#include "knowledge/trellis/theory.hpp"
#include "search/plain.hpp"
#include "search/survey.hpp"

namespace isthmus {

template <Game G, class MakeEvaluator>
class GraphSearcher final : public AnySearcher {
public:
    GraphSearcher(std::shared_ptr<const Named<G>> game, Tuning tuning, std::uint64_t seed, const MakeEvaluator& make)
        : game_(std::move(game)),
          tuning_(std::move(tuning)),
          evaluator_(make(game_->rules, tuning_)),
          search_(game_->rules, evaluator_, SearchParameters(tuning_), seed),
          theory_(game_->rules),
          with_theory_(tuning_.flag("theory", search_.attention().complete())),
          connections_(game_->rules, most_connections, 1) {
        tuning_.check();
    }
    SearchReport search(const AnyState& state, const Limits& limits, const KeepOn& keep_on) override {
        const auto began = std::chrono::steady_clock::now();
        const auto& model = model_of(state, *game_);
        const auto theory = with_theory_ ? theory_(model.state(), looks(model.state())) : std::nullopt;
        if (theory && !theory->winning_steps.empty()) return won(model.state(), *theory);
        const bool worth_a_look = with_theory_ && !theory && game_->rules.ids().cells <= most_cells;
        const auto shown = worth_a_look ? look(model.state()) : std::nullopt;
        search_.set_root(model.state());
        past_ = model.past();  // after: the old one may serve the old root
        const std::function<SearchReport()> report = [&] {
            auto found = Survey(search_).report();
            if (theory && theory->proved) {
                lost(model.state(), found);
                found.theory = Theory{theory->winner, {theory->trees[0], theory->trees[1]}};
            }
            if (shown && shown->winning_steps.empty()) lost(model.state(), found);
            if (shown && !shown->winning_steps.empty()) mark(model.state(), *shown, found);
            return found;
        };
        search_.run(limits, began, [&] { return keep_on(report); });
        return report();
    }
    void clear() override { search_.clear(); }
    std::optional<LandEstimate> land(const AnyState& state, int playouts, std::uint64_t seed,
                                     const std::function<bool()>& keep_on) const override {
        const auto& model = model_of(state, *game_);
        if constexpr (requires { evaluator_.estimate(model.state(), std::declval<Random&>(), playouts, keep_on); }) {
            Random random(seed);
            return evaluator_.estimate(model.state(), random, playouts, keep_on);
        }
        return std::nullopt;
    }
    std::optional<FlowMap> flow(const AnyState& state, bool with_stone) const override {
        const auto& model = model_of(state, *game_);
        if constexpr (requires { &Evaluates::flow_map; }) return evaluator_.flow_map(model.state(), with_stone);
        return std::nullopt;
    }
    const std::map<std::string, double>& numbers() const override { return tuning_.known(); }

private:
    // How good steps look to the evaluator, so that of the steps that theory knows to win a natural one comes first.
    Looks looks(const typename G::State& state) const {
        return [this, &state](const StepList& steps) {
            Evaluation answer;
            auto scratch = evaluator_.scratch();
            Random random(0);
            const Leaf<G> leaf{&state, &steps, &answer};
            evaluator_.evaluate(std::span(&leaf, 1), scratch, random);
            return answer.weights;
        };
    }
    // What virtual connections show of a state.
    struct Shown {
        std::vector<Step> winning_steps;  // if the winner acts, the more promising first; else empty
    };
    std::optional<Shown> look(const typename G::State& state) {
        StepList steps;
        game_->rules.steps(state, steps);
        Evaluation answer;
        connections_.look(state, steps, answer);
        if (!answer.winner) return std::nullopt;
        Shown shown;
        if (*answer.winner != game_->rules.to_act(state).side) return shown;
        for (std::size_t i = 0; i < steps.size(); ++i)
            if (answer.weights.empty() || answer.weights[i] > 0) shown.winning_steps.push_back(steps[i]);
        detail::sort_by_looks(game_->rules, state, looks(state), shown.winning_steps);
        return shown;
    }
    // Some turns are known to win. The search says which of them are natural, and what it thinks of the others.
    void mark(const typename G::State& state, const Shown& shown, SearchReport& found) const {
        found.proof = win_for(game_->rules.to_act(state).seat);
        found.value = value_of(found.proof);
        const auto wins = [&](const TurnReport& turn) {
            return turn.proof == found.proof || std::find(shown.winning_steps.begin(), shown.winning_steps.end(),
                                                          turn.steps.front()) != shown.winning_steps.end();
        };
        std::stable_partition(found.turns.begin(), found.turns.end(), wins);
        if (found.turns.empty() || !wins(found.turns.front())) {
            const Step step = shown.winning_steps.front();
            found.turns.insert(found.turns.begin(), {{step}, 0, 0, 0, Proof::None, {{step}}});
        }
        for (auto& turn : found.turns)
            if (wins(turn)) turn.proof = found.proof, turn.value = found.value;
    }
    // Theory knows the turn; no search is needed.
    SearchReport won(const typename G::State& state, const PerfectPlay& play) const {
        const Proof win = win_for(game_->rules.to_act(state).seat);
        SearchReport found;
        found.value = value_of(win);
        for (const Step step : play.winning_steps)
            found.turns.push_back({{step}, 0, found.value, 0, play.all_proved ? win : Proof::None, {{step}}});
        if (!play.proved) return found;
        found.proof = found.turns.front().proof = win;
        found.theory = Theory{play.winner, {play.trees[0], play.trees[1]}};
        return found;
    }
    // Every turn is known to lose. The search says which is the hardest to answer for somebody who may err, so the
    // values of turns stay its own.
    void lost(const typename G::State& state, SearchReport& found) const {
        found.proof = loss_for(game_->rules.to_act(state).seat);
        found.value = value_of(found.proof);
        for (auto& turn : found.turns) turn.proof = found.proof;
    }

    // One look takes a few milliseconds; on larger boards it would be too long.
    static constexpr std::size_t most_connections = 1000;
    static constexpr int most_cells = 300;

    using Evaluates = std::invoke_result_t<MakeEvaluator, const G&, Tuning&>;
    std::shared_ptr<const Named<G>> game_;
    Tuning tuning_;
    Evaluates evaluator_;
    Search<G, Evaluates> search_;
    PerfectPlayer<G> theory_;
    bool with_theory_;
    ConnectionKnowledge<G> connections_;
    std::shared_ptr<const Past> past_;
};

template <Game G>
class PlainSearcher final : public AnySearcher {
public:
    PlainSearcher(std::shared_ptr<const Named<G>> game, Tuning tuning, std::uint64_t seed)
        : game_(std::move(game)), tuning_(std::move(tuning)), seed_(seed) {
        parameters_.exploration = tuning_.number("exploration", parameters_.exploration, 0, 1000);
        parameters_.random_steps = tuning_.flag("random_steps", parameters_.random_steps);
        tuning_.check();
    }
    SearchReport search(const AnyState& state, const Limits& limits, const KeepOn& keep_on) override {
        PlainSearch<G> search(game_->rules, model_of(state, *game_).state(), seed_++, parameters_);
        const std::function<SearchReport()> report = [&] { return search.report(); };
        const auto began = std::chrono::steady_clock::now();
        auto asked = began;
        while (search.simulations() < limits.simulations && !search.settled()) {
            search.simulate();
            const auto now = std::chrono::steady_clock::now();
            if (std::chrono::duration<double>(now - began).count() >= limits.seconds) break;
            if (now - asked > std::chrono::milliseconds(10)) {
                asked = now;
                if (!keep_on(report)) break;
            }
        }
        return search.report();
    }
    void clear() override {}
    std::optional<LandEstimate> land(const AnyState&, int, std::uint64_t, const std::function<bool()>&) const override {
        return std::nullopt;
    }
    std::optional<FlowMap> flow(const AnyState&, bool) const override { return std::nullopt; }
    const std::map<std::string, double>& numbers() const override { return tuning_.known(); }

private:
    std::shared_ptr<const Named<G>> game_;
    Tuning tuning_;
    std::uint64_t seed_;
    typename PlainSearch<G>::Parameters parameters_;
};

}  // namespace isthmus
