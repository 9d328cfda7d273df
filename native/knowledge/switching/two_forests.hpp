// Two edge-disjoint forests with as many edges as possible: matroid partition (Edmonds 1965) for two copies of the
// cycle matroid of a graph. An edge is added by a shortest series of exchanges, found breadth first. Edges that lead to
// no such series are never considered again (as in Roskind and Tarjan 1985).
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>
#include <utility>
#include <vector>

#include "rules/types.hpp"

namespace isthmus {

// Sets of vertices, joined step by step.
class DisjointSets {
public:
    explicit DisjointSets(int size) : above_(size) { std::iota(above_.begin(), above_.end(), 0); }
    int find(int vertex) {
        while (above_[vertex] != vertex) vertex = above_[vertex] = above_[above_[vertex]];
        return vertex;
    }
    bool join(int one, int two) {  // false: they were already together
        one = find(one), two = find(two);
        above_[one] = two;
        return one != two;
    }

private:
    std::vector<int> above_;
};

using Trees = std::array<std::vector<Cell>, 2>;  // two, without a cell in common

// A graph of the edges that can still be claimed, with two edge-disjoint forests that together have as many edges as
// possible. An edge stays out only if both forests already join its ends and no exchange can make room for it.
class TwoForests {
public:
    struct Edge {
        int one, two;
        Cell cell;    // none for an edge that is not a cell
        int forest;   // 0, 1, or outside
        bool closed;  // known not to be part of any exchange that makes room for another edge
    };
    static constexpr int outside = -1;
    static constexpr Cell none = -1;

    TwoForests(int vertices, std::vector<Edge> edges) : vertices_(vertices), edges_(std::move(edges)) {
        DisjointSets sets[2] = {DisjointSets(vertices), DisjointSets(vertices)};
        for (Edge& edge : edges_)
            edge.forest = sets[0].join(edge.one, edge.two) ? 0 : sets[1].join(edge.one, edge.two) ? 1 : outside;
        plant();
        for (int edge = 0; edge < static_cast<int>(edges_.size()); ++edge)
            if (edges_[edge].forest == outside) make_room(edge);
    }

    // Adds an edge, if the forests can make room for it; otherwise false.
    bool add(int one, int two) {
        edges_.push_back({one, two, none, outside, false});
        return make_room(static_cast<int>(edges_.size()) - 1);
    }

    // Classes of vertices, by number: two vertices are in one class if no exchange would make room for one more edge
    // between them. In each class both forests have a spanning tree (principal partition: Kishi, Kajitani 1969).
    std::vector<int> classes() const {
        std::vector<bool> loose(edges_.size());  // edges whose removal could make room
        std::vector<int> part[2] = {std::vector<int>(vertices_), std::vector<int>(vertices_)};
        for (bool changed = true; changed;) {
            changed = false;
            for (int forest = 0; forest < 2; ++forest)
                for (const int vertex : order_[forest]) {
                    const auto& place = place_[forest][vertex];
                    part[forest][vertex] = place.edge < 0 || loose[place.edge] ? vertex : part[forest][place.parent];
                }
            for (std::size_t i = 0; i < edges_.size(); ++i) {
                const Edge& edge = edges_[i];
                if (edge.forest == outside || loose[i]) continue;
                const auto& others = part[1 - edge.forest];
                if (others[edge.one] != others[edge.two]) loose[i] = changed = true;
            }
        }
        return part[0];
    }

    // The edges of both forests that an edge between two vertices of one class depends on: two trees on one set of
    // vertices that includes both.
    Trees trees(int one, int two) {
        std::vector<int> found;
        Edge probe{one, two, none, outside, false};
        edges_.push_back(probe);
        for (Edge& edge : edges_) edge.closed = false;
        plant();
        [[maybe_unused]] const bool room = explore(static_cast<int>(edges_.size()) - 1, found);
        assert(!room);
        edges_.pop_back();
        plant();
        Trees cells;
        for (const int edge : found)
            if (edges_.size() > static_cast<std::size_t>(edge)) cells[edges_[edge].forest].push_back(edges_[edge].cell);
        for (auto& tree : cells) std::sort(tree.begin(), tree.end());
        return cells;
    }

private:
    struct Place {  // of a vertex in a rooted forest
        int parent, edge, depth, root;
        int top;  // the highest vertex that can be reached by edges explored already
    };

