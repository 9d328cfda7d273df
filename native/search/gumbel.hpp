// GumbelTree: a search of few simulations that improves a policy however few they are.
//
// Gumbel search (Danihelka, Guez, Schrittwieser and Silver, "Policy improvement by planning with Gumbel", 2022): at the
// root it draws some steps without replacement and halves them round by round; below, visits follow the improved
// policy. The tree does not judge positions: it hands out one leaf after another and takes the judgements, so that
// leaves of many trees make a batch. A single legal step is made without a judgement.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "knowledge/judgement.hpp"
#include "rules/game.hpp"

namespace isthmus {

struct GumbelOptions {
    int simulations = 16;     // the root's own judgement not counted
    int considered = 16;      // steps at the root at most
    float value_scale = 0.5;  // of values in logits, c_scale of the paper; values count as in [0, 1]
    float visit_offset = 50;  // c_visit of the paper
    bool explore = true;      // with Gumbel noise at the root; without it the search is deterministic
};

template <Game G>
class GumbelTree {
public:
    using State = typename G::State;

    explicit GumbelTree(const G& game) : game_(game) {}

    // From a state with several legal steps.
    void begin(const State& root, const GumbelOptions& options, Random& random);
    // Goes on to a position that needs a judgement; false once the search has ended.
    bool next();
    const State& position() const { return nodes_.back().state; }
    const StepList& steps() const { return steps_; }
    void take(const Judgement& judgement);

    // What was found
    Step best() const { return edges_[static_cast<std::size_t>(best_edge())].step; }
    float black() const { return nodes_.front().mean(); }
    // The improved policy: a share for each legal step of the root, in their order.
    std::vector<std::pair<Step, float>> policy() const;

private:
    struct Edge {
        Step step;
        float logit;
        int child = -1;
        int visits = 0;
        double total = 0;  // for Black
    };
    struct Node {
        State state;
        Side side = Side::Black;
        bool over = false;
        int first_edge = 0, edges = 0;
        int visits = 0;
        double total = 0;  // for Black
        float judged = 0;  // for Black

        float mean() const { return visits ? static_cast<float>(total / visits) : judged; }
    };

    void add(State state);
    int choose_at_root();
    int choose_below(const Node& node);
    void next_round();
    int best_edge() const;
    // For each edge of a node its logit and what its value adds; those without visits count as the node's value, mixed
    // from the judgement and the visited ones.
    void improved_logits(const Node& node, std::vector<float>& out) const;
    static void softmax(std::vector<float>& logits);
    void back_up(float black);

