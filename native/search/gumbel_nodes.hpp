// GumbelNodes: the positions of a Gumbel search, what was found below them, and which results are certain.
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "rules/game.hpp"

namespace isthmus {

struct GumbelEdge {
    Step step;
    float logit;  // of its share; with PUCT, the share itself
    int child = -1;
    int visits = 0;
    double total = 0;  // in the frame
};

template <class State>
struct GumbelNode {
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

template <class State>
struct GumbelNodes {
    using Node = GumbelNode<State>;

    std::vector<Node> nodes;  // the root is the first
    std::vector<GumbelEdge> edges;

    void clear() {
        nodes.clear();
        edges.clear();
    }
    std::span<const GumbelEdge> edges_of(const Node& node) const {
        return std::span(edges).subspan(static_cast<std::size_t>(node.first_edge),
                                        static_cast<std::size_t>(node.edges));
    }
    // Of a visited edge, in the frame.
    float worth(const GumbelEdge& edge) const {
        const Node& child = nodes[edge.child];
        return child.known ? child.judged : static_cast<float>(edge.total / edge.visits);
    }
    // Whether a step is known to win, or to lose, for the seat that acts.
    bool wins(const Node& node, const GumbelEdge& edge) const { return certain_worth(node, edge) > 0; }
    bool loses(const Node& node, const GumbelEdge& edge) const { return certain_worth(node, edge) < 0; }

    // Adds a value to everything on a path of nodes and edges.
    void back_up(const std::vector<std::pair<int, int>>& path, float value) {
        for (const auto& [node, edge] : path) {
            ++edges[edge].visits;
            edges[edge].total += value;
            ++nodes[node].visits;
            nodes[node].total += value;
        }
    }
    // Marks the nodes of a path, from its end, whose results follow from their children.
    void conclude(const std::vector<std::pair<int, int>>& path) {
        for (auto step = path.rbegin(); step != path.rend(); ++step)
            if (!nodes[edges[step->second].child].known || !follows(nodes[step->first])) break;
    }

private:
    float certain_worth(const Node& node, const GumbelEdge& edge) const {
        return edge.child >= 0 && nodes[edge.child].known ? node.sign() * nodes[edge.child].judged : 0.0f;
    }
    // Whether a node's result follows from its children. If so, it is set.
    bool follows(Node& node) const {
        float best = -2;
        bool all = true;
        for (const auto& edge : edges_of(node)) {
            if (edge.child >= 0 && nodes[edge.child].known)
                best = std::max(best, node.sign() * nodes[edge.child].judged);
            else
                all = false;
        }
        if (!all && best < 1) return false;
        node.known = true;
        node.judged = node.sign() * best;
        return true;
    }
};

}  // namespace isthmus
