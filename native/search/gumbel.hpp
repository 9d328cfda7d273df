// GumbelTree: a search that improves the policy even with very few simulations.
//
// Gumbel search (Danihelka, Guez, Schrittwieser and Silver, "Policy improvement by planning with Gumbel", 2022): at the
// root it draws some steps without replacement and halves their number round by round; below, visits follow the
// improved policy. The tree does not judge positions. It hands out one leaf at a time and takes the judgement, so the
// leaves of many trees can make a batch. A position with one legal step needs no judgement. Certain results come from
// the ends of games and, with `prove`, from conclusions drawn from them.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "knowledge/judgement.hpp"
#include "rules/game.hpp"
#include "search/dirichlet.hpp"
#include "search/frame.hpp"
#include "search/gumbel_options.hpp"

namespace isthmus {

// Frame: ByColour or BySeat.
template <Game G, class Frame = ByColour>
class GumbelTree {
public:
    using State = typename G::State;
    // What is known without a search: returns the winning colour, if known, and drops steps that are no better than one
    // it keeps.
    using Look = std::function<std::optional<Side>(const State&, StepList&)>;

    explicit GumbelTree(const G& game) : game_(game) {}

    // Starts at a state with several legal steps. `look` may be null; it is asked only with `prove`.
    void begin(const State& root, const GumbelOptions& options, Random& random, const Look* look = nullptr);
    // Goes on to the next position that needs a judgement; false once the search has ended.
    bool next();
    const State& position() const { return nodes_.back().state; }
    const StepList& steps() const { return steps_; }
    void take(const Judgement& judgement);

    // What was found
    Step best() const { return edges_[static_cast<std::size_t>(best_edge())].step; }
    float value() const { return nodes_.front().mean(); }
    bool certain() const { return nodes_.front().known; }  // whether the value is certain
    // The improved policy: a share for each of the root's legal steps, in order, without dropped ones.
    std::vector<std::pair<Step, float>> policy() const;
    // The divergence of the improved policy from the judgement of the root, in nats.
    float surprise() const;
    std::vector<std::pair<Step, int>> visits() const;

private:
    struct Edge {
        Step step;
        float logit;  // of its share; with PUCT, the share itself
        int child = -1;
        int visits = 0;
        double total = 0;  // in the frame
    };
    struct Node {
        State state;
        bool own = true;     // the seat or colour of the frame acts
        bool known = false;  // `judged` is certain
        int first_edge = 0, edges = 0;
        int visits = 0;
        double total = 0;  // in the frame
        float judged = 0;

        float sign() const { return own ? 1.0f : -1.0f; }
        float mean() const { return visits && !known ? static_cast<float>(total / visits) : judged; }
    };

    void add(State state);
    int choose_at_root();
    int choose_below(const Node& node);
    int choose_by_puct(const Node& node) const;
    void add_noise();
    float worth(const Edge& edge) const;  // of a visited one
    // Whether a step is known to win, or to lose, for the seat that acts.
    bool wins(const Node& node, const Edge& edge) const { return certain_worth(node, edge) > 0; }
    bool loses(const Node& node, const Edge& edge) const { return certain_worth(node, edge) < 0; }
    float certain_worth(const Node& node, const Edge& edge) const {
        return edge.child >= 0 && nodes_[edge.child].known ? node.sign() * nodes_[edge.child].judged : 0.0f;
    }
    // The preference for each edge of the root, apart from its visits.
    void preferences(const Node& node, std::vector<float>& out) const;
    // Whether a node's result follows from its children. If so, it is set.
    bool follows(Node& node) const;
    void next_round();
    int best_edge() const;
    // For each edge of a node, its logit plus the contribution of its value. Edges without visits take the node's mixed
    // value: of the judgement and the visited edges.
    void improved_logits(const Node& node, std::vector<float>& out) const;
    static void softmax(std::vector<float>& logits);
    // Gives the shares of all other edges to those that are proved to win, if there are any.
    void keep_wins(const Node& node, std::vector<float>& shares) const;
    void back_up(float value);

