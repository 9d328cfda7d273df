// The search of Isthmus, for any Game and any Evaluator: Monte Carlo graph search over steps.
//
// - Which step to try: PUCT (Rosin 2011, as in AlphaZero, Silver et al. 2017) with the evaluator's weights as priors.
// - What a new position is worth: the evaluator's value, averaged upwards (UCT, Kocsis and Szepesvári 2006).
// - Where the evaluator says where stones stood, all moves as first tell more of a step early (amaf.hpp).
// - Proved results are backed up (MCTS-Solver, Winands, Björnsson and Saito 2008), from the ends of games and from what
//   the evaluator proves.
// - Where games are decided by threats it leans towards what is soon proved (seat_proof_numbers.hpp).
// - Positions reached in several orders share one node (UCT2 of Childs, Brodeur and Kocsis 2008: a step is valued by
//   its child's mean and counted by its own visits). Both orders of the stones of one turn are tried only once.
// - Positions are evaluated in batches: a thread gathers the leaves of several simulations, evaluates them together
// with
//   no node locked, then finishes the simulations. Virtual losses keep simulations under way apart (Chaslot, Winands
//   and van den Herik 2008).
// - Several threads share the graph, each node under its own lock.
//
// Nothing here assumes that seats alternate: every node knows who acts, and values are kept for Seat::First.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "knowledge/contract.hpp"
#include "search/attention.hpp"
#include "search/back_up.hpp"
#include "search/limits.hpp"
#include "search/process.hpp"
#include "search/second_look.hpp"
#include "search/selection.hpp"
#include "search/short_proof.hpp"

namespace isthmus {

// A second step of a turn that could as well have been made before the pending one, with the same position after both.
template <class G>
concept HasUnordered = Game<G> && requires(const G& g, const typename G::State& s, Step step) {
                                      { g.unordered(s, step) } -> std::same_as<bool>;
                                  };

template <Game G, Evaluator<G> E>
class Search {
public:
    using State = typename G::State;
    using Clock = std::chrono::steady_clock;

    Search(const G& game, const E& evaluator, const SearchParameters& parameters, std::uint64_t seed)
        : game_(game), evaluator_(evaluator), parameters_(parameters), attention_(parameters, seed), seed_(seed) {}

    // Moves the root to a state; what is known of it and below it is kept, the rest freed when memory runs short.
    void set_root(const State& state);
    void clear() {
        graph_.clear();
        root_ = nullptr;
    }

    // What is asked at nodes with many visits, by any thread; see parameters. `nodes`: the effort.
    using Prove = std::function<Shown(const State& state, const StepList& steps, std::uint64_t nodes)>;
    void look_again_with(Prove prove) { prove_ = std::move(prove); }

    // Searches from the root; the limit of seconds counts from `began`, but one simulation is always made. `keep_on` is
    // asked every few milliseconds by the calling thread; false ends the search. What any thread throws is thrown here.
    // After Forked, which comes where it was asked in a process without the other threads, nothing here may be used
    // again.
    void run(const Limits& limits, Clock::time_point began, const std::function<bool()>& keep_on);

    // The step that the evaluator alone would make.
    Step advice(const State& state) const;

    // How things stand
    std::uint64_t simulations() const { return simulations_; }
    std::uint64_t depth() const { return depth_; }
    const Attention& attention() const { return attention_; }
    const G& game() const { return game_; }
    const Graph& graph() const { return graph_; }
    Node* root() const { return root_; }
    const State& root_state() const { return root_state_; }

private:
    static constexpr std::size_t longest_path = 2048;

    // A simulation under way: from the root to the position to be evaluated.
    struct Walk {
        std::vector<Passed> path;
        State state{};
        StepList steps;  // those of the last position
        Evaluation answer;
        float black = 0;  // the result of the last position, for Black
    };
    struct Worker {
        Worker(const Search& search, int number, bool others)
            : scratch(search.evaluator_.scratch()),
              random(search.seed_ * 0x9E3779B97F4A7C15ull + search.runs_ * 0x10001ull + static_cast<unsigned>(number)),
              shared(others || search.parameters_.batch > 1),
              walks(search.parameters_.batch) {}
        typename E::Scratch scratch;
        Random random;
        bool shared;  // other simulations may be under way in the graph
        std::vector<Walk> walks;
        std::vector<Leaf<G>> leaves;
        std::vector<std::pair<float, Step>> order;
    };
    enum class Reached { Leaf, Result, Busy };

