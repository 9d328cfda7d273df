// Fortress: a few sets of own stones among which a seat can stay forever without losing, once all stones are dropped.
#pragma once

#include <map>

#include "solve/move_phase.hpp"

namespace isthmus {

// The positions whose own stones are one of the *kept* sets, and from which the seat wins at once or can stay in such
// positions whatever the opponent does. This is a greatest fixed point: with fewer kept sets there are fewer positions.
template <GoesRound G>
class Fortress {
public:
    // Begins with all sets: everything outside the opponent's attractor.
    explicit Fortress(const MovePhase<G>& phase)
        : phase_(phase),
          answers_(phase.answers),
          waits_(phase.waits),
          kept_(phase.waits.size(), true),
          is_due_(kept_.size(), false),
          changed_(kept_.size(), false) {}

    const MovePhase<G>& phase() const { return phase_; }
    // Its positions by own set: with `acts` those in which the seat acts, otherwise those in which the opponent does.
    const SetRows& rows(bool acts) const { return acts ? answers_ : waits_; }
    // The number of its positions with these own stones and the opponent to act.
    int held(int set) const { return waits_[set].count(); }

    // Drops some sets if `still(changed)` says that the remaining fortress is enough, and says whether it did.
    // `changed`: for each own set, whether its rows may have changed since the last call. `still` is also called during
    // the removal, to give up early if the fortress falls apart. After a failure, the next call gets the restored rows
    // as changed.
    template <class Still>
    bool drop(const std::vector<int>& sets, Still&& still) {
        before_.clear();
        for (const int set : sets) drop(set);
        const auto enough = [&] {
            for (const auto& [set, rows] : before_) changed_[set] = true;
            const bool holds = still(changed_);
            changed_.assign(changed_.size(), false);
            return holds;
        };
        if (settle(enough)) return true;
        for (const int set : due_) is_due_[set] = false;
        due_.clear();
        for (const int set : sets) kept_[set] = true;
        for (auto& [set, rows] : before_) answers_[set] = rows.first, waits_[set] = rows.second, changed_[set] = true;
        return false;
    }

private:
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
        for (const auto& [to, after] : phase_.own_moves[set]) touch(after);  // a move can be taken back
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
        const auto& moves = phase_.own_moves[set];
        const auto &wins = phase_.wins[set], &blocked = phase_.blocked[set];
        bool fewer = false;
        for (std::size_t word = 0; word < wins.words(); ++word) {
            auto lost = answers_[set][word] & ~wins[word] & ~(blocked[word] & waits_[set][word]);
            for (auto move = moves.begin(); lost && move != moves.end(); ++move)
                lost &= ~(waits_[move->set][word] & phase_.without[move->to][word]);
            if (!lost) continue;
            remember(set);
            answers_[set][word] &= ~lost;
            for (; lost; lost &= lost - 1) {
                const int one = static_cast<int>(word) * 64 + std::countr_zero(lost);
                const auto leads_there = [&](int before) {
                    fewer |= waits_[set].test(before), waits_[set].take(before);
                };
                for (const auto& [to, before] : phase_.other_moves[one])
                    if (!phase_.own->all[set].test(to)) leads_there(before);
                if (!phase_.moves_on(set, one)) leads_there(one);
            }
        }
        if (!fewer) return;
        touch(set);
        for (const auto& [to, after] : moves) touch(after);
    }

    const MovePhase<G>& phase_;
    SetRows answers_, waits_;  // the remaining positions with the seat, or the opponent, to act
    std::vector<bool> kept_, is_due_, changed_;
    std::vector<int> due_;
    std::map<int, std::pair<SetRow, SetRow>> before_;  // the rows before the changes of a try
};

}  // namespace isthmus
