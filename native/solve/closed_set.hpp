// ClosedSet: a few positions among which a seat can stay, whatever the opponent does, so that it never loses.
#pragma once

#include "solve/rehearsal.hpp"

namespace isthmus {

// Begins at a state at the start of a turn, after the choice of colours and without a past. Thins a fortress while the
// start still leads into it, and rehearses the proof.
template <GoesRound G>
class ClosedSet {
public:
    using State = typename G::State;

    ClosedSet(const G& game, const State& start, const Retrograde<G>& table, Seat seat, Budget& budget)
        : game_(game),
          layers_(table.layers()),
          seat_(seat),
          side_(game.opening(start).seat(Side::White) == seat ? Side::White : Side::Black) {
        const MovePhase<G> phase(game, start, table, side_);
        Fortress<G> fortress(phase);
        WayIn<G> way_in(game, start, layers_, fortress);
        const auto leads_in = [&](const std::vector<bool>& changed) { return way_in.leads_in(changed); };
        if (!leads_in(std::vector<bool>(static_cast<std::size_t>(phase.sets()), true))) return;
        Thinning<G>(fortress, layers_, budget).run(leads_in);
        reached_ = Rehearsal<G>(way_in, budget).run();
    }
    // The memory needed for this many positions of the table, in bytes, roughly.
    static double bytes(double positions) { return MovePhase<G>::bytes(positions); }

    // Whether such positions were found. A seat that does not lose may still be kept out of every fortress.
    bool found() const { return !reached_.empty(); }
    // Whether a state belongs to it, or the game is over and not lost.
    bool holds(const State& state) const {
        if (game_.over(state)) {
            const auto winner = winning_seat(game_, state);
            return !winner || *winner == seat_;
        }
        const auto &own = state.stones[index(side_)], &others = state.stones[index(other(side_))];
        const auto rows = reached_.find({own.count(), others.count(), state.side == side_});
        if (rows == reached_.end()) return false;
        const auto set = layers_.sets(side_, own.count()).all.number(own);
        return rows->second[set].test(layers_.sets(other(side_), others.count()).all.number(others));
    }

private:
    const G& game_;
    const Layers<G>& layers_;
    Seat seat_;
    Side side_;
    typename Rehearsal<G>::Reached reached_;
};

}  // namespace isthmus