    // Simulations, a batch at a time
    bool finished(const Limits& limits);
    // Makes at most as many simulations as a batch has; none if another thread evaluates the first position that needs
    // it.
    void simulate(Worker& worker, const Limits& limits);
    // From the root down, to a position that needs an evaluation and that this walk alone evaluates, or to one whose
    // result is known. Busy: another walk evaluates the position.
    Reached descend(Worker& worker, Walk& walk);
    // Evaluates the positions that were gathered, with no node locked, and finishes their simulations.
    void evaluate(Worker& worker);
    // Backs up the result of a walk.
    void finish(const Worker& worker, const Walk& walk);
    // Takes the virtual losses of an unfinished walk back.
    void give_up(const Walk& walk);

    // Nodes
    Node* node_of(const State& state);
    // No game ends before the colours have seats.
    Proof proof_of(const State& state, std::optional<Side> winner) const {
        return winner ? win_for(game_.opening(state).seat(*winner)) : Proof::Draw;
    }
    bool black_first(const State& state) const { return game_.opening(state).first_holds != index(Side::White); }
    bool room() const { return graph_.bytes() < parameters_.memory; }
    // A second look at the last node of a walk, with no node locked; the root is left to the engine.
    bool due(const Node& node) const { return prove_ && &node != root_ && second_looks_.due(node); }
    void look_again(Walk& walk, Node& node) const;
    // Takes what was evaluated into the walk's last node, and gives it candidates if there is room.
    void take(Worker& worker, Walk& walk, Node& node);
    void expand(Worker& worker, const Walk& walk, Node& node);
    // The steps worth a node's while with their weights, in the order in which they will be tried.
    void rank(Worker& worker, const Walk& walk);
    // Two stones of a turn are tried with the more promising one first: the second is not tried after the first where
    // it stands before it among the candidates of the node above.
    bool tried_in_the_other_order(const Walk& walk, Step step) const;

