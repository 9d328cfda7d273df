// Patient: changes a game whose rules refer to earlier positions (Trinidad, Network), so that a solver does not need to
// remember them. A position is only its stones. One seat must win, and loses after too many successive turns without a
// placement.
//
// A win of that seat here is a win under the true rules. Of all ways to win from a position, take one that needs the
// least patience. Along it the needed patience falls from turn to turn until a stone is placed, so no position occurs
// twice. So no turn of the winner repeats a position, which the rules might forbid or call a draw. If the rules forbid
// a turn of the opponent, that only helps the winner. Evaluators prove wins by drops, or within two turns, whatever
// happened before. A failure to win here proves nothing if games were cut short or the game had a past.
//
// The past of the root position stays until the next placement: it forbids turns of the winner, and makes draws.
#pragma once

#include <algorithm>

#include "rules/game.hpp"
#include "rules/history.hpp"

namespace isthmus {

template <Remembers G>
class Patient {
public:
    struct State : G::State {
        std::uint8_t patience;  // turns that remain without a placement
    };

    explicit Patient(const G& game) : game_(game) {}

    // Sets the seat that must win, and the number of turns that it has without a placement.
    void ask(Seat winner, int patience) {
        winner_ = winner;
        patience_ = static_cast<std::uint8_t>(patience);
    }
    State begin(const typename G::State& state) const {
        State s{{state}, patience_};
        if (game_.history(s).recorded() <= 1) game_.history(s).clear();  // it holds only the position itself
        return s;
    }

    // The same position with this patience, or, below, with the full patience.
    State with_patience(State s, int patience) const {
        s.patience = static_cast<std::uint8_t>(patience);
        return s;
    }
    bool cut_short(const State& s) const { return !s.patience && !game_.over(s); }
    State rested(const State& s) const { return with_patience(s, patience_); }

    // The contract
    StepIds ids() const { return game_.ids(); }
    int num_steps() const { return game_.num_steps(); }
    State initial() const { return begin(game_.initial()); }
    ToAct to_act(const State& s) const { return game_.to_act(s); }
    bool over(const State& s) const { return !s.patience || game_.over(s); }
    bool mid_turn(const State& s) const { return game_.mid_turn(s); }
    Opening opening(const State& s) const { return game_.opening(s); }
    History& history(State& s) const { return game_.history(s); }
    // The opponent may make every turn that is legal without a past. These include a pass that returns to an earlier
    // position. The opponent must make that pass if the positions since the root forbid every other turn.
    void steps(const State& s, StepList& out) const {
        if (to_act(s).seat == winner_) return game_.steps(s, out);
        State free = s;
        game_.history(free).clear();
        game_.steps(free, out);
    }
    void apply(State& s, Step step) const {
        const auto past = game_.history(s);
        const bool opening = game_.opening(s).turns > 0;
        game_.apply(s, step);
        if (game_.ids().is_cell(step)) {
            game_.history(s).clear();
            s.patience = patience_;
        } else {
            game_.history(s) = past;
            // Fingerprints ignore the opening, so a position could recur in it. Only set-up positions get here.
            s.patience = opening ? 0 : s.patience - 1;
        }
    }
    std::optional<Outcome> outcome(const State& s) const {
        if (game_.over(s)) return game_.outcome(s);
        if (s.patience) return std::nullopt;
        const bool black = game_.opening(s).seat(Side::Black) == winner_;
        return Outcome{"patience", black ? Side::White : Side::Black};
    }
    std::uint64_t key(const State& s) const { return game_.key(s) ^ scramble(1u << 16 | patience_ << 8 | s.patience); }
    Snapshot snapshot(const State& s) const {
        auto out = game_.snapshot(s);
        out.counters.push_back({"patience", {s.patience}});
        return out;
    }
    State restore(const Snapshot& in) const {
        State s{{game_.restore(in)}, static_cast<std::uint8_t>(in.number("patience"))};
        if (in.counter("history").empty()) game_.history(s).clear();
        return s;
    }

private:
    const G& game_;
    Seat winner_ = Seat::First;
    std::uint8_t patience_ = 1;
};

}  // namespace isthmus
