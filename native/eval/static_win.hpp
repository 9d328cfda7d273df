// A win in Trellis with two stones a turn that shows without any search: two edge-disjoint trees, as in a switching
// game, of which the other side can never attack two cells in one turn. Sufficient, not necessary.
#pragma once

#include <cmath>
#include <optional>

#include "eval/switching_games.hpp"

namespace isthmus {

// What shows of a side's win.
struct ShownWin {
    Trees trees;
    // Empty: the side wins although the other goes on. Else it wins if one of these cells, of the trees, is its next
    // stone. As long as the other side keeps off the trees, either stays so.
    std::vector<Cell> starts;
};

// Const and shared by threads.
class StaticWin {
public:
    StaticWin(int size, int separation)
        : size_(size),
          separation_(separation),
          theory_(trellis_graph(size, Side::Black), trellis_graph(size, Side::White)),
          danger_(size) {}

    // How a side wins, if this test can tell; the colours have seats, and in mid-turn the first stone stands. The
    // winner answers an attacked cell with one stone, which keeps what is left of the trees fit for the next attack.
    // (Three edge-disjoint trees, which would do if any two stones made a turn, prove nothing here: the two answers may
    // not be at the right distance. docs/design/0008-switching-games.md.)
    template <int W>
    std::optional<ShownWin> operator()(const trellis::Trellis<W>& game, const typename trellis::Trellis<W>::State& s,
                                       Side side) const {
        if (game.over(s) || s.opening.under_way()) return std::nullopt;
        auto win = theory_.win(detail::owners(Grid(size_, size_), s.stones), side);
        if (!win) return std::nullopt;
        const bool waits = win->starts.empty();
        for (const auto& [one, two] : attacks(win->trees)) {
            if (waits) return std::nullopt;
            std::erase_if(win->starts, [&](Cell start) { return start != one && start != two; });
            if (win->starts.empty()) return std::nullopt;
        }
        auto streaks = s.streaks[index(side)];
        if (side == s.side || !waits)
            for (auto& streak : streaks) ++streak;  // by the turn that comes before the first answer
        if (!danger_.few_images({win->trees}, streaks)) return std::nullopt;
        return ShownWin{std::move(win->trees), std::move(win->starts)};
    }

private:
    // Pairs of cells of the trees that can be attacked in one turn.
    std::vector<std::pair<Cell, Cell>> attacks(const Trees& trees) const {
        struct Place {
            int row, column;
            Cell cell;
        };
        std::vector<Place> places;
        std::vector<std::pair<Cell, Cell>> attacks;
        for (const auto& tree : trees)
            for (const Cell cell : tree) {
                const int row = cell / size_, column = cell % size_;
                for (const auto& other : places)
                    if (std::abs(row - other.row) + std::abs(column - other.column) == separation_)
                        attacks.emplace_back(other.cell, cell);
                places.push_back({row, column, cell});
            }
        return attacks;
    }

    int size_, separation_;
    SwitchingGame theory_;
    detail::MirrorDanger danger_;
};

}  // namespace isthmus
