// Monte Carlo tree search for any Game: UCT (Kocsis and Szepesvári 2006) over steps, one random playout for each
// simulation. Proved results are backed up (MCTS-Solver, Winands, Björnsson and Saito 2008).
//
// Seats need not alternate: every node knows who acts, and values are for Seat::First. The tree is used by one thread,
// lasts for one search, and contains no knowledge of any game.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "rules/playouts.hpp"
#include "search/plain_tree.hpp"
#include "search/report.hpp"

namespace isthmus {

template <Game G>
class PlainSearch {
public:
    struct Parameters {
        float exploration = 0.6f;            // the constant of UCB1, for values in [-1, 1]
        bool random_steps = false;           // uniform random steps instead of the game's own playout
        std::size_t most_nodes = 6'000'000;  // about 20 bytes each; beyond this limit leaves are not expanded
    };

    PlainSearch(const G& game, const typename G::State& state, std::uint64_t seed, Parameters parameters)
        : game_(game), root_(state), random_(seed), parameters_(parameters), tree_(parameters.most_nodes) {
        add(0, state);
        expand(PlainTree::root, root_);
    }

    bool settled() const { return tree_.proof[PlainTree::root] != Proof::None; }  // the root is proved
    std::uint64_t simulations() const { return simulations_; }

    void simulate();

    SearchReport report() const;

private:
    using Node = PlainTree::Node;
    using State = typename G::State;

    std::optional<Side> simulated(const State& state) {
        if (!parameters_.random_steps) return playout(game_, state, random_, steps_);
        std::uint64_t made = 0;
        return random_game(game_, state, random_, steps_, longest_random_game, made);
    }
    static int value(Proof proof) { return proof == Proof::FirstWins ? 1 : proof == Proof::SecondWins ? -1 : 0; }
    Proof proof_of(const State& state) const {
        const auto winner = winning_seat(game_, state);
        return winner ? win_for(*winner) : Proof::Draw;
    }
    // The value for Seat::First. Before the colours have seats, any imbalance is the second seat's gain.
    float mean(Node node) const;

    Node add(Step step, const State& state);
    bool expand(Node node, const State& state);

    // UCB1 for the seat that acts. Unvisited children come first, in an order that differs from node to node.
    Node select(Node node);

    // Counts a result for Black on the path. `black_first`: the first seat holds Black at its end.
    void back_up(int black, bool black_first);

    // A node is proved when its actor has a winning step, or when all steps are proved; then the best is its result.
    void prove(Node node);

    // The child to play: a proved win, else the most visited that is not a proved loss, else the most visited.
    Node choice(Node node) const;

    // The expected turns; the first is the one to play.
    std::vector<std::vector<Step>> variation() const;
    std::vector<Step> unordered(std::vector<Step> steps) const {
        std::erase(steps, game_.ids().stop());
        std::sort(steps.begin(), steps.end());
        return steps;
    }
    void put_first(std::vector<TurnReport>& turns, std::vector<std::vector<Step>> variation) const;

    void collect(Node node, const State& state, std::vector<Step> made,
                 std::map<std::vector<Step>, TurnReport>& turns) const;

