// Retrograde analysis of games that can go round. It works on all positions with the same number of stones at once,
// from decided positions back to those that lead to them. In the positions that remain, both seats can avoid a loss
// forever.
#pragma once

#include "solve/claim.hpp"
#include "solve/layers.hpp"

namespace isthmus {

// The result of a position for the side to move. A rank follows from lower ranks and from layers with more stones. Odd
// ranks are won, even ones lost.
struct Rank {
    static constexpr std::uint8_t undecided = 0, most = 253, none = 255;  // none: impossible, or the game is over
    std::uint8_t number = undecided;
    bool won() const { return number != none && number % 2; }
    bool lost() const { return number != undecided && number % 2 == 0; }
};

template <GoesRound G>
class Retrograde {
public:
    using State = typename G::State;

    // Covers every position that can follow a state at the start of a turn.
    Retrograde(const G& game, const State& root, const std::vector<BoardSymmetry>& symmetries, Budget& budget)
        : game_(game), root_(root), layers_(game, root, symmetries), budget_(budget) {}

    // The approximate number of positions to examine, at one byte each. 0 if it is far more than `most`, or if no
    // symmetry exchanges the colours.
    double positions(double most) {
        const double count = layers_.positions(most);
        return count < layers_.too_many ? count : 0;
    }
    // Decides all positions; call `positions` first. False if the budget is spent, if more positions turn out to be
    // needed than there is room for, or if a win takes too long.
    bool run(double most) {
        room_ = most;
        for (int stones = game_.ids().cells; stones >= 0; --stones)
            while (const auto counts = layers_.unsolved(stones))
                if (!decide(*counts)) return false;
        return true;
    }

    // The rank of a state at the start of a turn, after the choice of colours, in which the game is not over. Its past
    // is ignored.
    Rank rank(const State& state) const { return {*layers_.slot(state)}; }
    const Layers<G>& layers() const { return layers_; }

    // Calls found(step, after) for each turn, without the past in `after`; false ends it.
    template <class Found>
    void each_turn(const State& state, Found&& found) const {
        StepList steps;
        game_.steps(state, steps);
        for (const Step step : steps) {
            State after = state;
            game_.apply(after, step);
            game_.history(after).clear();
            if (!found(step, after)) return;
        }
    }

private:
    using Counts = typename Layers<G>::Counts;

    bool decide(Counts counts) {
        std::vector<Counts> together{counts};
        const Counts answered{counts.second, counts.first};
        if (answered != counts && layers_.is_needed(answered)) together.push_back(answered);
        for (std::size_t i = 0; i < together.size(); ++i) {
            bool quiet = false;
            if (!layers_.allot(together[i], Rank::none, room_) || !first_look(together[i], quiet)) return false;
            if (!quiet || std::find(together.begin(), together.end(), answered) != together.end()) continue;
            // A blocked side passes, which leads to a layer that was not counted, and perhaps to further layers.
            layers_.need(answered);
            together.push_back(answered);
            for (int stones = game_.ids().cells; stones > counts.first + counts.second; --stones)
                while (const auto later = layers_.unsolved(stones))
                    if (!decide(*later)) return false;
        }
        for (int rank = 1;; ++rank) {
            bool any = false;
            for (const auto& one : together)
                if (!spread(one, static_cast<std::uint8_t>(rank), any)) return false;
            if (!any && rank > 1) break;
            if (rank == Rank::most) return false;
        }
        for (const auto& one : together) layers_.layer(one).solved = true;
        return true;
    }
    // Wins and losses without a quiet turn: at once, or by a placement.
    bool first_look(Counts counts, bool& quiet) {
        const auto& whites = layers_.sets(Side::White, counts.first);
        const auto& blacks = layers_.sets(Side::Black, counts.second);
        auto* place = layers_.layer(counts).ranks.data();
        for (const int white : whites.first)
            for (int black = 0; black < blacks.all.size(); ++black, ++place) {
                if (whites.all[white].meets(blacks.all[black]) || place != layers_.slot(counts, white, black)) continue;
                if (!budget_.spend()) return false;
                const State state = layers_.standing(counts, white, black);
                if (game_.over(state)) continue;
                bool open = false, won = false;
                each_turn(state, [&](Step step, const State& after) {
                    const bool over = game_.over(after), placed = game_.ids().is_cell(step);
                    quiet |= !placed && !over;
                    if (over || placed) {
                        const auto found = over ? ended(after) : rank(after);
                        won = found.lost();
                        open |= !found.won();
                    } else {
                        open = true;
                    }
                    return !won;
                });
                *place = won ? 1 : open ? Rank::undecided : 2;
            }
        return true;
    }
    // The end of a game as a rank for the side that would move next; usually lost.
    Rank ended(const State& after) const {
        const auto winner = game_.outcome(after)->winner;
        if (!winner) return {Rank::undecided};
        return {static_cast<std::uint8_t>(*winner == after.side ? 1 : 2)};
    }
    // Updates the positions that lead to positions of a rank.
    bool spread(Counts counts, std::uint8_t rank, bool& any) {
        const auto& whites = layers_.sets(Side::White, counts.first);
        const auto& blacks = layers_.sets(Side::Black, counts.second);
        const auto& others = layers_.sets(Side::White, counts.second).all;
        const Counts before{counts.second, counts.first};
        const bool quietly = layers_.is_needed(before) && !layers_.layer(before).ranks.empty();
        const auto& ranks = layers_.layer(counts).ranks;
        for (std::size_t place = 0; place < ranks.size(); ++place) {
            if (ranks[place] != rank) continue;
            any = true;
            if (!quietly) continue;
            if (!budget_.spend()) return false;
            const int white = whites.first[place / blacks.all.size()];
            const int black = static_cast<int>(place % blacks.all.size());
            // The opponent has just made a quiet turn; take it back.
            const int mover = blacks.swapped[black], waiting = whites.swapped[white];
            each_turn(layers_.standing(before, mover, waiting), [&](Step step, const State& earlier) {
                if (game_.ids().is_cell(step) || game_.over(earlier)) return true;
                auto* found = layers_.slot(before, others.number(earlier.stones[1]), waiting);
                if (*found != Rank::undecided) return true;
                const bool lost = rank % 2;  // for the side that made this turn, unless it has a better one
                if (!lost || all_lose(game_.standing(root_, earlier.stones[0], earlier.stones[1], Side::White)))
                    *found = static_cast<std::uint8_t>(rank + 1);
                return true;
            });
        }
        return true;
    }
    bool all_lose(const State& state) const {
        bool all = true;
        each_turn(state, [&](Step, const State& after) {
            all = (game_.over(after) ? ended(after) : rank(after)).won();
            return all;
        });
        return all;
    }

    const G& game_;
    State root_;
    Layers<G> layers_;
    Budget& budget_;
    double room_ = 0;
};

}  // namespace isthmus
