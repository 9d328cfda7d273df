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
#include <tuple>
#include <vector>

#include "knowledge/judgement.hpp"
#include "rules/game.hpp"
#include "search/dirichlet.hpp"
#include "search/frame.hpp"
#include "search/gumbel_nodes.hpp"
#include "search/gumbel_options.hpp"
#include "search/improved_policy.hpp"

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
    // Continues to the next position that needs a judgement; false once the search has ended.
    bool next();
    const State& position() const { return tree_.nodes.back().state; }
    const StepList& steps() const { return steps_; }
    void take(const Judgement& judgement);
    bool judged() const { return done_ >= 0; }  // the root, that is

    // What was found
    Step best() const { return tree_.edges[static_cast<std::size_t>(best_edge())].step; }
    // The value of the root: with PUCT the mean of its simulations, else its mixed value.
    float value() const { return options_.puct || root().known ? root().mean() : mixed_value(tree_, root()); }
    bool certain() const { return root().known; }  // whether the value is certain
    // The improved policy: a share for each of the root's legal steps, in order, without dropped ones.
    std::vector<std::pair<Step, float>> policy() const;
    // The divergence of the improved policy from the judgement of the root, in nats. The shares that the judgement gave
    // to steps dropped by proofs count too.
    float surprise() const;
    std::vector<std::pair<Step, int>> visits() const;

private:
    using Node = GumbelNode<State>;

    const Node& root() const { return tree_.nodes.front(); }
    void add(State state);
    int choose_at_root();
    int choose_below(const Node& node);
    int choose_by_puct(const Node& node) const;
    void add_noise();
    void next_round();
    void back_up(float value);
    int best_edge() const;
    // The preference for each edge of the root, apart from its visits.
    void preferences(std::vector<float>& out) const;
    std::vector<float> root_logits() const;
    std::vector<float> shares() const;

    const G& game_;
    GumbelOptions options_;
    Random* random_ = nullptr;
    const Look* look_ = nullptr;
    GumbelNodes<State> tree_;
    StepList steps_;                         // of the last node
    std::vector<std::pair<int, int>> path_;  // (node, edge)
    int done_ = 0;                           // simulations
    float kept_ = 1;                         // of the root's judgement
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
    tree_.clear();
    path_.clear();
    remaining_.clear();
    queue_.clear();
    done_ = -1;  // the root's judgement comes first
    add(root);
}

template <Game G, class Frame>
void GumbelTree<G, Frame>::add(State state) {
    Node node{.state = state};
    const bool is_root = tree_.nodes.empty();
    std::optional<Side> winner;
    while (!(node.known = game_.over(node.state))) {
        game_.steps(node.state, steps_);
        if (look_ && steps_.size() > 1) winner = (*look_)(node.state, steps_);
        if (winner || steps_.size() > 1 || is_root) break;
        game_.apply(node.state, steps_.front());
    }
    if (node.known && !game_.opening(node.state).under_way()) winner = game_.outcome(node.state)->winner;
    if (winner) node.judged = Frame::worth(game_, node.state, *winner);
    node.known = node.known || winner;
    node.own = Frame::acts(game_, node.state);
    tree_.nodes.push_back(std::move(node));
}

template <Game G, class Frame>
bool GumbelTree<G, Frame>::next() {
    if (done_ < 0) return true;
    auto& nodes = tree_.nodes;
    auto& edges = tree_.edges;
    while (done_ < options_.simulations && !root().known) {
        path_.clear();
        int at = 0;
        while (true) {
            const int chosen = options_.puct ? choose_by_puct(nodes[at])
                               : at == 0     ? choose_at_root()
                                             : choose_below(nodes[at]);
            path_.emplace_back(at, chosen);
            const int child = edges[chosen].child;
            if (child < 0) {
                State state = nodes[at].state;
                game_.apply(state, edges[chosen].step);
                edges[chosen].child = static_cast<int>(nodes.size());
                add(state);
                if (!nodes.back().known) return true;
                at = static_cast<int>(nodes.size()) - 1;
            } else {
                at = child;
            }
            if (nodes[at].known) break;
        }
        ++nodes[at].visits;
        nodes[at].total += nodes[at].judged;
        back_up(nodes[at].judged);
    }
    return false;
}

template <Game G, class Frame>
void GumbelTree<G, Frame>::take(const Judgement& judgement) {
    Node& node = tree_.nodes.back();
    if (!node.known) node.judged = judgement.value;
    node.first_edge = static_cast<int>(tree_.edges.size());
    node.edges = static_cast<int>(steps_.size());
    node.visits = 1;
    node.total = node.judged;
    score_ = judgement.logits;
    if (options_.puct) softmax(score_);
    for (std::size_t i = 0; i < steps_.size(); ++i) tree_.edges.push_back({steps_[i], score_[i]});
    if (tree_.nodes.size() > 1) return back_up(node.judged);
    done_ = 0;
    kept_ = judgement.kept;
    noise_.assign(steps_.size(), 0);
    if (options_.explore) add_noise();
}