    const G& game_;
    const E& evaluator_;
    SearchParameters parameters_;
    Attention attention_;
    SecondLooks second_looks_{parameters_.second_look};
    Prove prove_;
    std::uint64_t seed_;
    std::uint64_t runs_ = 0;
    Graph graph_;
    Selection selection_{parameters_, graph_};
    BackUp back_up_{parameters_, graph_};
    State root_state_{};
    Node* root_ = nullptr;
    std::atomic<std::uint64_t> simulations_{0};
    std::atomic<std::uint64_t> depth_{0};
    std::atomic<bool> stop_{false};
};

// The bodies ----------------------------------------------------------------------------------------------------------
template <Game G, Evaluator<G> E>
void Search<G, E>::set_root(const State& state) {
    root_state_ = state;
    // In mid-turn the graph may hold only one order of the turn: steps that continue the other are missing.
    if (game_.mid_turn(state)) graph_.clear();
    root_ = node_of(state);
    if (graph_.bytes() > parameters_.memory / 2) graph_.keep_only(root_);
    depth_ = 0;
}

template <Game G, Evaluator<G> E>
void Search<G, E>::run(const Limits& limits, Clock::time_point began, const std::function<bool()>& keep_on) {
    simulations_ = 0;
    stop_ = false;
    const unsigned process = forks;
    std::exception_ptr failure;
    std::mutex failing;
    const auto fail = [&] {
        const std::lock_guard held(failing);
        if (!failure) failure = std::current_exception();
        stop_ = true;
    };
    std::vector<std::thread> others;
    const auto forked = [&] { return forks != process && !others.empty(); };
    try {
        for (int i = 1; i < limits.threads; ++i)
            others.emplace_back([&, i] {
                try {
                    Worker worker(*this, i, true);
                    while (!ending && !finished(limits)) simulate(worker, limits);
                } catch (...) {
                    fail();
                }
            });
        Worker worker(*this, 0, limits.threads > 1);
        auto asked = began;
        while (!finished(limits)) {
            simulate(worker, limits);
            const auto now = Clock::now();
            if (std::chrono::duration<double>(now - began).count() >= limits.seconds) break;
            if (now - asked > std::chrono::milliseconds(10)) {
                asked = now;
                if (!keep_on() || forked()) break;
            }
        }
    } catch (...) {
        fail();
    }
    stop_ = true;
    if (forked()) {
        static_cast<void>(new auto(std::move(others)));  // none of them is here to be waited for
        throw Forked();
    }
    for (auto& other : others) other.join();
    ++runs_;
    if (failure) {
        clear();  // a simulation may have ended half-way
        std::rethrow_exception(failure);
    }
}

template <Game G, Evaluator<G> E>
Step Search<G, E>::advice(const State& state) const {
    StepList steps;
    game_.steps(state, steps);
    if (steps.size() == 1) return steps.front();
    Evaluation answer;
    auto scratch = evaluator_.scratch();
    Random random(seed_);
    const Leaf<G> leaf{&state, &steps, &answer};
    evaluator_.evaluate(std::span(&leaf, 1), scratch, random);
    const auto best = std::max_element(answer.weights.begin(), answer.weights.end());
    return steps[static_cast<std::size_t>(best - answer.weights.begin())];
}

template <Game G, Evaluator<G> E>
bool Search<G, E>::finished(const Limits& limits) {
    if (stop_.load(std::memory_order_relaxed) || simulations_.load(std::memory_order_relaxed) >= limits.simulations)
        return true;
    const std::lock_guard held(root_->lock);
    return root_->proof != Proof::None;
}

template <Game G, Evaluator<G> E>
Node* Search<G, E>::node_of(const State& state) {
    return graph_.at(game_.key(state), [&](Node& node) {
        const bool over = game_.over(state);
        node.actor = over ? Seat::First : game_.to_act(state).seat;
        node.side = over ? Side::Black : game_.to_act(state).side;
        node.seatless = game_.opening(state).under_way();
        if (over) node.proof = proof_of(state, game_.outcome(state)->winner);
    });
}

template <Game G, Evaluator<G> E>
void Search<G, E>::simulate(Worker& worker, const Limits& limits) {
    const auto made = simulations_.load(std::memory_order_relaxed);
    const auto left = limits.simulations > made ? limits.simulations - made : 1;
    const auto batch = static_cast<std::size_t>(std::min<std::uint64_t>(worker.walks.size(), left));
    auto& walks = worker.walks;  // first those that wait for an evaluation, last those that met one
    auto met = walks.size();
    worker.leaves.clear();
    for (std::size_t i = 0; i < batch; ++i) {
        Walk& walk = walks[worker.leaves.size()];
        const auto reached = descend(worker, walk);
        if (reached == Reached::Leaf) worker.leaves.push_back({&walk.state, &walk.steps, &walk.answer});
        if (reached == Reached::Result) finish(worker, walk);
        if (reached == Reached::Busy) std::swap(walk, walks[--met]);  // its virtual losses turn the next one away
        if (worker.leaves.size() == met) break;
    }
    if (!worker.leaves.empty()) evaluate(worker);
    for (std::size_t i = met; i < walks.size(); ++i) give_up(walks[i]);
    if (worker.leaves.empty() && met < walks.size()) std::this_thread::yield();
}

template <Game G, Evaluator<G> E>
auto Search<G, E>::descend(Worker& worker, Walk& walk) -> Reached {
    walk.state = root_state_;
    walk.path.clear();
    walk.answer.stood.clear();
    walk.answer.winner.reset();
    Node* node = root_;
    while (true) {
        std::unique_lock held(node->lock);
        walk.path.push_back({node, 0});
        if (node->proof == Proof::None && due(*node)) {
            ++node->looks;
            held.unlock();
            look_again(walk, *node);
            held.lock();
        }
        if (node->proof != Proof::None || walk.path.size() > longest_path) {
            walk.black = node->black(black_first(walk.state));
            return Reached::Result;
        }
        if (!node->expanded) {
            if (node->evaluating) return Reached::Busy;
            game_.steps(walk.state, walk.steps);
            if (walk.steps.size() > 1 || !room()) {
                node->evaluating = true;
                return Reached::Leaf;
            }
            walk.answer.weights.assign(1, 1.0f);  // a single step is not worth an evaluation
            expand(worker, walk, *node);
        }
        const std::size_t chosen = selection_(*node);
        walk.path.back().edge = chosen;
        Edge& edge = node->edges[chosen];
        if (worker.shared) ++edge.in_flight;
        game_.apply(walk.state, node->candidates[chosen].step);
        if (!edge.child) edge.child = node_of(walk.state);
        node = edge.child;
    }
}

template <Game G, Evaluator<G> E>
void Search<G, E>::look_again(Walk& walk, Node& node) const {
    if (game_.mid_turn(walk.state)) return;
    game_.steps(walk.state, walk.steps);
    const auto shown = prove_(walk.state, walk.steps, SecondLooks::nodes(node.looks - 1));
    const std::lock_guard held(node.lock);
    bool kept = true;  // a step that may be played
    if (!shown.turn.empty()) {
        std::vector<float> weights;
        for (const Step step : walk.steps) weights.push_back(step == shown.turn.front() ? 1.0f : 0.0f);
        kept = drop(node, walk.steps, weights);
    } else if (!shown.weights.empty()) {
        kept = drop(node, walk.steps, shown.weights);
    }
    const bool lost = shown.winner && *shown.winner != node.side;
    if (node.proof == Proof::None && shown.winner && (kept || lost)) node.proof = proof_of(walk.state, shown.winner);
}

template <Game G, Evaluator<G> E>
void Search<G, E>::evaluate(Worker& worker) {
    evaluator_.evaluate(worker.leaves, worker.scratch, worker.random);
    for (std::size_t i = 0; i < worker.leaves.size(); ++i) {
        Walk& walk = worker.walks[i];
        Node& node = *walk.path.back().node;
        {
            const std::lock_guard held(node.lock);
            node.evaluating = false;
            take(worker, walk, node);
        }
        finish(worker, walk);
    }
}

template <Game G, Evaluator<G> E>
void Search<G, E>::finish(const Worker& worker, const Walk& walk) {
    back_up_(walk.path, {walk.black, black_first(walk.state)}, walk.answer.stood, worker.shared);
    simulations_.fetch_add(1, std::memory_order_relaxed);
    if (walk.path.size() > depth_.load(std::memory_order_relaxed)) depth_ = walk.path.size();
}

template <Game G, Evaluator<G> E>
void Search<G, E>::give_up(const Walk& walk) {
    for (std::size_t i = 0; i + 1 < walk.path.size(); ++i) {
        const auto& [node, edge] = walk.path[i];
        const std::lock_guard held(node->lock);
        --node->edges[edge].in_flight;
    }
}

template <Game G, Evaluator<G> E>
void Search<G, E>::take(Worker& worker, Walk& walk, Node& node) {
    Evaluation& answer = walk.answer;
    if (answer.winner && !attention_.notices(node.key)) answer.winner.reset();
    if (answer.winner && !node.seatless) node.proof = proof_of(walk.state, answer.winner);
    walk.black = node.proof != Proof::None ? node.black(black_first(walk.state)) : answer.black;
    if (!room()) return;
    attention_.apply(node.key, walk.steps, answer.weights);
    expand(worker, walk, node);
}

template <Game G, Evaluator<G> E>
void Search<G, E>::expand(Worker& worker, const Walk& walk, Node& node) {
    rank(worker, walk);
    node.count = static_cast<std::uint16_t>(worker.order.size());
    node.candidates = std::make_unique<Candidate[]>(node.count);
    float sum = 0;
    for (const auto& [weight, step] : worker.order) sum += weight;
    for (std::size_t i = 0; i < node.count; ++i) {
        const float share = worker.order[i].first / sum * Candidate::whole;
        node.candidates[i] = {worker.order[i].second, static_cast<std::uint16_t>(std::max(1.0f, share))};
    }
    node.expanded = true;
    graph_.grow(node.count * sizeof(Candidate) + 64);
}

template <Game G, Evaluator<G> E>
void Search<G, E>::rank(Worker& worker, const Walk& walk) {
    auto& order = worker.order;
    order.clear();
    for (std::size_t i = 0; i < walk.steps.size(); ++i) {
        const float weight = walk.answer.weights[i];
        if (weight <= 0) continue;
        if (!walk.answer.winner && tried_in_the_other_order(walk, walk.steps[i])) continue;
        order.emplace_back(parameters_.temperature == 1 ? weight : std::pow(weight, 1 / parameters_.temperature),
                           walk.steps[i]);
    }
    if (order.empty())  // every partner comes before the stone that is there
        for (const Step step : walk.steps) order.emplace_back(1.0f, step);
    for (std::size_t i = order.size(); i > 1; --i)  // equal weights come in any order
        std::swap(order[i - 1], order[static_cast<std::size_t>(worker.random.below(static_cast<int>(i)))]);
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
}

template <Game G, Evaluator<G> E>
bool Search<G, E>::tried_in_the_other_order(const Walk& walk, Step step) const {
    if constexpr (HasUnordered<G>) {
        if (walk.path.size() < 2 || !game_.mid_turn(walk.state) || !game_.unordered(walk.state, step)) return false;
        const auto& [above, edge] = walk.path[walk.path.size() - 2];
        for (std::size_t i = 0; i < edge; ++i)
            if (above->candidates[i].step == step) return true;
    }
    return false;
}

}  // namespace isthmus
