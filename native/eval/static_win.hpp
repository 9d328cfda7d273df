// A win in Trellis with two stones a turn that shows without any search: two edge-disjoint trees, as in a switching
// game, of which the other side can never attack two cells in one turn. Sufficient, not necessary.
#pragma once

#include <cmath>
#include <optional>

#include "eval/switching_games.hpp"

namespace isthmus {

// Const and shared by threads.
class StaticWin {
public:
    StaticWin(int size, int separation)
        : size_(size),
          separation_(separation),
          theory_(trellis_graph(size, Side::Black), trellis_graph(size, Side::White)),
          danger_(size) {}

    // The trees by which the side that is not to move wins, between two turns; none if this test does not tell. The
    // winner answers an attacked cell with one stone, which keeps what is left of the trees fit for the next attack.
    // (Three edge-disjoint trees, which would do if any two stones made a turn, prove nothing here: the two answers may
    // not be at the right distance. docs/design/0008-switching-games.md.)
    template <int W>
    std::optional<Trees> operator()(const trellis::Trellis<W>& game,
                                    const typename trellis::Trellis<W>::State& s) const {
        if (game.over(s) || game.mid_turn(s) || s.opening.under_way()) return std::nullopt;
        const Side waiting = other(s.side);
        auto trees = theory_.waiting_win(detail::owners(Grid(size_, size_), s.stones), waiting);
        if (!trees || attackable_at_once(*trees) || !danger_.few_images({*trees}, s.streaks[index(waiting)]))
            return std::nullopt;
        return trees;
    }

private:
    bool attackable_at_once(const Trees& trees) const {
        std::vector<Cell> cells(trees[0]);
        cells.insert(cells.end(), trees[1].begin(), trees[1].end());
        for (const Cell one : cells)
            for (const Cell two : cells)
                if (std::abs(one / size_ - two / size_) + std::abs(one % size_ - two % size_) == separation_)
                    return true;
        return false;
    }

    int size_, separation_;
    SwitchingGame theory_;
    detail::MirrorDanger danger_;
};

}  // namespace isthmus
