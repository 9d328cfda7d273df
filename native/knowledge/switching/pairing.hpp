// Wins by local answers: a win by two edge-disjoint trees, divided into parts so that every answer stays in the
// attacked part. The smallest part is a pair of edges: if the other side takes one, the answer is the second.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "knowledge/switching/switching.hpp"

namespace isthmus {

// Collects the vertices of a graph around its two ends, until the two groups meet.
//
// A vertex with two edges to a group joins it by whichever of the two edges is left. Other vertices join in blocks: two
// edge-disjoint trees over the block's vertices and the group, merged into one vertex. The two groups meet by a pair of
// edges or in a block. No edge is used twice, so all answers together join the ends.
template <class Allowed>
class Gathering {
public:
    // Only pairs with `allowed(cell, cell)` are used. A vertex that can join either group joins that of the `first`
    // end.
    Gathering(const ContractedGraph& graph, int first, Allowed allowed)
        : graph_(graph), allowed_(std::move(allowed)), near_(graph.vertices()), group_(graph.vertices(), nothing) {
        for (auto& cells : inward_) cells.resize(graph.vertices());
        for (const auto& edge : graph.edges()) {
            if (edge.one == edge.two) continue;
            near_[edge.one].push_back({edge.two, edge.cell});
            near_[edge.two].push_back({edge.one, edge.cell});
        }
        met_ = graph.joined();
        group_[graph.start() + graph.goal() - first] = 1;
        gather({first}, 0);
        gather({graph.start() + graph.goal() - first}, 1);
        while (!met_ && gather_block()) {
        }
    }

    // Whether a side that waits wins, and the blocks that it uses besides pairs.
    bool complete() const { return met_; }
    const std::vector<Trees>& blocks() const { return blocks_; }

private:
    static constexpr int nothing = -1;
    // If the trees of a block have no more edges than this, the search for a smaller block is not worth the time.
    static constexpr std::size_t small = 3;

    // Adds these vertices to the group of an end, then every vertex that pairs can join to it.
    void gather(std::vector<int> waiting, int end) {
        for (const int vertex : waiting) group_[vertex] = end;
        while (!waiting.empty() && !met_) {
            const int from = waiting.back();
            waiting.pop_back();
            for (const auto& [to, cell] : near_[from]) {
                if (group_[to] == end) continue;
                const bool meets = group_[to] != nothing;
                auto& cells = meets ? between_ : inward_[end][to];
                const auto pairs = [&, cell = cell](Cell before) { return before != cell && allowed_(before, cell); };
                if (std::any_of(cells.begin(), cells.end(), pairs)) {
                    if (meets) {
                        met_ = true;
                    } else {
                        group_[to] = end;
                        waiting.push_back(to);
                    }
                }
                cells.push_back(cell);
            }
        }
    }
    // A small block next to the collected vertices.
    bool gather_block() {
        std::vector<int> number(graph_.vertices());
        std::vector<std::pair<int, int>> candidates{{0, 1}};
        int vertices = 2;
        for (int vertex = 0; vertex < graph_.vertices(); ++vertex) {
            number[vertex] = group_[vertex] == nothing ? vertices++ : group_[vertex];
            for (int end = 0; end < 2; ++end)
                if (group_[vertex] == nothing && !inward_[end][vertex].empty())
                    candidates.push_back({end, number[vertex]});
        }
        std::vector<TwoForests::Edge> edges;
        for (auto edge : graph_.edges()) {
            edge.one = number[edge.one], edge.two = number[edge.two];
            if (edge.one != edge.two) edges.push_back(edge);
        }
        TwoForests forests(vertices, std::move(edges));
        const auto classes = forests.classes();
        std::optional<Trees> best;
        int best_end = 0;
        for (const auto& [end, vertex] : candidates) {
            if (classes[vertex] != classes[end]) continue;
            auto trees = forests.trees(end, vertex);
            if (best && trees[0].size() >= (*best)[0].size()) continue;
            best = std::move(trees);
            best_end = end;
            if ((*best)[0].size() <= small) break;
        }
        if (!best) return false;
        std::vector<bool> inside(graph_.edges().back().cell + 1);
        for (const auto& tree : *best)
            for (const Cell cell : tree) inside[cell] = true;
        blocks_.push_back(std::move(*best));
        std::vector<int> fresh;
        for (const auto& edge : graph_.edges())
            for (const int vertex : {edge.one, edge.two}) {
                if (!inside[edge.cell] || group_[vertex] == best_end) continue;
                met_ |= group_[vertex] != nothing;
                group_[vertex] = best_end;
                fresh.push_back(vertex);
            }
        gather(std::move(fresh), best_end);
        return true;
    }

    const ContractedGraph& graph_;
    Allowed allowed_;
    std::vector<std::vector<std::pair<int, Cell>>> near_;
    std::vector<int> group_;                    // by vertex, the end whose group it is in
    std::vector<std::vector<Cell>> inward_[2];  // by end and vertex, the cells between it and the group
    std::vector<Cell> between_;                 // the cells between the two groups
    bool met_ = false;
    std::vector<Trees> blocks_;
};

}  // namespace isthmus
