// Decisions by one turn of each side in Trellis: turns that win, and turns that must be stopped.
#pragma once

#include <algorithm>
#include <optional>

#include "games/trellis.hpp"
#include "knowledge/contract.hpp"
#include "knowledge/trellis/threats.hpp"

namespace isthmus::trellis {

// Const and shared by threads.
template <int W>
class Tactics {
public:
    using State = typename Trellis<W>::State;
    struct Scratch {
        typename Threats<W>::Wins mine, theirs;
    };

    explicit Tactics(const Trellis<W>& game) : game_(game), threats_(game.grid(), game.partners()) {}

    // For a state in which the colours have seats. Settles the answer if a turn of the side to act wins, or if no turn
    // can stop the opponent's next. Otherwise, if the opponent threatens to win, gives the only points that may stop
    // it.
    std::optional<Bits<W>> look(const State& state, const StepList& steps, Evaluation& answer, Scratch& scratch) const {
        if (wins(state, steps, answer, scratch)) return std::nullopt;
        return stops(state, steps, answer, scratch);
    }

private:
    // Whether the mirror rule might forbid one turn of this side: then no turn counts as a win.
    static bool near_ban(const State& state, Side side) {
        const auto& streaks = state.streaks[index(side)];
        return std::find(streaks.begin(), streaks.end(), MirrorRule::forbidden_streak - 1) != streaks.end();
    }

    bool wins(const State& state, const StepList& steps, Evaluation& answer, Scratch& scratch) const {
        auto& mine = scratch.mine;
        threats_.find(state.stones, state.side, mine);
        auto winning = mine.stones;
        if (!meets(winning, steps) && !game_.mid_turn(state) && !near_ban(state, state.side)) {
            // The search may keep only one order of a turn, so use its lower point, which every kept order allows.
            for (const auto& [one, two] : mine.pairs) winning.set(std::min(one, two));
        }
        if (!meets(winning, steps)) return false;
        answer.settle_by(steps, state.side, [&](Step step) { return is_at(step, winning); });
        return true;
    }
    // The steps that can still stop the opponent from winning in the next turn, if there is such a threat.
    std::optional<Bits<W>> stops(const State& state, const StepList& steps, Evaluation& answer,
                                 Scratch& scratch) const {
        const Side enemy = other(state.side);
        auto& theirs = scratch.theirs;
        threats_.find(state.stones, enemy, theirs);
        if (theirs.none() || near_ban(state, enemy)) return std::nullopt;
        const auto useful = threats_.stops(theirs, game_.mid_turn(state));
        if (meets(useful, steps)) return useful;
        answer.settle(enemy);
        return std::nullopt;
    }
    bool is_at(Step step, const Bits<W>& points) const { return game_.ids().is_cell(step) && points.test(step); }
    bool meets(const Bits<W>& points, const StepList& steps) const {
        return std::any_of(steps.begin(), steps.end(), [&](Step step) { return is_at(step, points); });
    }

    const Trellis<W>& game_;
    Threats<W> threats_;
};

}  // namespace isthmus::trellis
