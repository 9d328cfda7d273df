// The Shannon switching game, decided exactly (Lehman 1964) by matroid partition (Edmonds 1965): two players claim the
// edges of a graph in turn; one tries to make a path of claimed edges between two vertices, the other to prevent it.
// The theory, and why it settles Bridg-It and one-stone Trellis, is in docs/design/0008-switching-games.md.
#pragma once

#include <algorithm>
#include <cassert>
#include <iterator>
#include <optional>
#include <vector>

#include "knowledge/switching/two_forests.hpp"
#include "rules/types.hpp"

namespace isthmus {

// One side's view of a board: every cell is an edge, and the side wins by joining `start` to `goal`.
struct SwitchingGraph {
    static constexpr int start = 0, goal = 1;
    struct Ends {
        int one, two;
    };
    int vertices = 2;
    std::vector<Ends> ends;  // by cell
};

// A side's graph in a position: its own edges are contracted, the other side's are deleted.
class ContractedGraph {
public:
    using Owners = std::vector<std::optional<Side>>;  // by cell

    ContractedGraph(const SwitchingGraph& graph, const Owners& owners, Side side) {
        DisjointSets sets(graph.vertices);
        for (std::size_t cell = 0; cell < owners.size(); ++cell)
            if (owners[cell] == side) sets.join(graph.ends[cell].one, graph.ends[cell].two);
        std::vector<int> number(graph.vertices, -1);
        const auto vertex = [&](int original) {
            int& known = number[sets.find(original)];
            if (known < 0) known = vertices_++;
            return known;
        };
        start_ = vertex(SwitchingGraph::start);
        goal_ = vertex(SwitchingGraph::goal);
        for (std::size_t cell = 0; cell < owners.size(); ++cell) {
            if (owners[cell]) continue;
            const int one = vertex(graph.ends[cell].one), two = vertex(graph.ends[cell].two);
            edges_.push_back({one, two, static_cast<Cell>(cell), TwoForests::outside, false});
        }
    }

    int vertices() const { return vertices_; }
    int start() const { return start_; }
    int goal() const { return goal_; }
    bool joined() const { return start_ == goal_; }
    const std::vector<TwoForests::Edge>& edges() const { return edges_; }  // the empty cells, ascending

    // For each edge, the length of the shortest path from start to goal through it. Without a path, a large number.
    std::vector<int> path_lengths() const {
        const auto from_start = distances(start_), from_goal = distances(goal_);
        std::vector<int> lengths;
        for (const auto& edge : edges_)
            lengths.push_back(
                1 + std::min(from_start[edge.one] + from_goal[edge.two], from_start[edge.two] + from_goal[edge.one]));
        return lengths;
    }

private:
    std::vector<int> distances(int from) const {
        constexpr int far = 1 << 20;
        std::vector<int> distance(vertices_, far);
        distance[from] = 0;
        for (bool changed = true; changed;) {
            changed = false;
            for (const auto& edge : edges_)
                for (const auto& [near, next] : {std::pair{edge.one, edge.two}, std::pair{edge.two, edge.one}})
                    if (distance[near] + 1 < distance[next]) distance[next] = distance[near] + 1, changed = true;
        }
        return distance;
    }

    int vertices_ = 0, start_ = 0, goal_ = 0;
    std::vector<TwoForests::Edge> edges_;
};

// The theory's result for a position.
struct SwitchingVerdict {
    Side winner;
    bool wins_moving_second;    // the winner also wins if the other side is to move, or moves once more
    std::vector<Cell> winning;  // cells that keep the win, the one on the shortest path first; empty if the mover loses
    Trees trees;                // if the winner may wait: its two trees, on one set of vertices
};

// How a side wins: by waiting or, if that is not enough, by moving first.
struct SwitchingWin {
    Trees trees;  // two trees; if the side must move first, a cell of `starts` counts as two
    // Cells of the trees; after the side has claimed any one of them, the other cells contain two trees. Empty if the
    // side may wait.
    std::vector<Cell> starts;
};

// The game on a board with a graph for each side, in which exactly one side joins its vertices in the end.
class SwitchingGame {
public:
    using Owners = ContractedGraph::Owners;

