// WayIn: how a seat gets into a fortress while stones are dropped, and the smallest fortress found that it can still
// get into.
#pragma once

#include <unordered_map>

#include "solve/fortress.hpp"

namespace isthmus {

template <GoesRound G>
class WayIn {
public:
    using State = typename G::State;

    // Begins at a state at the start of a turn, after the choice of colours and without a past.
    WayIn(const G& game, const State& start, const Retrograde<G>& table, Seat seat, Budget& budget)
        : game_(game),
          start_(start),
          seat_(seat),
          table_(table),
          fortress_(game, start, table, game.opening(start).seat(Side::White) == seat ? Side::White : Side::Black) {
        if (found_ = still_leads_in(); found_) fortress_.thin(budget, [&] { return still_leads_in(); });
        asked_ = 0, most_asked_ = no_bound;
    }

    // Whether there is a way in. A seat that does not lose may still be kept out by passes of a blocked side.
    bool found() const { return found_; }
    // Whether a state is on the way in or in the fortress, or the game is over and not lost.
    bool safe(const State& state) {
        if (++asked_ > most_asked_) return false;
        if (game_.over(state)) {
            const auto winner = game_.outcome(state)->winner;
            return !winner || game_.opening(state).seat(*winner) == seat_;
        }
        if (fortress_.complete(state)) return fortress_.holds(state);
        auto& known = known_[game_.key(state)];
        if (known.lost || known.tried == tries_) return !known.lost;
        const bool own = game_.to_act(state).seat == seat_;
        known.lost = true;  // until it is known
        bool is_safe = !own;
        // The step that led in before may still work.
        if (own && known.tried) is_safe = safe(applied(state, known.step));
        if (is_safe != own)
            table_.each_turn(state, [&](Step step, const State& after) {
                is_safe = safe(after);
                if (is_safe) known.step = step;
                return is_safe != own;
            });
        known.lost = !is_safe;
        if (is_safe) known.tried = tries_;
        if (!is_safe) new_losses_.push_back(&known);
        return is_safe;
    }
    // The number of positions of the fortress with the seat's stones, once all stones are dropped.
    int held(const State& state) const { return fortress_.complete(state) ? fortress_.held(state) : 0; }

private:
    // A lost state stays lost with fewer sets, so it is searched only once, unless the try that lost it failed.
    struct Known {
        int tried = 0;  // the number of the last try in which it was safe
        bool lost = false;
        Step step = 0;  // the seat's step that led in
    };

    // Gives up if the search takes far longer than the last successful one.
    bool still_leads_in() {
        ++tries_, asked_ = 0;
        new_losses_.clear();
        const bool is_safe = safe(start_);
        if (is_safe) most_asked_ = patience * asked_ + patience;
        if (!is_safe)
            for (auto* known : new_losses_) known->lost = false;
        return is_safe;
    }
    State applied(const State& state, Step step) const {
        State after = state;
        game_.apply(after, step);
        game_.history(after).clear();
        return after;
    }

    static constexpr std::uint64_t patience = 4, no_bound = ~std::uint64_t{0} >> 1;

    const G& game_;
    State start_;
    Seat seat_;
    const Retrograde<G>& table_;
    Fortress<G> fortress_;
    std::unordered_map<std::uint64_t, Known> known_;
    std::vector<Known*> new_losses_;
    int tries_ = 0;
    std::uint64_t asked_ = 0, most_asked_ = no_bound;
    bool found_ = false;
};

}  // namespace isthmus