    const G& game_;
    GumbelOptions options_;
    Random* random_ = nullptr;
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
    StepList steps_;                         // of the last node
    std::vector<std::pair<int, int>> path_;  // (node, edge)
    int done_ = 0;                           // simulations
    std::vector<float> noise_;               // Gumbel, by edge of the root
    std::vector<int> remaining_;             // edges of the root
    std::vector<int> queue_;                 // edges to visit in this round, the next one last
    mutable std::vector<float> score_;
};

// The bodies ----------------------------------------------------------------------------------------------------------
template <Game G>
void GumbelTree<G>::begin(const State& root, const GumbelOptions& options, Random& random) {
    options_ = options;
    random_ = &random;
    nodes_.clear();
    edges_.clear();
    path_.clear();
    remaining_.clear();
    queue_.clear();
    done_ = -1;  // the root's judgement comes first
    add(root);
}

template <Game G>
void GumbelTree<G>::add(State state) {
    Node node{.state = state};
    node.over = game_.over(state);
    while (!node.over) {
        game_.steps(node.state, steps_);
        if (steps_.size() > 1) break;
        game_.apply(node.state, steps_.front());
        node.over = game_.over(node.state);
    }
    if (node.over) {
        const auto winner = game_.outcome(node.state)->winner;
        node.judged = !winner ? 0.0f : *winner == Side::Black ? 1.0f : -1.0f;
    } else {
        node.side = game_.to_act(node.state).side;
    }
    nodes_.push_back(std::move(node));
}

template <Game G>
bool GumbelTree<G>::next() {
    if (done_ < 0) return true;
    while (done_ < options_.simulations) {
        path_.clear();
        int at = 0;
        while (true) {
            const int chosen = at == 0 ? choose_at_root() : choose_below(nodes_[at]);
            path_.emplace_back(at, chosen);
            const int child = edges_[chosen].child;
            if (child < 0) {
                State state = nodes_[at].state;
                game_.apply(state, edges_[chosen].step);
                edges_[chosen].child = static_cast<int>(nodes_.size());
                add(state);
                if (!nodes_.back().over) return true;
                at = static_cast<int>(nodes_.size()) - 1;
            } else {
                at = child;
            }
            if (nodes_[at].over) break;
        }
        ++nodes_[at].visits;
        nodes_[at].total += nodes_[at].judged;
        back_up(nodes_[at].judged);
    }
    return false;
}

template <Game G>
void GumbelTree<G>::take(const Judgement& judgement) {
    Node& node = nodes_.back();
    node.judged = judgement.black;
    node.first_edge = static_cast<int>(edges_.size());
    node.edges = static_cast<int>(steps_.size());
    node.visits = 1;
    node.total = judgement.black;
    for (std::size_t i = 0; i < steps_.size(); ++i) edges_.push_back({steps_[i], judgement.logits[i]});
    if (nodes_.size() > 1) return back_up(judgement.black);
    done_ = 0;
    noise_.assign(steps_.size(), 0);
    if (!options_.explore) return;
    for (float& noise : noise_) {
        const double share = (static_cast<double>(random_->next() >> 11) + 0.5) * 0x1p-53;
        noise = static_cast<float>(-std::log(-std::log(share)));
    }
}

template <Game G>
void GumbelTree<G>::back_up(float black) {
    for (const auto& [node, edge] : path_) {
        ++edges_[edge].visits;
        edges_[edge].total += black;
        ++nodes_[node].visits;
        nodes_[node].total += black;
    }
    ++done_;
}

template <Game G>
int GumbelTree<G>::choose_at_root() {
    if (queue_.empty()) next_round();
    const int chosen = queue_.back();
    queue_.pop_back();
    return chosen;
}

// Sequential halving (Karnin, Koren and Somekh 2013): each round visits all remaining steps equally often, then the
// better half goes on.
template <Game G>
void GumbelTree<G>::next_round() {
    const Node& root = nodes_.front();
    improved_logits(root, score_);
    const auto better = [&](int a, int b) { return score_[a] + noise_[a] > score_[b] + noise_[b]; };
    std::size_t keep;
    if (remaining_.empty()) {
        for (int i = 0; i < root.edges; ++i) remaining_.push_back(i);
        keep = static_cast<std::size_t>(std::clamp(std::min(options_.considered, options_.simulations), 1, root.edges));
    } else {
        keep = std::max<std::size_t>(2, (remaining_.size() + 1) / 2);
    }
    keep = std::min(keep, remaining_.size());
    std::partial_sort(remaining_.begin(), remaining_.begin() + static_cast<std::ptrdiff_t>(keep), remaining_.end(),
                      better);
    remaining_.resize(keep);
    const int rounds = std::max(1, static_cast<int>(std::ceil(std::log2(std::max(2, options_.considered)))));
    const int each = std::max(1, options_.simulations / (rounds * static_cast<int>(keep)));
    for (int visit = 0; visit < each; ++visit) queue_.insert(queue_.end(), remaining_.rbegin(), remaining_.rend());
}

template <Game G>
int GumbelTree<G>::choose_below(const Node& node) {
    improved_logits(node, score_);
    softmax(score_);
    int best = 0;
    float most = -2;
    for (int i = 0; i < node.edges; ++i) {
        const float behind =
            score_[i] - static_cast<float>(edges_[node.first_edge + i].visits) / static_cast<float>(node.visits);
        if (behind > most) most = behind, best = i;
    }
    return node.first_edge + best;
}

template <Game G>
void GumbelTree<G>::improved_logits(const Node& node, std::vector<float>& out) const {
    const float sign = node.side == Side::Black ? 1.0f : -1.0f;
    const auto gain = [&](double black) { return 0.5f + 0.5f * sign * static_cast<float>(black); };
    const Edge* const edges = &edges_[node.first_edge];
    out.resize(static_cast<std::size_t>(node.edges));
    float greatest = edges[0].logit;
    int most = 0, visits = 0;
    for (int i = 0; i < node.edges; ++i) {
        greatest = std::max(greatest, edges[i].logit);
        most = std::max(most, edges[i].visits);
        visits += edges[i].visits;
    }
    float share = 0, weighted = 0;
    for (int i = 0; i < node.edges; ++i)
        if (edges[i].visits) {
            const float prior = std::exp(edges[i].logit - greatest);
            share += prior;
            weighted += prior * gain(edges[i].total / edges[i].visits);
        }
    const float judged = gain(node.judged);
    const float mixed =
        share > 0 ? (judged + static_cast<float>(visits) * weighted / share) / static_cast<float>(1 + visits) : judged;
    const float scale = (options_.visit_offset + static_cast<float>(most)) * options_.value_scale;
    for (int i = 0; i < node.edges; ++i)
        out[i] = edges[i].logit + scale * (edges[i].visits ? gain(edges[i].total / edges[i].visits) : mixed);
}

template <Game G>
void GumbelTree<G>::softmax(std::vector<float>& logits) {
    const float greatest = *std::max_element(logits.begin(), logits.end());
    float sum = 0;
    for (float& logit : logits) sum += logit = std::exp(logit - greatest);
    for (float& logit : logits) logit /= sum;
}

template <Game G>
int GumbelTree<G>::best_edge() const {
    const Node& root = nodes_.front();
    improved_logits(root, score_);
    int best = 0;
    for (int i = 1; i < root.edges; ++i) {
        const auto rank = [&](int edge) { return std::pair{edges_[edge].visits, score_[edge] + noise_[edge]}; };
        if (rank(i) > rank(best)) best = i;
    }
    return best;
}

template <Game G>
std::vector<std::pair<Step, float>> GumbelTree<G>::policy() const {
    const Node& root = nodes_.front();
    improved_logits(root, score_);
    softmax(score_);
    std::vector<std::pair<Step, float>> out;
    for (int i = 0; i < root.edges; ++i) out.emplace_back(edges_[i].step, score_[i]);
    return out;
}

}  // namespace isthmus
