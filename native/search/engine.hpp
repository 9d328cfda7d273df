// Engine: plays and analyses one game with everything that is known about it, and keeps its findings from search to
// search.
//
// Its order: theory, then connections, then a few nodes of the solver, then search.
// - If theory knows a winning turn, it plays that without a search.
// - If theory, connections or the solver tells who wins, the search still ranks the turns. It finds the natural wins,
//   or the losing turns that are hardest to answer. The report adds the known results.
// - With a net: if an earlier search claimed a win and the opponent has answered, the solver searches for longer.
// - Otherwise the search alone decides.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "knowledge/contract.hpp"
#include "knowledge/net/evaluator.hpp"
#include "knowledge/shown.hpp"
#include "rules/history.hpp"
#include "search/report.hpp"
#include "search/search.hpp"
#include "search/survey.hpp"

namespace isthmus {

template <Depicts G, Knows<G> B>
class Engine {
public:
    using State = typename G::State;
    // The searching thread calls it every few milliseconds. It may ask for a report. False ends the search.
    using KeepOn = std::function<bool(const std::function<SearchReport()>& report)>;

    // `prove`: asks a solver, or is empty. `net`: judges positions instead of the hand-made evaluator, or null. Throws
    // std::invalid_argument for an unknown parameter, or for one that is out of range.
    Engine(const G& game, Tuning tuning, std::uint64_t seed, Prove<State> prove,
           std::shared_ptr<const NetForGame<G>> net);

    // From a state where the game is not over. `past`: what its history refers to, if it has one.
    SearchReport search(const State& state, std::shared_ptr<const Past> past, const Limits& limits,
                        const KeepOn& keep_on);
    // Forgets everything found so far.
    void clear() {
        search_.clear();
        lost_position_.reset();
        past_of_lost_position_.reset();
    }

    // Maps to draw for people; nothing if the evaluator has none.
    std::optional<LandEstimate> land(const State& state, int playouts, std::uint64_t seed,
                                     const std::function<bool()>& keep_on) const;
    std::optional<FlowMap> flow(const State& state, bool with_stone) const;
    // Its parameters by name, with their default values.
    const std::map<std::string, double>& numbers() const { return tuning_.known(); }

private:
    using Hand = EvaluatorOf<B, G>;
    using E = EvaluatorWithNet<G, Hand>;

    using Turn = std::vector<Step>;
    // A root whose winner is known without a search.
    struct Settled {
        std::vector<Turn> winning_turns;  // if the winner acts, the more promising first; else empty
    };
    std::optional<Settled> look(const State& state);
    // The same by a few nodes of the solver, in proportion to the length of the search.
    std::optional<Settled> prove(const State& state, const Limits& limits, std::function<bool()> keep_on) const;
    // What follows for the root from the claims of earlier searches.
    std::optional<Settled> claimed(const State& state, const Limits& limits, const std::function<bool()>& keep_on);
    // Whether an earlier second look proved that the root is won, but no winning turn is known.
    bool won_somehow() const;
    // Whether one turn leads from the lost position to this one.
    bool follows_loss(const State& state) const;
    // Lets the solver search for up to half of the time.
    std::optional<Settled> show_win(const State& state, const Limits& limits, std::function<bool()> keep_on) const;
    std::optional<Settled> ask_solver(const State& state, const ProofEffort& effort) const;
    static constexpr double simulations_a_second = 20'000;
    // Whether time limits a search. If not, it must be repeatable, so its proofs get no time limit.
    static bool timed(const Limits& limits) {
        return limits.seconds * simulations_a_second < static_cast<double>(limits.simulations);
    }
    // Remembers the position in which a side has lost, if the search claims one.
    void remember(const State& state, const SearchReport& found);
    Settled settled(const State& state, const StepList& steps, const Shown& shown) const;
    Looks looks(const State& state) const;

    SearchReport won(const State& state, const PerfectPlay& play) const;
    void lost(const State& state, SearchReport& found) const;
    void mark(const State& state, const Settled& settled, SearchReport& found) const;

