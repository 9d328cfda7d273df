// WayIn: how a seat comes into a fortress while stones are dropped, and a small fortress into which it still can.
#pragma once

#include <unordered_map>

#include "solve/fortress.hpp"

namespace isthmus {

template <GoesRound G>
class WayIn {
public:
    using State = typename G::State;

    // From a state at the start of a turn, with colours settled and without a past.
    WayIn(const G& game, const State& start, const Retrograde<G>& table, Seat seat, Budget& budget)
        : game_(game),
          start_(start),
          seat_(seat),
          table_(table),
          fortress_(game, start, table, game.opening(start).seat(Side::White) == seat ? Side::White : Side::Black) {
        if (found_ = still_leads_in(); found_) fortress_.thin(budget, [&] { return still_leads_in(); });
        asked_ = 0, most_asked_ = no_bound;
    }

    // Whether there is one. A seat that does not lose may be kept out by passes of a side that is blocked.
    bool found() const { return found_; }
    // Whether a state is on the way, or in the fortress, or the game is over and not lost.
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
        known.lost = true;  // as long as it is not known
        bool is_safe = !own;
        // The step that led in before may still do so.
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
    // How many positions the fortress has with the seat's stones, once all stones are dropped.
    int held(const State& state) const { return fortress_.complete(state) ? fortress_.held(state) : 0; }

private:
    // With fewer sets what is lost stays lost, so that is looked for once only, unless it came of a try that failed.
    struct Known {
        int tried = 0;  // the last fortress with which it was safe
        bool lost = false;
        Step step = 0;  // of the seat, which led in then
    };

    // A way that takes far longer to find than the last one is not looked for.
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
