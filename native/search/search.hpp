// The search of Isthmus, for any Game and any Evaluator: Monte Carlo graph search over steps.
//
// - Steps are selected by PUCT (Rosin 2011, as in AlphaZero, Silver et al. 2017), with the evaluator's weights as
//   priors.
// - The evaluator's values are averaged upwards (UCT, Kocsis and Szepesvári 2006).
// - Where the evaluator reports where stones stood, all moves as first add early knowledge of steps (amaf.hpp).
// - Values are corrected by the errors found elsewhere after the same two steps (bias.hpp).
// - Proved results are backed up (MCTS-Solver, Winands, Björnsson and Saito 2008), from the ends of games and from the
//   evaluator's proofs.
// - Where threats decide games, it leans towards steps that are quick to prove (seat_proof_numbers.hpp).
// - Positions reached in several orders share one node (UCT2 of Childs, Brodeur and Kocsis 2008): a step has the mean
//   value of its child, but counts only its own visits. The stones of one turn are tried in one order only.
// - Positions are evaluated in batches. A thread gathers the leaves of several simulations, evaluates them together
//   with no node locked, then finishes the simulations. Virtual losses keep simulations under way apart (Chaslot,
//   Winands and van den Herik 2008).
// - Several threads share the graph, and each node has a lock.
//
// Seats need not alternate: every node knows who acts, and values are for Seat::First.
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
#include "knowledge/shown.hpp"
#include "search/attention.hpp"
#include "search/back_up.hpp"
#include "search/bias.hpp"
#include "search/expansion.hpp"
#include "search/limits.hpp"
#include "search/process.hpp"
#include "search/second_look.hpp"
#include "search/selection.hpp"

namespace isthmus {

template <Game G, Evaluator<G> E>
class Search {
public:
    using State = typename G::State;
    using Clock = std::chrono::steady_clock;

    Search(const G& game, const E& evaluator, const SearchParameters& parameters, std::uint64_t seed)
        : game_(game), evaluator_(evaluator), parameters_(parameters), attention_(parameters, seed), seed_(seed) {}

    // Moves the root to a state. Keeps what is known about positions after it; frees the rest when memory runs short.
    void set_root(const State& state);
    void clear() {
        graph_.clear();
        biases_.clear();
        root_ = nullptr;
    }

    // Asked at nodes with many visits; see SearchParameters::second_look. May be empty.
    void look_again_with(Prove<State> prove) { prove_ = std::move(prove); }

    // Searches from the root. Seconds count from `began`, but at least one simulation is made unless the root is
    // proved. The calling thread asks `keep_on` every few milliseconds; false ends the search. Exceptions of any thread
    // are thrown here. It throws Forked in a process that lacks the other threads; nothing here may be used after that.
    void run(const Limits& limits, Clock::time_point began, const std::function<bool()>& keep_on);

    // The step that the evaluator alone would make.
    Step advice(const State& state) const;

    // The state of the search
    std::uint64_t simulations() const { return simulations_; }
    std::uint64_t depth() const { return depth_; }
    float confidence() const { return parameters_.confidence; }
    const Attention& attention() const { return attention_; }
    const G& game() const { return game_; }
    const Graph& graph() const { return graph_; }
    Node* root() const { return root_; }
    const State& root_state() const { return root_state_; }

private:
    using Walk = isthmus::Walk<G>;
    static constexpr std::size_t longest_path = 2048;

    struct Worker {
        Worker(Search& search, int number, bool others)
            : scratch(search.evaluator_.scratch()),
              random(search.seed_ * 0x9E3779B97F4A7C15ull + search.runs_ * 0x10001ull + static_cast<unsigned>(number)),
              shared(others || search.parameters_.batch > 1),
              walks(search.parameters_.batch),
              expand(search.game_, search.parameters_, search.graph_) {}
        typename E::Scratch scratch;
        Random random;
        bool shared;                    // other simulations may be under way in the graph
        std::function<bool()> keep_on;  // false ends a second look
        std::vector<Walk> walks;
        std::vector<Leaf<G>> leaves;
        Expansion<G> expand;
    };
    enum class Reached { Leaf, Result, Busy };

    // Simulations, a batch at a time
    bool finished(const Limits& limits);
    // Makes one batch of simulations, or fewer; none if another thread is evaluating the first position that it
    // reaches.
    void simulate(Worker& worker, const Limits& limits);
    // Walks down from the root to a position that needs an evaluation, which only this walk will make, or to a known
    // result. Busy: another walk is evaluating the position.
    Reached descend(Worker& worker, Walk& walk);
    // Evaluates the gathered positions with no node locked, and finishes their simulations.
    void evaluate(Worker& worker);
    // Backs up the result of a walk.
    void finish(const Worker& worker, const Walk& walk);
    // Takes back the virtual losses of an unfinished walk.
    void give_up(const Walk& walk);

    // Nodes
    Node* node_of(const State& state);
    // Of a state in which the colours have seats.
    Proof proof_of(const State& state, Side winner) const { return win_for(game_.opening(state).seat(winner)); }
    Proof proof_of_end(const State& state) const {
        const auto winner = winning_seat(game_, state);
        return winner ? win_for(*winner) : Proof::Draw;
    }
    bool black_first(const State& state) const { return game_.opening(state).first_holds != index(Side::White); }
    bool room() const { return graph_.bytes() < parameters_.memory; }
    // A second look at a walk's last node, with no node locked, after `looks` earlier ones; `keep_on` may end it. The
    // engine looks at the root itself.
    bool due(const Node& node) const { return prove_ && &node != root_ && second_looks_.due(node); }
    void look_again(Walk& walk, Node& node, int looks, const std::function<bool()>& keep_on) const;
    // Enters the evaluation into the walk's last node, with candidates if there is room.
    void take(Worker& worker, Walk& walk, Node& node);
    // Corrects the value of the walk's last node by the errors that were found after the same two steps.
    void correct(Walk& walk, Node& node) const;