    // A net predicts the value of untried steps well, so an untried step gets no penalty (docs/strength.md). The
    // other settings are off without a net, because the games in the lab's ledgers were played without them.
    static Tuning with_net(Tuning tuning) {
        tuning.prefer("first_play", 0);
        tuning.prefer("claims", 1);
        tuning.prefer("confidence", 4);
        tuning.prefer("spread", 0.85);
        tuning.prefer("bias", 0.5);
        return tuning;
    }

    const G& game_;
    Tuning tuning_;
    E evaluator_;
    Search<G, E> search_;
    typename B::Theory theory_;
    typename B::RootProver prover_;
    Prove<State> prove_;
    bool with_theory_;
    float proof_nodes_;
    bool claims_;
    std::shared_ptr<const Past> past_;
    std::optional<State> lost_position_;  // the side to act has lost, by the claim of an earlier search
    std::shared_ptr<const Past> past_of_lost_position_;
};

// Searching -----------------------------------------------------------------------------------------------------------
template <Depicts G, Knows<G> B>
Engine<G, B>::Engine(const G& game, Tuning tuning, std::uint64_t seed, Prove<State> prove,
                     std::shared_ptr<const NetForGame<G>> net)
    : game_(game),
      tuning_(net ? with_net(std::move(tuning)) : std::move(tuning)),
      evaluator_(game_, B::evaluator(game_, tuning_), std::move(net), NetShare(tuning_)),
      search_(game_, evaluator_, SearchParameters(tuning_), seed),
      theory_(game_),
      prover_(game_),
      prove_(std::move(prove)),
      with_theory_(tuning_.flag("theory", search_.attention().complete())),
      proof_nodes_(tuning_.number("proof_nodes", 2, 0, 1000)),
      claims_(tuning_.flag("claims", false)) {
    tuning_.check();
    if (with_theory_) search_.look_again_with(prove_);
}

template <Depicts G, Knows<G> B>
SearchReport Engine<G, B>::search(const State& state, std::shared_ptr<const Past> past, const Limits& limits,
                                  const KeepOn& keep_on) {
    const auto began = std::chrono::steady_clock::now();
    const auto theory = with_theory_ ? theory_(state, looks(state)) : std::nullopt;
    if (theory && !theory->winning_steps.empty()) return won(state, *theory);
    auto shown = with_theory_ && !theory ? look(state) : std::nullopt;
    search_.set_root(state);
    past_ = std::move(past);  // not before: the old root may refer to the old past
    const std::function<SearchReport()> report = [&] {
        auto found = Survey(search_).report();
        if (theory && theory->proved) {
            lost(state, found);
            found.theory = TheoryReport{theory->winner, theory->trees};
        }
        if (shown && shown->winning_turns.empty()) lost(state, found);
        if (shown && !shown->winning_turns.empty()) mark(state, *shown, found);
        return found;
    };
    bool goes_on = true;  // a stop during the proof also stops the search
    const auto ask = [&] { return goes_on = goes_on && keep_on(report); };
    if (with_theory_ && !theory && !shown) shown = claimed(state, limits, ask);
    if (with_theory_ && !theory && !shown) shown = prove(state, limits, ask);
    search_.run(limits, began, ask);
    auto found = report();
    remember(state, found);
    return found;
}

// What is known without a search --------------------------------------------------------------------------------------
template <Depicts G, Knows<G> B>
auto Engine<G, B>::look(const State& state) -> std::optional<Settled> {
    StepList steps;
    game_.steps(state, steps);
    Evaluation answer;
    prover_.look(state, steps, answer);
    if (!answer.winner) return std::nullopt;
    if (answer.weights.empty()) answer.weights.assign(steps.size(), 1.0f);
    return settled(state, steps, {answer.winner, {}, std::move(answer.weights)});
}

template <Depicts G, Knows<G> B>
auto Engine<G, B>::settled(const State& state, const StepList& steps, const Shown& shown) const -> Settled {
    if (*shown.winner != game_.to_act(state).side) return {};
    if (!shown.turn.empty()) return {{{shown.turn.begin(), shown.turn.end()}}};
    std::vector<Step> winning;
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (shown.weights[i] > 0) winning.push_back(steps[i]);
    sort_by_looks(game_, state, looks(state), winning);
    Settled settled;
    for (const Step step : winning) settled.winning_turns.push_back({step});
    return settled;
}

template <Depicts G, Knows<G> B>
auto Engine<G, B>::prove(const State& state, const Limits& limits, std::function<bool()> keep_on) const
    -> std::optional<Settled> {
    if (!prove_ || game_.opening(state).under_way() || game_.mid_turn(state)) return std::nullopt;
    static constexpr double most_nodes = 1'000, share_of_time = 0.1, most_seconds = 0.1;
    const double simulations = std::min(static_cast<double>(limits.simulations), limits.seconds * simulations_a_second);
    const double seconds = std::min(limits.seconds * share_of_time, timed(limits) ? most_seconds : 1e9);
    const double nodes = std::min(most_nodes, simulations / 1000 * proof_nodes_);
    if (nodes < 1) return std::nullopt;
    return ask_solver(state, {static_cast<std::uint64_t>(nodes), seconds, std::move(keep_on)});
}

template <Depicts G, Knows<G> B>
auto Engine<G, B>::ask_solver(const State& state, const ProofEffort& effort) const -> std::optional<Settled> {
    StepList steps;
    game_.steps(state, steps);
    const auto shown = prove_(state, steps, effort);
    if (!shown.winner) return std::nullopt;
    return settled(state, steps, shown);
}

template <Depicts G, Knows<G> B>
bool Engine<G, B>::won_somehow() const {
    const Node& root = *search_.root();
    if (!root.looks || root.proof != win_for(root.actor)) return false;
    return std::none_of(root.edges.begin(), root.edges.end(),
                        [&](const Edge& edge) { return edge.proof == root.proof; });
}

template <Depicts G, Knows<G> B>
auto Engine<G, B>::claimed(const State& state, const Limits& limits, const std::function<bool()>& keep_on)
    -> std::optional<Settled> {
    if (lost_position_ && game_.key(state) == game_.key(*lost_position_)) return Settled{};
    if (won_somehow()) {
        if (auto shown = show_win(state, limits, keep_on)) return shown;
        if (game_.mid_turn(state)) return std::nullopt;
        search_.clear();  // claim only what can be shown again
        search_.set_root(state);
        return std::nullopt;
    }
    if (!prove_ || search_.root()->proof != Proof::None || !follows_loss(state)) return std::nullopt;
    return show_win(state, limits, keep_on);
}

template <Depicts G, Knows<G> B>
auto Engine<G, B>::show_win(const State& state, const Limits& limits, std::function<bool()> keep_on) const
    -> std::optional<Settled> {
    return ask_solver(state, {10'000, limits.seconds / 2, std::move(keep_on)});
}

template <Depicts G, Knows<G> B>
bool Engine<G, B>::follows_loss(const State& state) const {
    if (!lost_position_ || game_.opening(state).under_way() || game_.mid_turn(state)) return false;
    const auto key = game_.key(state);
    const auto leads = [&](const auto& self, const State& from) -> bool {
        StepList steps;
        game_.steps(from, steps);
        return std::any_of(steps.begin(), steps.end(), [&](Step step) {
            State after = from;
            game_.apply(after, step);
            return game_.key(after) == key || (!game_.over(after) && game_.mid_turn(after) && self(self, after));
        });
    };
    return leads(leads, *lost_position_);
}

template <Depicts G, Knows<G> B>
void Engine<G, B>::remember(const State& state, const SearchReport& found) {
    if (!claims_) return;
    const Seat seat = game_.to_act(state).seat;
    lost_position_.reset();
    past_of_lost_position_ = past_;
    if (found.proof == loss_for(seat)) lost_position_ = state;
    if (found.proof != win_for(seat) || found.turns.front().proof != found.proof) return;
    State after = state;
    for (const Step step : found.turns.front().steps) game_.apply(after, step);
    // After the choice of a colour the same seat may act again.
    if (!game_.over(after) && game_.to_act(after).seat != seat) lost_position_ = after;
}

// How good steps look to the evaluator. Of several winning steps, a natural one comes first.
template <Depicts G, Knows<G> B>
Looks Engine<G, B>::looks(const State& state) const {
    return [this, &state](const StepList& steps) {
        Evaluation answer;
        auto scratch = evaluator_.scratch();
        Random random(0);
        const Leaf<G> leaf{&state, &steps, &answer};
        evaluator_.evaluate(std::span(&leaf, 1), scratch, random);
        return answer.weights;
    };
}

// Theory knows the turn, so no search is needed.
template <Depicts G, Knows<G> B>
SearchReport Engine<G, B>::won(const State& state, const PerfectPlay& play) const {
    const Proof win = win_for(game_.to_act(state).seat);
    SearchReport found;
    found.value = value_of(win);
    for (const Step step : play.winning_steps)
        found.turns.push_back({{step}, 0, found.value, 0, play.all_proved ? win : Proof::None, {{step}}});
    if (!play.proved) return found;
    found.proof = found.turns.front().proof = win;
    found.theory = TheoryReport{play.winner, play.trees};
    return found;
}

// Every turn loses. The search shows which is hardest to answer for an opponent who may err, so turns keep the values
// that it found.
template <Depicts G, Knows<G> B>
void Engine<G, B>::lost(const State& state, SearchReport& found) const {
    found.proof = loss_for(game_.to_act(state).seat);
    found.value = value_of(found.proof);
    for (auto& turn : found.turns) turn.proof = found.proof;
}

// Some turns are known to win. The search shows which of them are natural, and values the others.
template <Depicts G, Knows<G> B>
void Engine<G, B>::mark(const State& state, const Settled& settled, SearchReport& found) const {
    found.proof = win_for(game_.to_act(state).seat);
    found.value = value_of(found.proof);
    const auto wins = [&](const TurnReport& turn) {
        return turn.proof == found.proof ||
               std::any_of(settled.winning_turns.begin(), settled.winning_turns.end(), [&](const Turn& winning) {
                   return winning.size() == turn.steps.size() &&
                          std::is_permutation(winning.begin(), winning.end(), turn.steps.begin());
               });
    };
    std::stable_partition(found.turns.begin(), found.turns.end(), wins);
    if (found.turns.empty() || !wins(found.turns.front())) {
        const auto& turn = settled.winning_turns.front();
        found.turns.insert(found.turns.begin(), {turn, 0, 0, 0, Proof::None, {turn}});
    }
    for (auto& turn : found.turns)
        if (wins(turn)) turn.proof = found.proof, turn.value = found.value;
}

// Maps ----------------------------------------------------------------------------------------------------------------
template <Depicts G, Knows<G> B>
std::optional<LandEstimate> Engine<G, B>::land([[maybe_unused]] const State& state, [[maybe_unused]] int playouts,
                                               [[maybe_unused]] std::uint64_t seed,
                                               [[maybe_unused]] const std::function<bool()>& keep_on) const {
    if constexpr (MapsLand<Hand, G>) {
        Random random(seed);
        return evaluator_.hand().estimate(state, random, playouts, keep_on);
    }
    return std::nullopt;
}

template <Depicts G, Knows<G> B>
std::optional<FlowMap> Engine<G, B>::flow([[maybe_unused]] const State& state, [[maybe_unused]] bool with_stone) const {
    if constexpr (MapsFlow<Hand, G>) return evaluator_.hand().flow_map(state, with_stone);
    return std::nullopt;
}

}  // namespace isthmus
