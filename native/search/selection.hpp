// Selection: the step that a simulation takes next, by PUCT and everything else that is known about the steps.
#pragma once

#include <cmath>
#include <utility>

#include "search/graph.hpp"
#include "search/parameters.hpp"

namespace isthmus {

class Selection {
public:
    Selection(const SearchParameters& parameters, Graph& graph) : parameters_(parameters), graph_(graph) {}

    // The edge to follow, by PUCT for the seat that acts; may open a new one. The node is expanded and its lock held.
    std::size_t operator()(Node& node) const {
        const float sign = node.actor == Seat::First ? 1.0f : -1.0f;
        const auto visits = static_cast<float>(node.visits);
        const float width = parameters_.spread > 0 ? 1 + parameters_.spread * (node.spread() - 1) : 1.0f;
        const float exploration =
            width * (parameters_.exploration + parameters_.exploration_growth * std::log1p(visits / 500.0f)) *
            std::sqrt(visits + 1);
        const float easiest = parameters_.proof_guidance > 0 ? least_to_prove(node) : 0;
        std::size_t best = 0;
        float best_score = -1e9f, attention = 0;
        for (std::size_t i = 0; i < node.edges.size(); ++i) {
            const Edge& edge = node.edges[i];
            if (edge.dropped) continue;
            const float prior = node.candidates[i].share();
            attention += prior;
            float score;
            if (edge.proof != Proof::None) {
                score = edge.proof == Proof::Draw ? 0.0f : -1e8f;  // a win would have proved the node
            } else {
                const auto count = static_cast<float>(edge.visits);
                const float losses = parameters_.virtual_loss * static_cast<float>(edge.in_flight);
                const float mean = node.amaf ? node.amaf[i].mixed_into(sign * edge.value, count, sign, parameters_.amaf)
                                             : sign * edge.value;
                const float value = count + losses > 0 ? (mean * count - losses) / (count + losses) : mean;
                score = value + exploration * prior / (1 + count + losses);
                if (easiest > 0)
                    score -= parameters_.proof_guidance * (1 - easiest / edge.proof_numbers[index(node.actor)]);
            }
            if (score > best_score) best_score = score, best = i;
        }
        const bool room = node.edges.empty() || graph_.bytes() < parameters_.memory;
        if (node.edges.size() < node.count && room) {
            const float untried = sign * node.mean() - parameters_.first_play * std::sqrt(attention);
            const auto [promise, next] = most_promising(node, sign, exploration);
            if (untried + promise > best_score || best_score < -1e7f) {
                if (next != node.edges.size()) {
                    std::swap(node.candidates[next], node.candidates[node.edges.size()]);
                    std::swap(node.amaf[next], node.amaf[node.edges.size()]);
                }
                const auto before = node.edges.capacity();
                node.edges.emplace_back().value = sign * untried;
                graph_.grow((node.edges.capacity() - before) * sizeof(Edge));
                return node.edges.size() - 1;
            }
        }
        return best;
    }

private:
    // The untried step to open next, and its bonus over the usual value of untried steps.
    std::pair<float, std::size_t> most_promising(const Node& node, float sign, float exploration) const {
        const std::size_t first = node.edges.size();
        if (!node.amaf) return {exploration * node.candidates[first].share(), first};
        const float mean = sign * node.mean();
        std::pair<float, std::size_t> best{-1e9f, first};
        for (std::size_t i = first; i < node.count; ++i) {
            const float promise =
                exploration * node.candidates[i].share() + node.amaf[i].promise(mean, sign, parameters_.amaf_first);
            if (promise > best.first) best = {promise, i};
        }
        return best;
    }

    // The actor's least proof number among tried steps that are still open, or 0.
    static float least_to_prove(const Node& node) {
        std::uint16_t least = 0;
        for (const Edge& edge : node.edges) {
            const auto number = edge.proof_numbers[index(node.actor)];
            if (edge.proof == Proof::None && !edge.dropped && (!least || number < least)) least = number;
        }
        return least;
    }

    const SearchParameters& parameters_;
    Graph& graph_;
};

}  // namespace isthmus
