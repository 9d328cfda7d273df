// Fortress: a few sets of own stones among which a seat can stay forever without losing, once all stones are dropped.
#pragma once

#include <map>

#include "solve/retrograde.hpp"
#include "solve/set_rows.hpp"

namespace isthmus {

// The positions whose own stones are one of the *kept* sets, and from which the seat wins at once or can stay in such
// positions whatever the opponent does. This is a greatest fixed point: with fewer kept sets there are fewer positions.
template <GoesRound G>
class Fortress {
public:
    using State = typename G::State;
    using Stones = typename Layers<G>::Stones;

    // Begins with all sets of one colour, with all stones dropped: everything outside the opponent's attractor.
    Fortress(const G& game, const State& root, const Retrograde<G>& table, Side side) : side_(side) {
        while (game.layer_turns(root, stones_, stones_).places) ++stones_;
        const auto& layers = table.layers();
        own_ = &layers.sets(side, stones_), others_ = &layers.sets(other(side), stones_);
        const auto sets = static_cast<std::size_t>(own_->all.size());
        own_moves_ = moves_of(game, side, own_->all), other_moves_ = moves_of(game, other(side), others_->all);
        without_ = sets_without(others_->all, Stones::capacity);
        const SetRow none(others_->all.size());
        words_ = none.words();
        goes_on_.assign(sets, none);
        answers_ = wins_ = waits_ = blocked_ = goes_on_;
        kept_.assign(sets, true), is_due_.assign(sets, false), changed_.assign(sets, false);
        for (int set = 0; set < own_->all.size(); ++set) look(layers, set);
    }
    // The memory needed for this many positions of the table, in bytes, roughly.
    static double bytes(double positions) { return 3 * positions; }

    int stones() const { return stones_; }  // of each colour
    // Its positions in which the seat acts, or the opponent, by the own set.
    const SetRows& rows(bool acts) const { return acts ? answers_ : waits_; }
    // The positions in which the game goes on.
    const SetRows& goes_on() const { return goes_on_; }
    // The number of its positions with these own stones.
    int held(int set) const { return waits_[set].count(); }

    // All sets of own stones.
    const auto& sets() const { return own_->all; }
    // Drops some sets if `still(changed)` says that the remaining fortress is enough, and says whether it did.
    // `changed`: whether the rows of an own set may have changed since the last call. It is asked on the way, too: a
    // fortress that falls apart is given up early. After a failure its next call hears of the rows that are restored.
    template <class Still>
    bool drop(const std::vector<int>& sets, Still&& still) {
        before_.clear();
        for (const int set : sets) drop(set);
        const auto enough = [&] {
            for (const auto& [set, rows] : before_) changed_[set] = true;
            const bool is = still(changed_);
            changed_.assign(changed_.size(), false);
            return is;
        };
        if (settle(enough)) return true;
        for (const int set : due_) is_due_[set] = false;
        due_.clear();
        for (const int set : sets) kept_[set] = true;
        for (auto& [set, rows] : before_) answers_[set] = rows.first, waits_[set] = rows.second, changed_[set] = true;
        return false;
    }

private:
    static constexpr std::uint8_t at_once = 1;

    // Reads the results of a set's positions from the table.
    void look(const Layers<G>& layers, int set) {
        const std::pair counts(stones_, stones_);
        for (int others = 0; others < others_->all.size(); ++others) {
            const bool white = side_ == Side::White;
            const int own_swapped = own_->swapped[set], others_swapped = others_->swapped[others];
            const Rank ours{
                *(white ? layers.slot(counts, set, others) : layers.slot(counts, own_swapped, others_swapped))};
            const Rank theirs{
                *(white ? layers.slot(counts, others_swapped, own_swapped) : layers.slot(counts, others, set))};
            if (ours.number == Rank::none) continue;
            goes_on_[set].put(others);
            if (ours.number == at_once) wins_[set].put(others);
            if (!ours.lost()) answers_[set].put(others);
            if (!theirs.won()) waits_[set].put(others);
        }
        auto& blocked = blocked_[set];
        blocked = goes_on_[set];
        for (const auto& [to, after] : own_moves_[set])
            for (std::size_t word = 0; word < words_; ++word) blocked[word] &= ~without_[to][word];
    }
    // Whether the opponent has a move after which the game goes on. If not, it may have to pass.
    bool moves_on(int set, int others) const {
        for (const auto& [to, after] : other_moves_[others])
            if (!own_->all[set].test(to) && goes_on_[set].test(after)) return true;
        return false;
    }
    void touch(int set) {
        if (is_due_[set]) return;
        is_due_[set] = true;
        due_.push_back(set);
    }
    void remember(int set) { before_.try_emplace(set, answers_[set], waits_[set]); }
    void drop(int set) {
        remember(set);
        kept_[set] = false;
        answers_[set].clear(), waits_[set].clear();
        for (const auto& [to, after] : own_moves_[set]) touch(after);  // a move can be taken back
    }
    // Removes what no longer belongs. False as soon as too little is left.
    template <class Enough>
    bool settle(Enough&& enough) {
        std::size_t looks = 0;
        while (!due_.empty()) {
            const auto now = std::exchange(due_, {});
            for (const int set : now) is_due_[set] = false;
            for (const int set : now)
                if (kept_[set]) look_again(set);
            looks += now.size();
            if (due_.empty() || looks < kept_.size() / 2) continue;
            if (!enough()) return false;
            looks = 0;
        }
        return enough();
    }
    // Removes positions with these own stones that no longer belong, because the positions after their moves do not.
    void look_again(int set) {
        bool fewer = false;
        for (std::size_t word = 0; word < words_; ++word) {
            auto lost = answers_[set][word] & ~wins_[set][word] & ~(blocked_[set][word] & waits_[set][word]);
            for (auto move = own_moves_[set].begin(); lost && move != own_moves_[set].end(); ++move)
                lost &= ~(waits_[move->set][word] & without_[move->to][word]);
            if (!lost) continue;
            remember(set);
            answers_[set][word] &= ~lost;
            for (; lost; lost &= lost - 1) {
                const int others = static_cast<int>(word) * 64 + std::countr_zero(lost);
                for (const auto& [to, before] : other_moves_[others])
                    if (!own_->all[set].test(to)) fewer |= waits_[set].test(before), waits_[set].take(before);
                if (!moves_on(set, others)) fewer |= waits_[set].test(others), waits_[set].take(others);
            }
        }
        if (!fewer) return;
        touch(set);
        for (const auto& [to, after] : own_moves_[set]) touch(after);
    }

    Side side_;
    int stones_ = 0;  // of each colour
    const typename Layers<G>::Sets *own_, *others_;
    std::size_t words_ = 0;
    SetTurns own_moves_, other_moves_;
    SetRows without_;                   // by point: the sets without it
    SetRows goes_on_, wins_, blocked_;  // by own set: the game goes on; the seat wins at once; it is blocked
    SetRows answers_, waits_;           // the remaining positions with the seat, or the opponent, to act
    std::vector<bool> kept_, is_due_, changed_;
    std::vector<int> due_;
    std::map<int, std::pair<SetRow, SetRow>> before_;  // the rows before the changes of a try
};

}  // namespace isthmus
