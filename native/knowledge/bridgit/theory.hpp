// Perfect play from any position of Bridg-It, which is a switching game: docs/design/0008-switching-games.md.
#pragma once

#include <optional>

#include "knowledge/contract.hpp"
#include "knowledge/switching/owners.hpp"
#include "knowledge/switching/switching.hpp"
#include "rules/placement.hpp"

namespace isthmus::bridgit {

// Dots are vertices; all dots of a goal line are one vertex (rules 2.5).
inline SwitchingGraph graph(const Grid& grid, Side side) {
    SwitchingGraph graph;
    const int last = grid.rows() - 1;
    // Black's dots by row and column; White's dots in the same way, on the board reflected in its diagonal.
    const auto dot = [&](int row, int column) {
        if (row < 0) return SwitchingGraph::start;
        if (row > last) return SwitchingGraph::goal;
        return 2 + row / 2 * (last / 2 + 1) + column / 2;
    };
    for (int cell = 0; cell < grid.cells(); ++cell) {
        int row = grid.row(grid.point(cell)), column = grid.column(grid.point(cell));
        if (side == Side::White) std::swap(row, column);
        if (row % 2 == 0)
            graph.ends.push_back({dot(row - 1, column), dot(row + 1, column)});
        else
            graph.ends.push_back({dot(row, column - 1), dot(row, column + 1)});
    }
    graph.vertices = 2 + (last / 2) * (last / 2 + 1);
    return graph;
}

// Const and shared by threads.
template <int W>
class BridgitTheory {
public:
    using G = Placement<W>;
    explicit BridgitTheory(const G& game)
        : game_(game), theory_(graph(game.facts().grid, Side::Black), graph(game.facts().grid, Side::White)) {}
    std::optional<PerfectPlay> operator()(const typename G::State& s, const Looks& looks = {}) const {
        if (s.opening.turns) return std::nullopt;
        if (game_.over(s)) return PerfectPlay{*game_.outcome(s)->winner, true, {}, {}, true};
        auto owners = detail::owners(game_.facts().grid, s.stones);
        auto verdict = theory_.decide(owners, s.side);
        PerfectPlay play{verdict.winner, true, {verdict.winning.begin(), verdict.winning.end()}, verdict.trees, true};
        if (s.opening.choosing()) {
            play.winning_steps = {game_.ids().take(play.winner)};
        } else if (play.winner == s.side) {
            sort_by_looks(game_, s, looks, play.winning_steps);
            owners[play.winning_steps.front()] = s.side;
            play.trees = *theory_.waiting_win(owners, s.side);
        }
        return play;
    }

private:
    const G& game_;
    SwitchingGame theory_;
};

}  // namespace isthmus::bridgit