    const G& game_;
    GumbelOptions options_;
    Random* random_ = nullptr;
    const Look* look_ = nullptr;
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
template <Game G, class Frame>
void GumbelTree<G, Frame>::begin(const State& root, const GumbelOptions& options, Random& random, const Look* look) {
    options_ = options;
    random_ = &random;
    look_ = options.prove ? look : nullptr;
    nodes_.clear();
    edges_.clear();
    path_.clear();
    remaining_.clear();
    queue_.clear();
    done_ = -1;  // the root's judgement comes first
    add(root);
}

template <Game G, class Frame>
void GumbelTree<G, Frame>::add(State state) {
    Node node{.state = state};
    const bool is_root = nodes_.empty();
    std::optional<Side> winner;
    while (!(node.known = game_.over(node.state))) {
        game_.steps(node.state, steps_);
        if (look_ && steps_.size() > 1) winner = (*look_)(node.state, steps_);
        if (winner || steps_.size() > 1 || is_root) break;
        game_.apply(node.state, steps_.front());
    }
    if (node.known) winner = game_.outcome(node.state)->winner;
    if (winner) node.judged = Frame::worth(game_, node.state, *winner);
    node.known = node.known || winner;
    node.own = Frame::acts(game_, node.state);
    nodes_.push_back(std::move(node));
}

template <Game G, class Frame>
bool GumbelTree<G, Frame>::next() {
    if (done_ < 0) return true;
    while (done_ < options_.simulations && !nodes_.front().known) {
        path_.clear();
        int at = 0;
        while (true) {
            const int chosen = options_.puct ? choose_by_puct(nodes_[at])
                               : at == 0     ? choose_at_root()
                                             : choose_below(nodes_[at]);
            path_.emplace_back(at, chosen);
            const int child = edges_[chosen].child;
            if (child < 0) {
                State state = nodes_[at].state;
                game_.apply(state, edges_[chosen].step);
                edges_[chosen].child = static_cast<int>(nodes_.size());
                add(state);
                if (!nodes_.back().known) return true;
                at = static_cast<int>(nodes_.size()) - 1;
            } else {
                at = child;
            }
            if (nodes_[at].known) break;
        }
        ++nodes_[at].visits;
        nodes_[at].total += nodes_[at].judged;
        back_up(nodes_[at].judged);
    }
    return false;
}

template <Game G, class Frame>
void GumbelTree<G, Frame>::take(const Judgement& judgement) {
    Node& node = nodes_.back();
    if (!node.known) node.judged = judgement.value;
    node.first_edge = static_cast<int>(edges_.size());
    node.edges = static_cast<int>(steps_.size());
    node.visits = 1;
    node.total = node.judged;
    for (std::size_t i = 0; i < steps_.size(); ++i) edges_.push_back({steps_[i], judgement.logits[i]});
    if (options_.puct) {
        score_ = judgement.logits;
        softmax(score_);
        for (std::size_t i = 0; i < steps_.size(); ++i) edges_[node.first_edge + i].logit = score_[i];
    }
    if (nodes_.size() > 1) return back_up(node.judged);
    done_ = 0;
    noise_.assign(steps_.size(), 0);
    if (options_.explore) add_noise();
}

template <Game G, class Frame>
void GumbelTree<G, Frame>::add_noise() {
    if (options_.puct) {
        const auto count = static_cast<double>(edges_.size());
        const auto shares = dirichlet(*random_, options_.dirichlet_total / count, edges_.size());
        for (std::size_t i = 0; i < edges_.size(); ++i)
            edges_[i].logit += options_.dirichlet_share * (static_cast<float>(shares[i]) - edges_[i].logit);
        return;
    }
    for (float& noise : noise_) noise = static_cast<float>(-std::log(-std::log(random_->share())));
}

template <Game G, class Frame>
void GumbelTree<G, Frame>::back_up(float value) {
    for (const auto& [node, edge] : path_) {
        ++edges_[edge].visits;
        edges_[edge].total += value;
        ++nodes_[node].visits;
        nodes_[node].total += value;
    }
    ++done_;
    if (!options_.prove) return;
    for (auto step = path_.rbegin(); step != path_.rend(); ++step)
        if (!nodes_[edges_[step->second].child].known || !follows(nodes_[step->first])) break;
}

template <Game G, class Frame>
bool GumbelTree<G, Frame>::follows(Node& node) const {
    float best = -2;
    bool all = true;
    for (int i = 0; i < node.edges; ++i) {
        const Edge& edge = edges_[node.first_edge + i];
        if (edge.child >= 0 && nodes_[edge.child].known)
            best = std::max(best, node.sign() * nodes_[edge.child].judged);
        else
            all = false;
    }
    if (!all && best < 1) return false;
    node.known = true;
    node.judged = node.sign() * best;
    return true;
}

template <Game G, class Frame>
float GumbelTree<G, Frame>::worth(const Edge& edge) const {
    const Node& child = nodes_[edge.child];
    return child.known ? child.judged : static_cast<float>(edge.total / edge.visits);
}

template <Game G, class Frame>
int GumbelTree<G, Frame>::choose_at_root() {
    if (queue_.empty()) next_round();
    const int chosen = queue_.back();
    queue_.pop_back();
    return chosen;
}

// Sequential halving (Karnin, Koren and Somekh 2013): each round visits all remaining steps equally often, then the
// better half goes on.
template <Game G, class Frame>
void GumbelTree<G, Frame>::next_round() {
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

template <Game G, class Frame>
int GumbelTree<G, Frame>::choose_below(const Node& node) {
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

template <Game G, class Frame>
void GumbelTree<G, Frame>::improved_logits(const Node& node, std::vector<float>& out) const {
    const auto gain = [&](float value) { return 0.5f + 0.5f * node.sign() * value; };
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
            weighted += prior * gain(worth(edges[i]));
        }
    const float judged = gain(node.judged);
    const float mixed =
        share > 0 ? (judged + static_cast<float>(visits) * weighted / share) / static_cast<float>(1 + visits) : judged;
    const float scale = (options_.visit_offset + static_cast<float>(most)) * options_.value_scale;
    for (int i = 0; i < node.edges; ++i)
        out[i] = edges[i].logit + scale * (edges[i].visits ? gain(worth(edges[i])) : mixed);
}

template <Game G, class Frame>
void GumbelTree<G, Frame>::softmax(std::vector<float>& logits) {
    const float greatest = *std::max_element(logits.begin(), logits.end());
    float sum = 0;
    for (float& logit : logits) sum += logit = std::exp(logit - greatest);
    for (float& logit : logits) logit /= sum;
}

template <Game G, class Frame>
int GumbelTree<G, Frame>::best_edge() const {
    const Node& root = nodes_.front();
    preferences(root, score_);
    int best = 0;
    for (int i = 1; i < root.edges; ++i) {
        const auto rank = [&](int edge) {
            return std::tuple{options_.prove && wins(root, edges_[edge]),
                              !(options_.prove && loses(root, edges_[edge])), edges_[edge].visits,
                              score_[edge] + noise_[edge]};
        };
        if (rank(i) > rank(best)) best = i;
    }
    return best;
}

template <Game G, class Frame>
void GumbelTree<G, Frame>::preferences(const Node& node, std::vector<float>& out) const {
    if (!options_.puct) return improved_logits(node, out);
    out.clear();
    for (int i = 0; i < node.edges; ++i) out.push_back(edges_[node.first_edge + i].logit);
}

template <Game G, class Frame>
int GumbelTree<G, Frame>::choose_by_puct(const Node& node) const {
    const float root_of_visits = std::sqrt(static_cast<float>(node.visits));
    int best = 0;
    float most = -1e30f;
    for (int i = 0; i < node.edges; ++i) {
        const Edge& edge = edges_[node.first_edge + i];
        const float value = node.sign() * (edge.visits ? worth(edge) : node.mean());
        const float score =
            value + options_.exploration * edge.logit * root_of_visits / static_cast<float>(1 + edge.visits);
        if (score > most) most = score, best = i;
    }
    return node.first_edge + best;
}

template <Game G, class Frame>
std::vector<std::pair<Step, int>> GumbelTree<G, Frame>::visits() const {
    std::vector<std::pair<Step, int>> out;
    for (int i = 0; i < nodes_.front().edges; ++i) out.emplace_back(edges_[i].step, edges_[i].visits);
    return out;
}

template <Game G, class Frame>
std::vector<std::pair<Step, float>> GumbelTree<G, Frame>::policy() const {
    const Node& root = nodes_.front();
    if (options_.puct && root.visits > 1) {
        score_.clear();
        for (int i = 0; i < root.edges; ++i)
            score_.push_back(static_cast<float>(edges_[i].visits) / static_cast<float>(root.visits - 1));
    } else {
        preferences(root, score_);
        if (!options_.puct) softmax(score_);
    }
    keep_wins(root, score_);
    std::vector<std::pair<Step, float>> out;
    for (int i = 0; i < root.edges; ++i) out.emplace_back(edges_[i].step, score_[i]);
    return out;
}

template <Game G, class Frame>
float GumbelTree<G, Frame>::surprise() const {
    const auto improved = policy();
    std::vector<float> before;
    for (int i = 0; i < nodes_.front().edges; ++i) before.push_back(edges_[i].logit);
    if (!options_.puct) softmax(before);
    float sum = 0;
    for (std::size_t i = 0; i < before.size(); ++i)
        if (const float share = improved[i].second; share > 0)
            sum += share * std::log(share / std::max(before[i], 1e-9f));
    return std::max(0.0f, sum);
}

template <Game G, class Frame>
void GumbelTree<G, Frame>::keep_wins(const Node& node, std::vector<float>& shares) const {
    if (!options_.prove) return;
    float winning = 0;
    for (int i = 0; i < node.edges; ++i)
        if (wins(node, edges_[node.first_edge + i])) winning += shares[i];
    if (winning <= 0) return;
    for (int i = 0; i < node.edges; ++i)
        shares[i] = wins(node, edges_[node.first_edge + i]) ? shares[i] / winning : 0.0f;
}

}  // namespace isthmus
