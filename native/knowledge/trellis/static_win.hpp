// A win in Trellis with two stones a turn, proved without a search: two edge-disjoint trees, as in a switching game, in
// which the other side can never attack two cells in one turn. The condition is sufficient, not necessary.
#pragma once

#include <optional>

#include "knowledge/trellis/theory.hpp"

namespace isthmus::trellis {

// The proof of a side's win.
struct ShownWin {
    Side side;
    Trees trees;
    // Empty: the side wins even if the other moves. Otherwise the side moves, and wins if its next stone is one of
    // these cells of the trees that the rules allow.
    std::vector<Cell> starts;
};

// Const and shared by threads.
template <int W>
class StaticWin {
public:
    explicit StaticWin(const Trellis<W>& game)
        : game_(game),
          theory_(graph(game.grid().rows(), Side::Black), graph(game.grid().rows(), Side::White)),
          danger_(game.grid().rows()) {}

    // The winner and the proof, if this test finds one. The colours have seats; in mid-turn the first stone is on the
    // board. The winner answers an attacked cell with one stone, after which the rest of the trees can answer the next
    // attack. (Three edge-disjoint trees would be enough if any two stones made a turn, but they prove nothing here:
    // the two answers may not be at the right distance. docs/design/0008-switching-games.md.)
    std::optional<ShownWin> operator()(const typename Trellis<W>::State& s) const {
        if (game_.over(s) || s.opening.under_way()) return std::nullopt;
        auto found = trees(s);
        if (!found) return std::nullopt;
        for (const auto& [one, two] : attacks(found->trees)) {
            std::erase_if(found->starts, [one = one, two = two](Cell start) { return start != one && start != two; });
            if (found->starts.empty()) return std::nullopt;
        }
        auto streaks = s.streaks[index(found->side)];
        if (found->side == s.side)
            for (auto& streak : streaks) ++streak;  // for the turn before the first answer
        if (!danger_.few_images({found->trees}, streaks)) return std::nullopt;
        return found;
    }

private:
    // The winner if each turn were one stone.
    std::optional<ShownWin> trees(const typename Trellis<W>::State& s) const {
        const auto owners = detail::owners(game_.grid(), s.stones);
        if (auto win = theory_.win(owners, s.side))
            return ShownWin{s.side, std::move(win->trees), std::move(win->starts)};
        auto trees = theory_.waiting_win(owners, other(s.side));
        if (!trees) return std::nullopt;
        return ShownWin{other(s.side), std::move(*trees), {}};
    }
    // Pairs of cells of the trees that can be attacked in one turn.
    std::vector<std::pair<Cell, Cell>> attacks(const Trees& trees) const {
        Bits<W> before;
        std::vector<std::pair<Cell, Cell>> attacks;
        for (const auto& tree : trees)
            for (const Cell cell : tree) {
                const auto partners = game_.partners()[cell] & before;
                partners.each([&](int partner) { attacks.emplace_back(static_cast<Cell>(partner), cell); });
                before.set(cell);
            }
        return attacks;
    }

    const Trellis<W>& game_;
    SwitchingGame theory_;
    MirrorDanger danger_;
};

}  // namespace isthmus::trellis