template <Game G, class Frame>
void GumbelTree<G, Frame>::add_noise() {
    if (options_.puct) {
        auto& edges = tree_.edges;
        const auto count = static_cast<double>(edges.size());
        const auto shares = dirichlet(*random_, options_.dirichlet_total / count, edges.size());
        for (std::size_t i = 0; i < edges.size(); ++i)
            edges[i].logit += options_.dirichlet_share * (static_cast<float>(shares[i]) - edges[i].logit);
        return;
    }
    for (float& noise : noise_) noise = static_cast<float>(-std::log(-std::log(random_->share())));
}

template <Game G, class Frame>
void GumbelTree<G, Frame>::back_up(float value) {
    tree_.back_up(path_, value);
    ++done_;
    if (options_.prove) tree_.conclude(path_);
}

template <Game G, class Frame>
int GumbelTree<G, Frame>::choose_at_root() {
    if (queue_.empty()) next_round();
    const int chosen = queue_.back();
    queue_.pop_back();
    return chosen;
}

// Sequential halving (Karnin, Koren and Somekh 2013): each round visits all remaining steps equally often, then the
// better half is kept.
template <Game G, class Frame>
void GumbelTree<G, Frame>::next_round() {
    improved_logits(tree_, root(), options_, score_);
    const auto better = [&](int a, int b) { return score_[a] + noise_[a] > score_[b] + noise_[b]; };
    std::size_t keep;
    if (remaining_.empty()) {
        for (int i = 0; i < root().edges; ++i) remaining_.push_back(i);
        keep =
            static_cast<std::size_t>(std::clamp(std::min(options_.considered, options_.simulations), 1, root().edges));
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
    improved_logits(tree_, node, options_, score_);
    softmax(score_);
    const auto edges = tree_.edges_of(node);
    int best = 0;
    float most = -2;
    for (int i = 0; i < node.edges; ++i) {
        const float behind = score_[i] - static_cast<float>(edges[i].visits) / static_cast<float>(node.visits);
        if (behind > most) most = behind, best = i;
    }
    return node.first_edge + best;
}

template <Game G, class Frame>
int GumbelTree<G, Frame>::choose_by_puct(const Node& node) const {
    const float root_of_visits = std::sqrt(static_cast<float>(node.visits));
    const auto edges = tree_.edges_of(node);
    int best = 0;
    float most = -1e30f;
    for (int i = 0; i < node.edges; ++i) {
        const auto& edge = edges[i];
        const float value = node.sign() * (edge.visits ? tree_.worth(edge) : node.mean());
        const float score =
            value + options_.exploration * edge.logit * root_of_visits / static_cast<float>(1 + edge.visits);
        if (score > most) most = score, best = i;
    }
    return node.first_edge + best;
}

template <Game G, class Frame>
int GumbelTree<G, Frame>::best_edge() const {
    preferences(score_);
    const auto edges = tree_.edges_of(root());
    int best = 0;
    for (int i = 1; i < root().edges; ++i) {
        const auto rank = [&](int edge) {
            return std::tuple{options_.prove && tree_.wins(root(), edges[edge]),
                              !(options_.prove && tree_.loses(root(), edges[edge])), edges[edge].visits,
                              score_[edge] + noise_[edge]};
        };
        if (rank(i) > rank(best)) best = i;
    }
    return best;
}

template <Game G, class Frame>
std::vector<float> GumbelTree<G, Frame>::root_logits() const {
    std::vector<float> logits;
    for (const auto& edge : tree_.edges_of(root())) logits.push_back(edge.logit);
    return logits;
}

template <Game G, class Frame>
void GumbelTree<G, Frame>::preferences(std::vector<float>& out) const {
    if (options_.puct)
        out = root_logits();
    else
        improved_logits(tree_, root(), options_, out);
}

template <Game G, class Frame>
std::vector<float> GumbelTree<G, Frame>::shares() const {
    std::vector<float> shares;
    if (options_.puct && root().visits > 1) {
        for (const auto& edge : tree_.edges_of(root()))
            shares.push_back(static_cast<float>(edge.visits) / static_cast<float>(root().visits - 1));
    } else {
        preferences(shares);
        if (!options_.puct) softmax(shares);
    }
    if (options_.prove) keep_wins(tree_, root(), shares);
    return shares;
}

template <Game G, class Frame>
std::vector<std::pair<Step, int>> GumbelTree<G, Frame>::visits() const {
    std::vector<std::pair<Step, int>> out;
    for (const auto& edge : tree_.edges_of(root())) out.emplace_back(edge.step, edge.visits);
    return out;
}

template <Game G, class Frame>
std::vector<std::pair<Step, float>> GumbelTree<G, Frame>::policy() const {
    const auto shares = this->shares();
    const auto edges = tree_.edges_of(root());
    std::vector<std::pair<Step, float>> out;
    for (std::size_t i = 0; i < edges.size(); ++i) out.emplace_back(edges[i].step, shares[i]);
    return out;
}

template <Game G, class Frame>
float GumbelTree<G, Frame>::surprise() const {
    auto before = root_logits();
    if (!options_.puct) softmax(before);
    return divergence(shares(), before) - std::log(std::max(kept_, 1e-9f));
}

}  // namespace isthmus