    const G& game_;
    const E& evaluator_;
    SearchParameters parameters_;
    Attention attention_;
    SecondLooks second_looks_{parameters_.second_look};
    Prove<State> prove_;
    std::uint64_t seed_;
    std::uint64_t runs_ = 0;
    Graph graph_;
    Selection selection_{parameters_, graph_};
    Biases biases_;
    BackUp back_up_{parameters_, graph_, biases_};
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
    if (game_.mid_turn(state)) clear();
    root_ = node_of(state);
    if (graph_.bytes() > parameters_.memory / 2) graph_.keep_only(root_);
    depth_ = 0;
}

template <Game G, Evaluator<G> E>
void Search<G, E>::run(const Limits& limits, Clock::time_point began, const std::function<bool()>& keep_on) {
    simulations_ = 0;
    stop_ = false;
    if (parameters_.bias > 0) biases_.prepare();
    const unsigned process = forks;
    const auto in_time = [&](Clock::time_point now) {
        return std::chrono::duration<double>(now - began).count() < limits.seconds;
    };
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
                    worker.keep_on = [&] { return !stop_ && in_time(Clock::now()); };
                    while (!ending && !finished(limits)) simulate(worker, limits);
                } catch (...) {
                    fail();
                }
            });
        Worker worker(*this, 0, limits.threads > 1);
        worker.keep_on = [&, asked = began]() mutable {
            const auto now = Clock::now();
            if (!in_time(now)) return false;
            if (now - asked <= std::chrono::milliseconds(10)) return true;
            asked = now;
            return keep_on();
        };
        while (!finished(limits)) {
            simulate(worker, limits);
            if (!worker.keep_on() || forked()) break;
        }
    } catch (...) {
        fail();
    }
    stop_ = true;
    if (forked()) {
        static_cast<void>(new auto(std::move(others)));  // leaked: without their threads they cannot be joined
        throw Forked();
    }
    for (auto& other : others) other.join();
    ++runs_;
    if (failure) {
        clear();  // a simulation may have stopped halfway
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
        if (over) node.proof = proof_of_end(state);
    });
}

template <Game G, Evaluator<G> E>
void Search<G, E>::simulate(Worker& worker, const Limits& limits) {
    const auto made = simulations_.load(std::memory_order_relaxed);
    const auto left = limits.simulations > made ? limits.simulations - made : 1;
    const auto batch = static_cast<std::size_t>(std::min<std::uint64_t>(worker.walks.size(), left));
    auto& walks = worker.walks;  // first the walks that need an evaluation, last those that met a busy node
    auto met = walks.size();
    worker.leaves.clear();
    for (std::size_t i = 0; i < batch; ++i) {
        Walk& walk = walks[worker.leaves.size()];
        const auto reached = descend(worker, walk);
        if (reached == Reached::Leaf) worker.leaves.push_back({&walk.state, &walk.steps, &walk.answer});
        if (reached == Reached::Result) finish(worker, walk);
        if (reached == Reached::Busy) std::swap(walk, walks[--met]);  // its virtual losses lead the next walk elsewhere
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
            const int looks = node->looks++;
            held.unlock();
            look_again(walk, *node, looks, worker.keep_on);
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
            walk.answer.weights.assign(1, 1.0f);  // a single step needs no evaluation
            worker.expand(walk, *node, worker.random);
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
void Search<G, E>::look_again(Walk& walk, Node& node, int looks, const std::function<bool()>& keep_on) const {
    if (game_.mid_turn(walk.state)) return;
    game_.steps(walk.state, walk.steps);
    auto shown = prove_(walk.state, walk.steps, {.nodes = SecondLooks::nodes(looks), .keep_on = keep_on});
    if (!shown.turn.empty())
        for (const Step step : walk.steps) shown.weights.push_back(step == shown.turn.front() ? 1.0f : 0.0f);
    const std::lock_guard held(node.lock);
    const bool kept = shown.weights.empty() || drop(node, walk.steps, shown.weights);  // a step that may be played
    const bool lost = shown.winner && *shown.winner != node.side;
    if (node.proof == Proof::None && shown.winner && (kept || lost)) node.proof = proof_of(walk.state, *shown.winner);
    BackUp::prove(node);  // the steps that are left may all be proved
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
    if (answer.winner && !node.seatless) node.proof = proof_of(walk.state, *answer.winner);
    walk.black = node.proof != Proof::None ? node.black(black_first(walk.state)) : answer.black;
    if (!room()) return;
    if (parameters_.bias > 0 && node.proof == Proof::None) correct(walk, node);
    attention_.apply(node.key, walk.steps, answer.weights);
    worker.expand(walk, node, worker.random);
}

template <Game G, Evaluator<G> E>
void Search<G, E>::correct(Walk& walk, Node& node) const {
    const auto& path = walk.path;
    if (path.size() < 2) return;
    const auto step = [&](std::size_t back) {
        const auto& [above, edge] = path[path.size() - back];
        return above->candidates[edge].step;
    };
    const auto bucket = Biases::bucket(node.side, path.size() > 2 ? step(3) : Biases::no_step, step(2));
    const float judged = walk.black;
    walk.black = std::clamp(judged + parameters_.bias * biases_.mean(bucket), -1.0f, 1.0f);
    node.own = {.judged = judged, .counted = walk.black, .bucket = bucket, .known = true};
}

}  // namespace isthmus
