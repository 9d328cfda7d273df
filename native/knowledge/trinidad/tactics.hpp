// Decisions by one turn of each side in Trinidad: turns that connect, and turns that fail to stop one.
#pragma once

#include <optional>

#include "knowledge/contract.hpp"
#include "knowledge/trinidad/winning_turns.hpp"

namespace isthmus::trinidad {

// Const and shared by threads.
template <int W>
class Tactics {
public:
    using State = typename Trinidad<W>::State;
    struct Scratch {
        WinningTurns<W> turns;
        std::vector<Bits<W>> needs;  // of the opponent's winning turns, the minimal ones
    };

    explicit Tactics(const Trinidad<W>& game) : game_(game) {}

    Scratch scratch() const { return {WinningTurns<W>(game_), {}}; }

    // For a state in which the colours have seats, with a weight for each step. If one turn of each colour decides,
    // settles the answer and returns true; otherwise drops the steps that lose at once.
    bool decided(const State& state, const StepList& steps, Evaluation& answer, Scratch& scratch) const {
        const Side side = state.side;
        std::optional<Step> wins;
        scratch.turns.each(state.stones, side,
                           state.to_place    ? Actions::Place
                           : state.added < 0 ? Actions::AddAndRow
                                             : Actions::RowOnly,
                           [&](const WinningTurn<W>& turn) {
                               wins = turn.added >= 0 ? static_cast<Step>(game_.board().grid().cell(turn.added))
                                                      : game_.id(turn.row);
                               return false;
                           });
        if (wins) {
            answer.settle_by(steps, side, [&](Step step) { return step == *wins; });
            return true;
        }
        if (state.to_place) return false;
        find_needs(state, scratch);
        if (scratch.needs.empty()) return false;
        return answer.drop_losing(steps, side, [&](Step step) { return loses(state, step, scratch); });
    }

private:
    // The points that the waiting colour would need for its winning turns if it were to move. A turn that needs more
    // points than another can be omitted. Omitting further turns is also sound, but proves less.
    void find_needs(const State& state, Scratch& scratch) const {
        auto& needs = scratch.needs;
        needs.clear();
        int looked = 0;
        scratch.turns.each(state.stones, other(state.side), Actions::AddAndRow, [&](const WinningTurn<W>& turn) {
            for (const auto& known : needs)
                if ((known & turn.needs) == known) return ++looked < most_turns;
            std::erase_if(needs, [&](const Bits<W>& known) { return (known & turn.needs) == turn.needs; });
            needs.push_back(turn.needs);
            return ++looked < most_turns;
        });
    }

    // Whether the opponent wins in the next turn, whatever follows in this turn after a step that does not win. A
    // winning turn of the opponent can only be stopped by entering a field that it needs.
    bool loses(const State& state, Step step, Scratch& scratch) const {
        const auto& needs = scratch.needs;
        const auto missed = [&](const Bits<W>& entered) {
            for (const auto& need : needs)
                if (!need.meets(entered)) return true;
            return false;
        };
        Bits<W> entered;
        if (step >= game_.ids().first_move()) {
            game_.board().each_change(game_.move_of(step, state.stones[index(state.side)]),
                                      [&](int, int point) { entered.set(point); });
            return missed(entered);
        }
        if (!game_.ids().is_cell(step)) return true;
        const int added = game_.board().grid().point(step);
        entered.set(added);
        if (!missed(entered)) return false;
        auto own = state.stones[index(state.side)];
        own.set(added);
        bool stops = false;
        scratch.turns.each_row(own, own | state.stones[index(other(state.side))],
                               [&](const RowMove&, const Bits<W>& row) { stops = stops || !missed(row | entered); });
        return !stops;
    }

    static constexpr int most_turns = 200;  // winning turns of the opponent considered

    const Trinidad<W>& game_;
};

}  // namespace isthmus::trinidad