    SwitchingGame(SwitchingGraph black, SwitchingGraph white) : graph_{std::move(black), std::move(white)} {}

    const SwitchingGraph& graph(Side side) const { return graph_[index(side)]; }

    // The trees with which a side wins even if the other moves; none if it does not.
    std::optional<Trees> waiting_win(const Owners& owners, Side side) const {
        const ContractedGraph graph(this->graph(side), owners, side);
        TwoForests forests(graph.vertices(), without_loops(graph));
        const auto classes = forests.classes();
        if (classes[graph.start()] != classes[graph.goal()]) return std::nullopt;
        return forests.trees(graph.start(), graph.goal());
    }

    // How a side that is not joined yet can win; none if it cannot. It wins by moving first if there are two trees once
    // an edge between the ends is added. By the exchange property a claimed cell, which counts twice, can replace that
    // edge if there was room between its ends before.
    std::optional<SwitchingWin> win(const Owners& owners, Side side) const {
        const ContractedGraph graph(this->graph(side), owners, side);
        assert(!graph.joined());
        TwoForests forests(graph.vertices(), without_loops(graph));
        const auto before = forests.classes();
        if (before[graph.start()] == before[graph.goal()])
            return SwitchingWin{forests.trees(graph.start(), graph.goal()), {}};
        forests.add(graph.start(), graph.goal());
        const auto after = forests.classes();
        if (after[graph.start()] != after[graph.goal()]) return std::nullopt;
        SwitchingWin win{forests.trees(graph.start(), graph.goal()), {}};
        std::vector<bool> inside(owners.size());
        for (auto& tree : win.trees) {
            std::erase(tree, TwoForests::none);
            for (const Cell cell : tree) inside[cell] = true;
        }
        for (const auto& edge : graph.edges())
            if (inside[edge.cell] && before[edge.one] != before[edge.two]) win.starts.push_back(edge.cell);
        return win;
    }

    // Decides a position in which neither side has joined its vertices yet.
    SwitchingVerdict decide(const Owners& owners, Side mover) const {
        const ContractedGraph graph(this->graph(mover), owners, mover);
        assert(!graph.joined());
        TwoForests forests(graph.vertices(), without_loops(graph));
        const auto before = forests.classes();
        SwitchingVerdict verdict{mover, before[graph.start()] == before[graph.goal()], {}, {}};
        if (verdict.wins_moving_second) {
            verdict.trees = forests.trees(graph.start(), graph.goal());
            for (const auto& edge : graph.edges()) verdict.winning.push_back(edge.cell);
        } else {
            forests.add(graph.start(), graph.goal());
            const auto after = forests.classes();
            if (after[graph.start()] != after[graph.goal()]) return lost(owners, mover);
            for (const auto& edge : graph.edges())
                if (before[edge.one] != before[edge.two] && after[edge.one] == after[edge.two])
                    verdict.winning.push_back(edge.cell);
        }
        sort_by_path(graph, verdict.winning);
        return verdict;
    }

private:
    static std::vector<TwoForests::Edge> without_loops(const ContractedGraph& graph) {
        std::vector<TwoForests::Edge> edges;
        std::copy_if(graph.edges().begin(), graph.edges().end(), std::back_inserter(edges),
                     [](const auto& edge) { return edge.one != edge.two; });
        return edges;
    }
    static void sort_by_path(const ContractedGraph& graph, std::vector<Cell>& cells) {
        const auto lengths = graph.path_lengths();
        std::vector<int> length(graph.edges().back().cell + 1);
        for (std::size_t i = 0; i < lengths.size(); ++i) length[graph.edges()[i].cell] = lengths[i];
        std::stable_sort(cells.begin(), cells.end(), [&](Cell a, Cell b) { return length[a] < length[b]; });
    }
    SwitchingVerdict lost(const Owners& owners, Side mover) const {
        const auto trees = waiting_win(owners, other(mover));
        assert(trees);  // the boards are dual: a side that cannot be joined even by moving first is cut
        return {other(mover), true, {}, *trees};
    }

    SwitchingGraph graph_[2];
};

}  // namespace isthmus
