// Patient: a game whose rules look back to earlier positions (Trinidad, Network), changed so that a solver need not
// remember them: a position is its stones, and one seat has to win before there were too many turns in succession
// without a placement.
//
// What that seat wins here it wins by the true rules. Of all ways to win from a position take one that needs least
// patience: along it the patience that is needed falls from turn to turn, or a stone is placed. So no position comes
// twice; nothing that the winner plays is forbidden, or a draw, for having been there before. What the opponent may not
// play for that reason only helps. What evaluators prove takes drops, or two turns, whatever came before. That a seat
// does not win here proves nothing if games were cut short or there was a past.
//
// The past of the position from which a search begins stays until the next placement: it forbids the winner's turns,
// and makes draws.
#pragma once

#include <algorithm>

#include "rules/game.hpp"

namespace isthmus {

template <Remembers G>
class Patient {
public:
    struct State : G::State {
        std::uint8_t patience;  // turns left without a placement
    };

    explicit Patient(const G& game) : game_(game) {}

    // Who has to win, and in how many turns without a placement.
    void ask(Seat winner, int patience) {
        winner_ = winner;
        patience_ = static_cast<std::uint8_t>(patience);
    }
    State begin(const typename G::State& state) const {
        State s{{state}, patience_};
        if (game_.history(s).recorded() <= 1) game_.history(s).clear();  // only the position itself
        return s;
    }

    // The same position with so much patience, or all of it.
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
    // The past forbids the opponent nothing: it may have to pass, even to where it was before, if what came after the
    // search began forbids all else.
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
            // Fingerprints leave out the opening, so a position could come twice in it; only set-up positions get here.
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
