// The improved policy of Gumbel search: the shares of steps after a search, from the judgement and the values found
// (Danihelka, Guez, Schrittwieser and Silver 2022, section 4). Shares and logits are by edge of a node.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "search/gumbel_nodes.hpp"
#include "search/gumbel_options.hpp"

namespace isthmus {

inline void softmax(std::vector<float>& logits) {
    const float greatest = *std::max_element(logits.begin(), logits.end());
    float sum = 0;
    for (float& logit : logits) sum += logit = std::exp(logit - greatest);
    for (float& logit : logits) logit /= sum;
}

// The divergence of a policy from another one, in nats.
inline float divergence(const std::vector<float>& policy, const std::vector<float>& from) {
    float sum = 0;
    for (std::size_t i = 0; i < policy.size(); ++i)
        if (policy[i] > 0) sum += policy[i] * std::log(policy[i] / std::max(from[i], 1e-9f));
    return std::max(0.0f, sum);
}

// The mixed value of a node, in the frame. It mixes the judgement and the visited edges, each with the weight of its
// prior. The mean of all simulations would be too low for the side to act, because the search also tries bad steps.
template <class State>
float mixed_value(const GumbelNodes<State>& tree, const GumbelNode<State>& node) {
    const auto edges = tree.edges_of(node);
    float greatest = edges[0].logit;
    for (const auto& edge : edges) greatest = std::max(greatest, edge.logit);
    float share = 0, weighted = 0;
    int visits = 0;
    for (const auto& edge : edges) {
        if (!edge.visits) continue;
        const float prior = std::exp(edge.logit - greatest);
        share += prior;
        weighted += prior * tree.worth(edge);
        visits += edge.visits;
    }
    if (share <= 0) return node.judged;
    return (node.judged + static_cast<float>(visits) * weighted / share) / static_cast<float>(1 + visits);
}

// For each edge of a node, its logit plus the contribution of its value. Edges without visits take the node's mixed
// value.
template <class State>
void improved_logits(const GumbelNodes<State>& tree, const GumbelNode<State>& node, const GumbelOptions& options,
                     std::vector<float>& out) {
    const auto gain = [&](float value) { return 0.5f + 0.5f * node.sign() * value; };
    const auto edges = tree.edges_of(node);
    int most = 0;
    for (const auto& edge : edges) most = std::max(most, edge.visits);
    const float mixed = gain(mixed_value(tree, node));
    const float scale = (options.visit_offset + static_cast<float>(most)) * options.value_scale;
    out.clear();
    for (const auto& edge : edges) out.push_back(edge.logit + scale * (edge.visits ? gain(tree.worth(edge)) : mixed));
}

// Gives the shares of all other edges to those that are proved to win, if there are any.
template <class State>
void keep_wins(const GumbelNodes<State>& tree, const GumbelNode<State>& node, std::vector<float>& shares) {
    const auto edges = tree.edges_of(node);
    float winning = 0;
    for (std::size_t i = 0; i < edges.size(); ++i)
        if (tree.wins(node, edges[i])) winning += shares[i];
    if (winning <= 0) return;
    for (std::size_t i = 0; i < edges.size(); ++i) shares[i] = tree.wins(node, edges[i]) ? shares[i] / winning : 0.0f;
}

}  // namespace isthmus
