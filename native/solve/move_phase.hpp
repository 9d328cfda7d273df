// MovePhase: the positions with all stones dropped, as rows of bits, and the moves between them.
#pragma once

#include "solve/retrograde.hpp"
#include "solve/set_rows.hpp"

namespace isthmus {

// As one side sees it: there is a row for each set of its own stones, with a bit for each set of the opponent's.
template <GoesRound G>
struct MovePhase {
    using State = typename G::State;

    MovePhase(const G& game, const State& root, const Retrograde<G>& table, Side of) : side(of) {
        while (game.layer_turns(root, stones, stones).places) ++stones;
        const auto& layers = table.layers();
        own = &layers.sets(side, stones), others = &layers.sets(other(side), stones);
        own_moves = moves_of(game, side, own->all), other_moves = moves_of(game, other(side), others->all);
        without = sets_without(others->all, Layers<G>::Stones::capacity);
        goes_on.assign(static_cast<std::size_t>(sets()), SetRow(others->all.size()));
        answers = waits = wins = blocked = goes_on;
        for (int set = 0; set < sets(); ++set) look(layers, set);
    }
    // The memory for everything that needs these rows, in bytes, roughly, for this many positions of the table.
    static double bytes(double positions) { return 6 * positions; }

    int sets() const { return own->all.size(); }
    // Whether the opponent has a move that does not end the game. If not, it may have to pass.
    bool moves_on(int set, int one) const {
        for (const auto& [to, after] : other_moves[one])
            if (!own->all[set].test(to) && goes_on[set].test(after)) return true;
        return false;
    }
    // Calls act(after) for each position with the seat to act to which the opponent may lead.
    template <class Act>
    void each_answer(int set, int one, Act&& act) const {
        for (const auto& [to, after] : other_moves[one])
            if (!own->all[set].test(to) && goes_on[set].test(after)) act(after);
        if (!moves_on(set, one)) act(one);
    }

    Side side;
    int stones = 0;  // of each colour
    const typename Layers<G>::Sets *own = nullptr, *others = nullptr;
    SetTurns own_moves, other_moves;
    SetRows without;                 // by point: the opponent's sets without it
    SetRows goes_on, wins, blocked;  // the game is not over; the seat has a move that wins; it has no move
    SetRows answers, waits;          // the seat, or the opponent, acts, and the seat can avoid a loss

private:
    static constexpr std::uint8_t at_once = 1;

    // Reads the results of a set's positions from the table.
    void look(const Layers<G>& layers, int set) {
        const std::pair counts(stones, stones);
        for (int one = 0; one < others->all.size(); ++one) {
            const bool white = side == Side::White;
            const int own_swapped = own->swapped[set], others_swapped = others->swapped[one];
            const Rank ours{
                *(white ? layers.slot(counts, set, one) : layers.slot(counts, own_swapped, others_swapped))};
            const Rank theirs{
                *(white ? layers.slot(counts, others_swapped, own_swapped) : layers.slot(counts, one, set))};
            if (ours.number == Rank::none) continue;
            goes_on[set].put(one);
            if (ours.number == at_once) wins[set].put(one);
            if (!ours.lost()) answers[set].put(one);
            if (!theirs.won()) waits[set].put(one);
        }
        blocked[set] = goes_on[set];
        for (const auto& [to, after] : own_moves[set]) blocked[set].remove(without[to]);
    }
};

}  // namespace isthmus
