// Fortress: a few sets of own stones among which a seat can stay forever without losing, once all stones are dropped.
#pragma once

#include <map>
#include <numeric>

#include "solve/retrograde.hpp"

namespace isthmus {

// The positions whose own stones are one of the *kept* sets, and from which the seat wins at once or can stay in such
// positions whatever the opponent does. This is a greatest fixed point: with fewer kept sets there are fewer positions.
template <GoesRound G>
class Fortress {
public:
    using State = typename G::State;
    using Stones = typename Layers<G>::Stones;

    // Begins with all sets of one colour, with all stones dropped.
    Fortress(const G& game, const State& root, const Retrograde<G>& table, Side side) : side_(side) {
        while (game.layer_turns(root, stones_, stones_).places) ++stones_;
        const auto& layers = table.layers();
        own_ = &layers.sets(side, stones_), others_ = &layers.sets(other(side), stones_);
        const auto sets = static_cast<std::size_t>(own_->all.size());
        words_ = (static_cast<std::size_t>(others_->all.size()) + 63) / 64;
        own_moves_ = moves(game, side, own_->all), other_moves_ = moves(game, other(side), others_->all);
        const Row none(words_, 0);
        without_.assign(Stones::capacity, none);
        for (int point = 0; point < Stones::capacity; ++point)
            for (int set = 0; set < others_->all.size(); ++set)
                if (!others_->all[set].test(point)) put(without_[point], set);
        goes_on_.assign(sets, none);
        answers_ = wins_ = waits_ = blocked_ = goes_on_;
        kept_.assign(sets, true), is_due_.assign(sets, false);
        for (int set = 0; set < own_->all.size(); ++set) look(layers, set);
        for (int set = 0; set < own_->all.size(); ++set) {
            answers_[set] = goes_on_[set];
            touch(set);
        }
        settle();
    }
    // The memory needed for this many positions of the table, in bytes, roughly.
    static double bytes(double positions) { return 3 * positions; }

    // Whether a state belongs to the fortress. All its stones must be dropped.
    bool holds(const State& state) const {
        const int own = own_->all.number(state.stones[index(side_)]);
        const int others = others_->all.number(state.stones[index(other(side_))]);
        return test((state.side == side_ ? answers_ : waits_)[own], others);
    }
    bool complete(const State& state) const {
        return state.stones[0].count() == stones_ && state.stones[1].count() == stones_;
    }
    // The number of positions of the fortress with the state's own stones.
    int held(const State& state) const { return held(own_->all.number(state.stones[index(side_)])); }

    // Drops sets as long as `still()` says that the remaining fortress is enough. Sets with the fewest remaining
    // positions go first.
    template <class Still>
    void thin(Budget& budget, Still&& still) {
        std::vector<int> sets(kept_.size());
        std::iota(sets.begin(), sets.end(), 0);
        std::vector<int> safe;
        for (const int set : sets) safe.push_back(held(set));
        std::stable_sort(sets.begin(), sets.end(), [&](int a, int b) { return safe[a] < safe[b]; });
        std::size_t from = 0, many = sets.size() / 4 + 1;
        while (from < sets.size() && budget.spend()) {
            many = std::min(many, sets.size() - from);
            before_.clear();
            for (auto i = from; i < from + many; ++i) drop(sets[i]);
            settle();
            if (still()) {
                from += many, many *= 2;
            } else {
                for (auto i = from; i < from + many; ++i) kept_[sets[i]] = true;
                for (auto& [set, rows] : before_) answers_[set] = rows.first, waits_[set] = rows.second;
                if (many == 1) ++from;
                many = many / 2 + (many == 1);
            }
        }
        before_.clear();
    }

private:
    using Row = std::vector<std::uint64_t>;  // a bit for each set of the opponent's stones
    static constexpr std::uint8_t at_once = 1;
    struct Move {
        int to;   // the point that the stone moves to
        int set;  // the set after the move
    };
    using Moves = std::vector<std::vector<Move>>;  // by set

    static bool test(const Row& row, int bit) { return row[bit >> 6] >> (bit & 63) & 1; }
    static void put(Row& row, int bit) { row[bit >> 6] |= std::uint64_t{1} << (bit & 63); }
    static void take(Row& row, int bit) { row[bit >> 6] &= ~(std::uint64_t{1} << (bit & 63)); }
    int held(int set) const {
        int sum = 0;
        for (const auto word : waits_[set]) sum += std::popcount(word);
        return sum;
    }
    // The moves from each set on a board without other stones.
    template <class All>
    static Moves moves(const G& game, Side side, const All& all) {
        Moves out(static_cast<std::size_t>(all.size()));
        for (int set = 0; set < all.size(); ++set) {
            Stones stones[2];
            stones[index(side)] = all[set];
            all[set].each([&](int from) {
                game.targets(stones, side, from).each([&](int to) {
                    auto after = all[set];
                    after.reset(from), after.set(to);
                    out[set].push_back({to, all.number(after)});
                });
            });
        }
        return out;
    }
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
            put(goes_on_[set], others);
            if (ours.number == at_once) put(wins_[set], others);
            if (theirs.number != at_once) put(waits_[set], others);
        }
        auto& blocked = blocked_[set];
        blocked = goes_on_[set];
        for (const auto& [to, after] : own_moves_[set])
            for (std::size_t word = 0; word < words_; ++word) blocked[word] &= ~without_[to][word];
    }
    // Whether the opponent has a move after which the game goes on. If not, it may have to pass.
    bool moves_on(int set, int others) const {
        for (const auto& [to, after] : other_moves_[others])
            if (!own_->all[set].test(to) && test(goes_on_[set], after)) return true;
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
        answers_[set].assign(words_, 0), waits_[set].assign(words_, 0);
        for (const auto& [to, after] : own_moves_[set]) touch(after);  // a move can be taken back
    }
    void settle() {
        while (!due_.empty()) {
            const auto now = std::exchange(due_, {});
            for (const int set : now) is_due_[set] = false;
            for (const int set : now)
                if (kept_[set]) look_again(set);
        }
    }
    // Removes positions with these own stones that no longer belong, because the positions after their moves do not.
    void look_again(int set) {
        Row still = wins_[set];
        for (const auto& [to, after] : own_moves_[set])
            for (std::size_t word = 0; word < words_; ++word) still[word] |= waits_[after][word] & without_[to][word];
        for (std::size_t word = 0; word < words_; ++word) still[word] |= blocked_[set][word] & waits_[set][word];
        bool fewer = false;
        for (std::size_t word = 0; word < words_; ++word) {
            auto lost = answers_[set][word] & ~still[word];
            if (!lost) continue;
            remember(set);
            answers_[set][word] &= ~lost;
            for (; lost; lost &= lost - 1) {
                const int others = static_cast<int>(word) * 64 + std::countr_zero(lost);
                for (const auto& [to, before] : other_moves_[others])
                    if (!own_->all[set].test(to)) fewer |= test(waits_[set], before), take(waits_[set], before);
                if (!moves_on(set, others)) fewer |= test(waits_[set], others), take(waits_[set], others);
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
    Moves own_moves_, other_moves_;
    std::vector<Row> without_;                   // by point: the sets without it
    std::vector<Row> goes_on_, wins_, blocked_;  // by own set: the game goes on; the seat wins at once; it is blocked
    std::vector<Row> answers_, waits_;           // the remaining positions with the seat, or the opponent, to act
    std::vector<bool> kept_, is_due_;
    std::vector<int> due_;
    std::map<int, std::pair<Row, Row>> before_;  // the rows before the changes of a try
};

}  // namespace isthmus