    const G& game_;
    State root_;
    Random random_;
    Parameters parameters_;
    PlainTree tree_;
    std::vector<Node> path_;
    StepList steps_;
    std::uint64_t simulations_ = 0;
};

// The bodies ----------------------------------------------------------------------------------------------------------
template <Game G>
void PlainSearch<G>::simulate() {
    auto state = root_;
    path_.clear();
    path_.push_back(PlainTree::root);
    Node node = PlainTree::root;
    while (tree_.expanded(node) && tree_.proof[node] == Proof::None) {
        node = select(node);
        game_.apply(state, tree_.step[node]);
        path_.push_back(node);
    }
    if (tree_.proof[node] == Proof::None) {
        if (game_.over(state)) {
            tree_.proof[node] = proof_of(state);
        } else if (tree_.visits[node] > 0 && expand(node, state) && tree_.proof[node] == Proof::None) {
            node = select(node);
            game_.apply(state, tree_.step[node]);
            path_.push_back(node);
        }
    }
    const bool black_first = game_.opening(state).first_holds != index(Side::White);
    if (tree_.proof[node] == Proof::None) {
        const auto winner = simulated(state);
        back_up(!winner ? 0 : *winner == Side::Black ? 1 : -1, black_first);
    } else {
        const int first = value(tree_.proof[node]);
        back_up(black_first ? first : -first, black_first);
    }
    ++simulations_;
}

template <Game G>
auto PlainSearch<G>::report() const -> SearchReport {
    SearchReport out;
    out.simulations = simulations_;
    out.nodes = tree_.size();
    out.proof = tree_.proof[PlainTree::root];
    out.value = mean(PlainTree::root);
    std::map<std::vector<Step>, TurnReport> turns;
    collect(PlainTree::root, root_, {}, turns);
    for (auto& [steps, turn] : turns) {
        if (turn.visits) turn.value /= static_cast<double>(turn.visits);
        if (turn.proof != Proof::None) turn.value = value(turn.proof);
        out.turns.push_back(std::move(turn));
    }
    sort_by_visits(out.turns);
    put_first(out.turns, variation());
    return out;
}

template <Game G>
float PlainSearch<G>::mean(Node node) const {
    if (tree_.proof[node] != Proof::None) return static_cast<float>(value(tree_.proof[node]));
    if (!tree_.visits[node]) return 0;
    const float sum = static_cast<float>(tree_.total[node]) / static_cast<float>(tree_.visits[node]);
    return tree_.seatless[node] ? -std::abs(sum) : sum;
}

template <Game G>
auto PlainSearch<G>::add(Step step, const State& state) -> Node {
    const bool over = game_.over(state);
    const Node node = tree_.add(step, over ? Seat::First : game_.to_act(state).seat, game_.opening(state).under_way());
    if (over) tree_.proof[node] = proof_of(state);
    return node;
}

template <Game G>
bool PlainSearch<G>::expand(Node node, const State& state) {
    game_.steps(state, steps_);
    if (steps_.empty() || !tree_.room_for(steps_.size())) return false;
    tree_.first_child[node] = static_cast<Node>(tree_.size());
    tree_.children[node] = static_cast<std::uint16_t>(steps_.size());
    for (const Step step : steps_) {
        auto after = state;
        game_.apply(after, step);
        add(step, after);
    }
    prove(node);
    return true;
}

template <Game G>
auto PlainSearch<G>::select(Node node) -> Node {
    const Node first = tree_.first_child[node];
    const int count = tree_.children[node];
    const Seat actor = tree_.seat[node];
    const float sign = actor == Seat::First ? 1.0f : -1.0f;
    const float exploration = parameters_.exploration * std::sqrt(std::log(static_cast<float>(tree_.visits[node] + 1)));
    const int offset = random_.below(count);
    Node best = first;
    float best_score = -1e9f;
    for (int i = 0; i < count; ++i) {
        const Node child = first + static_cast<Node>(i + offset < count ? i + offset : i + offset - count);
        const Proof proof = tree_.proof[child];
        if (proof != Proof::None) {
            const float score = proof == win_for(actor) ? 1e8f : proof == Proof::Draw ? 0.0f : -1e8f;
            if (score > best_score) best_score = score, best = child;
            continue;
        }
        const auto visits = tree_.visits[child];
        if (visits == 0) return child;
        const float score = sign * mean(child) + exploration / std::sqrt(static_cast<float>(visits));
        if (score > best_score) best_score = score, best = child;
    }
    return best;
}

template <Game G>
void PlainSearch<G>::back_up(int black, bool black_first) {
    const int first = black_first ? black : -black;
    for (auto at = path_.rbegin(); at != path_.rend(); ++at) {
        ++tree_.visits[*at];
        tree_.total[*at] += tree_.seatless[*at] ? black : first;
        if (tree_.proof[*at] == Proof::None && tree_.expanded(*at)) prove(*at);
    }
}

template <Game G>
void PlainSearch<G>::prove(Node node) {
    const Seat actor = tree_.seat[node];
    bool all = true, draw = false;
    for (int i = 0; i < tree_.children[node]; ++i) {
        const Proof proof = tree_.proof[tree_.first_child[node] + i];
        if (proof == win_for(actor)) {
            tree_.proof[node] = proof;
            return;
        }
        all &= proof != Proof::None;
        draw |= proof == Proof::Draw;
    }
    if (all) tree_.proof[node] = draw ? Proof::Draw : loss_for(actor);
}

template <Game G>
auto PlainSearch<G>::choice(Node node) const -> Node {
    const auto rank = [&](Node child) {
        const Proof proof = tree_.proof[child];
        const Seat actor = tree_.seat[node];
        const int standing = proof == win_for(actor) ? 2 : proof == Proof::None || proof == Proof::Draw ? 1 : 0;
        return std::pair{standing, tree_.visits[child]};
    };
    Node best = tree_.first_child[node];
    for (int i = 1; i < tree_.children[node]; ++i) {
        const Node child = tree_.first_child[node] + i;
        if (rank(child) > rank(best)) best = child;
    }
    return best;
}

template <Game G>
auto PlainSearch<G>::variation() const -> std::vector<std::vector<Step>> {
    std::vector<std::vector<Step>> out;
    auto state = root_;
    Node node = PlainTree::root;
    std::vector<Step> turn;
    while (tree_.expanded(node) && (node == PlainTree::root || tree_.visits[node] > 0)) {
        node = choice(node);
        game_.apply(state, tree_.step[node]);
        turn.push_back(tree_.step[node]);
        if (game_.over(state) || !game_.mid_turn(state)) {
            out.push_back(std::exchange(turn, {}));
            if (out.size() >= 12) break;
        }
    }
    if (out.empty()) {  // the search was too short for a whole turn: finish the turn with any steps
        StepList steps;
        while (!game_.over(state) && (turn.empty() || game_.mid_turn(state))) {
            game_.steps(state, steps);
            turn.push_back(steps.front());
            game_.apply(state, steps.front());
        }
        out.push_back(turn);
    }
    return out;
}

template <Game G>
void PlainSearch<G>::put_first(std::vector<TurnReport>& turns, std::vector<std::vector<Step>> variation) const {
    const auto best = unordered(variation.front());
    auto found =
        std::find_if(turns.begin(), turns.end(), [&](const TurnReport& turn) { return unordered(turn.steps) == best; });
    if (found == turns.end()) found = turns.insert(turns.begin(), TurnReport{});
    found->steps = variation.front();
    found->variation = std::move(variation);
    std::rotate(turns.begin(), found, found + 1);
}

template <Game G>
void PlainSearch<G>::collect(Node node, const State& state, std::vector<Step> made,
                             std::map<std::vector<Step>, TurnReport>& turns) const {
    if (!tree_.expanded(node)) return;
    for (int i = 0; i < tree_.children[node]; ++i) {
        const Node child = tree_.first_child[node] + i;
        auto after = state;
        game_.apply(after, tree_.step[child]);
        auto steps = made;
        steps.push_back(tree_.step[child]);
        if (!game_.over(after) && game_.mid_turn(after)) {
            collect(child, after, std::move(steps), turns);
            continue;
        }
        auto& turn = turns[unordered(steps)];
        turn.visits += tree_.visits[child];
        turn.value += static_cast<double>(mean(child)) * tree_.visits[child];
        if (turn.steps.empty()) turn.steps = steps;
        if (tree_.proof[child] != Proof::None) turn.proof = tree_.proof[child];
    }
}

}  // namespace isthmus
