// Wins by answering in pairs: the second player of a pair of edges owns one of the two, whatever the first does. A
// special case of two edge-disjoint trees, in which every answer is known beforehand.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "search/switching.hpp"

namespace isthmus {

// Whether a side that waits can join start and goal with pairs that are `allowed(cell, cell)`. Vertices are gathered
// round one end: a vertex with an allowed pair of edges to those gathered before is joined to them by one of the two.
// Its pair is used by no other vertex, so once the other end is gathered, all answers together make a path. Finding
// no such pairs proves nothing.
template <class Allowed>
bool wins_by_pairs(const ContractedGraph& graph, int end, Allowed&& allowed) {
    std::vector<std::vector<std::pair<int, Cell>>> near(graph.vertices());
    for (const auto& edge : graph.edges()) {
        if (edge.one == edge.two) continue;
        near[edge.one].push_back({edge.two, edge.cell});
        near[edge.two].push_back({edge.one, edge.cell});
    }
    std::vector<bool> gathered(graph.vertices());
    std::vector<std::vector<Cell>> inward(graph.vertices());  // the cells from a vertex to those gathered
    std::vector<int> waiting{end};
    gathered[end] = true;
    while (!waiting.empty()) {
        const int from = waiting.back();
        waiting.pop_back();
        for (const auto& [vertex, cell] : near[from]) {
            if (gathered[vertex]) continue;
            auto& cells = inward[vertex];
            const auto pairs = [&, cell = cell](Cell before) { return allowed(before, cell); };
            if (std::any_of(cells.begin(), cells.end(), pairs)) {
                gathered[vertex] = true;
                waiting.push_back(vertex);
            }
            cells.push_back(cell);
        }
    }
    return gathered[graph.start()] && gathered[graph.goal()];
}

template <class Allowed>
bool wins_by_pairs(const ContractedGraph& graph, Allowed&& allowed) {
    return wins_by_pairs(graph, graph.goal(), allowed) || wins_by_pairs(graph, graph.start(), allowed);
}

}  // namespace isthmus