    // Chooses new roots for both forests after edges have moved.
    void plant() {
        for (int forest = 0; forest < 2; ++forest) {
            std::vector<int> first(vertices_ + 1), near;
            for (const Edge& edge : edges_)
                if (edge.forest == forest) ++first[edge.one], ++first[edge.two];
            std::partial_sum(first.begin(), first.end(), first.begin());
            near.resize(first[vertices_]);
            for (std::size_t i = 0; i < edges_.size(); ++i)
                if (edges_[i].forest == forest)
                    for (const int vertex : {edges_[i].one, edges_[i].two}) near[--first[vertex]] = static_cast<int>(i);
            auto& place = place_[forest];
            auto& order = order_[forest];
            place.assign(vertices_, {-1, -1, 0, -1, -1});
            order.clear();
            for (int root = 0; root < vertices_; ++root) {
                if (place[root].root >= 0) continue;
                place[root] = {-1, -1, 0, root, root};
                order.push_back(root);
                for (std::size_t next = order.size() - 1; next < order.size(); ++next) {
                    const int vertex = order[next];
                    for (int i = first[vertex]; i < first[vertex + 1]; ++i) {
                        const Edge& edge = edges_[near[i]];
                        const int child = edge.one == vertex ? edge.two : edge.one;
                        if (place[child].root >= 0) continue;
                        const int top = edge.closed ? place[vertex].top : child;
                        place[child] = {vertex, near[i], place[vertex].depth + 1, root, top};
                        order.push_back(child);
                    }
                }
            }
        }
    }
    int top(int forest, int vertex) {
        auto& place = place_[forest];
        int highest = vertex;
        while (place[highest].top != highest) highest = place[highest].top;
        while (place[vertex].top != highest) vertex = std::exchange(place[vertex].top, highest);
        return highest;
    }

    // Finds, breadth first, the shortest series of exchanges that makes room for an edge, and performs it.
    bool make_room(int edge) {
        std::vector<int> found;
        if (explore(edge, found)) {
            plant();
            return true;
        }
        for (const int closed : found) edges_[closed].closed = true;
        return false;
    }
    bool explore(int wanted, std::vector<int>& found) {
        from_.assign(edges_.size(), -1);
        found.assign(1, wanted);
        for (std::size_t next = 0; next < found.size(); ++next) {
            const int edge = found[next];
            for (int forest = 0; forest < 2; ++forest) {
                if (edges_[edge].forest == forest) continue;
                const auto& place = place_[forest];
                int one = edges_[edge].one, two = edges_[edge].two;
                if (place[one].root != place[two].root) {
                    exchange(edge, forest);
                    return true;
                }
                for (one = top(forest, one), two = top(forest, two); one != two;) {
                    if (place[one].depth < place[two].depth) std::swap(one, two);
                    found.push_back(place[one].edge);
                    from_[place[one].edge] = edge;
                    place_[forest][one].top = place[one].parent;
                    one = top(forest, one);
                }
            }
        }
        return false;
    }
    // Moves an edge to a forest where it fits, then the edge that takes its old place, and so on.
    void exchange(int edge, int forest) {
        for (; edge >= 0; edge = from_[edge]) std::swap(edges_[edge].forest, forest);
    }

    int vertices_;
    std::vector<Edge> edges_;
    std::vector<Place> place_[2];
    std::vector<int> order_[2];  // of vertices, parents first
    std::vector<int> from_;      // the edge that an explored edge would make room for
};

}  // namespace isthmus
