// Winning turns of Trinidad: adds, row moves, and both together, that connect a colour's sides at once (rules 4).
#pragma once

#include <vector>

#include "games/trinidad.hpp"

namespace isthmus::trinidad {

// A turn that wins: the add comes first; either may be absent.
template <int W>
struct WinningTurn {
    int added;      // a point, or -1
    RowMove row;    // of distance 0: none
    Bits<W> needs;  // the empty fields that it fills; it remains possible until the opponent takes one of them
};

// The options that the colour still has in this turn.
enum class Actions : std::uint8_t { Place, AddAndRow, RowOnly };

template <int W>
class WinningTurns {
public:
    explicit WinningTurns(const Trinidad<W>& game) : game_(game), links_(game.board().links()) { moves_.reserve(512); }

    // Calls visit(turn) for each winning turn of a colour until it returns false. Turns that only add come first. A row
    // move after an add that wins alone is omitted. The game is not over.
    template <class Visit>
    void each(const Bits<W>* stones, Side side, Actions actions, Visit&& visit) {
        own_ = stones[index(side)];
        taken_ = stones[0] | stones[1];
        for (int end = 0; end < 2; ++end) {
            const auto& goal = game_.contest().goals[index(side)][end];
            chain_[end] = links_.chain(own_ & goal, own_);
            reach_[end] = goal | links_.neighbours(chain_[end]);
        }
        const auto empty = game_.board().all().minus(taken_);
        const auto open = actions == Actions::Place       ? empty
                          : actions == Actions::AddAndRow ? links_.neighbours(own_) & empty
                                                          : Bits<W>{};
        for (auto wins = open & reach_[0] & reach_[1]; wins.any(); wins.reset(wins.first()))
            if (!visit(WinningTurn<W>{wins.first(), {}, Bits<W>::of(wins.first())})) return;
        if (actions == Actions::Place) return;
        if (!rows(side, visit)) return;
        for (auto adds = open.minus(reach_[0] & reach_[1]); adds.any(); adds.reset(adds.first()))
            if (!rows_after(adds.first(), side, visit)) return;
    }

    // Calls found(move, fields entered) for each row move of `own`.
    template <class Found>
    void each_row(const Bits<W>& own, const Bits<W>& taken, Found&& found) const {
        for (auto rears = own; rears.any(); rears.reset(rears.first()))
            for (int direction = 0; direction < Trinidad<W>::directions; ++direction)
                rows_of(rears.first(), direction, own, taken, found);
    }

private:
    struct Move {
        RowMove row;
        Bits<W> entered;
    };
    template <class Found>
    void rows_of(int rear, int direction, const Bits<W>& own, const Bits<W>& taken, Found&& found) const {
        Bits<W> entered;
        game_.board().each_move(rear, direction, own, taken, [&](const RowMove& move) {
            entered.set(move.front);
            found(move, entered);
        });
    }
    // The own piece behind a point in a direction, or -1.
    int behind(int point, int direction, const Bits<W>& own) const {
        const auto [up, right] = hexagon_directions[direction];
        const auto& grid = game_.board().grid();
        const int at = grid.at(grid.row(point) - up, grid.column(point) - right);
        return at >= 0 && own.test(at) ? at : -1;
    }
    bool connects(Bits<W> own, const RowMove& row, Side side) const {
        game_.shift(own, row);
        return game_.contest().won_by(row.front, side, own, links_);
    }

    // Row moves alone. Collects those that may also win with an add: the entered fields must touch one of the ends.
    template <class Visit>
    bool rows(Side side, Visit&& visit) {
        moves_.clear();
        bool go_on = true;
        each_row(own_, taken_, [&](const RowMove& row, const Bits<W>& entered) {
            if (!go_on) return;
            const bool first = entered.meets(reach_[0]), second = entered.meets(reach_[1]);
            if (!first && !second) return;
            if (first && second && connects(own_, row, side)) {
                go_on = visit(WinningTurn<W>{-1, row, entered});
            } else {
                moves_.push_back({row, entered});
            }
        });
        return go_on;
    }
    // Row moves after an add that does not win alone. The entered fields must touch both ends, extended by the added
    // piece. This ignores that the row leaves fields, so a full test follows.
    template <class Visit>
    bool rows_after(int added, Side side, Visit&& visit) {
        auto own = own_, taken = taken_;
        own.set(added);
        taken.set(added);
        Bits<W> reach[2] = {reach_[0], reach_[1]};
        for (int end = 0; end < 2; ++end)
            if (reach_[end].test(added)) reach[end] |= links_.neighbours(links_.chain(Bits<W>::of(added), own));
        bool go_on = true;
        const auto attempt = [&](const RowMove& row, const Bits<W>& entered) {
            if (!go_on || !entered.meets(reach[0]) || !entered.meets(reach[1]) || !connects(own, row, side)) return;
            auto needs = entered;
            needs.set(added);
            go_on = visit(WinningTurn<W>{added, row, needs});
        };
        for (const auto& [row, entered] : moves_)
            if (!entered.test(added)) attempt(row, entered);
        // Rows with the added piece in them.
        for (int direction = 0; direction < Trinidad<W>::directions; ++direction)
            for (int rear = added; go_on && rear >= 0; rear = behind(rear, direction, own))
                rows_of(rear, direction, own, taken, attempt);
        return go_on;
    }

    const Trinidad<W>& game_;
    const Links<W>& links_;
    Bits<W> own_, taken_;
    Bits<W> chain_[2], reach_[2];  // the own pieces joined to either end, and where a piece joins it
    std::vector<Move> moves_;
};

}  // namespace isthmus::trinidad
