// Rows of bits over sets of stones: usually a row for each set of a seat's stones, and in it a bit for each set of the
// opponent's. Also the turns that lead from one set of stones to another.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "rules/types.hpp"

namespace isthmus {

class SetRow {
public:
    explicit SetRow(int sets = 0) : words_((static_cast<std::size_t>(sets) + 63) / 64, 0) {}

    bool test(int set) const { return words_[static_cast<std::size_t>(set) >> 6] & bit(set); }
    void put(int set) { words_[static_cast<std::size_t>(set) >> 6] |= bit(set); }
    void take(int set) { words_[static_cast<std::size_t>(set) >> 6] &= ~bit(set); }
    // Adds the bits that a row shares with a mask; below: keeps, and removes, the bits in a mask.
    void add(const SetRow& row, const SetRow& mask) {
        for (std::size_t word = 0; word < words(); ++word) words_[word] |= row[word] & mask[word];
    }
    void keep(const SetRow& mask) {
        for (std::size_t word = 0; word < words(); ++word) words_[word] &= mask[word];
    }
    void remove(const SetRow& mask) {
        for (std::size_t word = 0; word < words(); ++word) words_[word] &= ~mask[word];
    }
    template <class Do>
    void each(Do&& act) const {
        for (std::size_t word = 0; word < words(); ++word)
            for (auto left = words_[word]; left; left &= left - 1)
                act(static_cast<int>(word) * 64 + std::countr_zero(left));
    }
    bool none() const {
        return std::all_of(words_.begin(), words_.end(), [](auto word) { return word == 0; });
    }
    void clear() { words_.assign(words_.size(), 0); }
    int count() const {
        int sum = 0;
        for (const auto word : words_) sum += std::popcount(word);
        return sum;
    }
    std::size_t words() const { return words_.size(); }
    std::uint64_t& operator[](std::size_t word) { return words_[word]; }
    std::uint64_t operator[](std::size_t word) const { return words_[word]; }
    bool operator==(const SetRow&) const = default;

private:
    static std::uint64_t bit(int set) { return std::uint64_t{1} << (set & 63); }
    std::vector<std::uint64_t> words_;
};
using SetRows = std::vector<SetRow>;

// A turn of a side: the point where a stone lands, and the side's set of stones after it.
struct SetTurn {
    int to;
    int set;
};
using SetTurns = std::vector<std::vector<SetTurn>>;  // by set

// The sets of stones without a point, by point.
template <class All>
SetRows sets_without(const All& all, int points) {
    SetRows out(static_cast<std::size_t>(points), SetRow(all.size()));
    for (int point = 0; point < points; ++point)
        for (int set = 0; set < all.size(); ++set)
            if (!all[set].test(point)) out[point].put(set);
    return out;
}

// The moves from each set of a side's stones on a board without other stones.
template <class G, class All>
SetTurns moves_of(const G& game, Side side, const All& all) {
    SetTurns out(static_cast<std::size_t>(all.size()));
    for (int set = 0; set < all.size(); ++set) {
        std::remove_cvref_t<decltype(all[set])> stones[2];
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

// The placements from each set of a side's stones on a board without other stones; `more` are the sets of one stone
// more.
template <class G, class All>
SetTurns placements_of(const G& game, Side side, const All& all, const All& more) {
    SetTurns out(static_cast<std::size_t>(all.size()));
    for (int set = 0; set < all.size(); ++set)
        game.room(side).each([&](int to) {
            auto after = all[set];
            if (after.test(to)) return;
            after.set(to);
            if (const int number = more.number(after); number >= 0) out[set].push_back({to, number});
        });
    return out;
}

}  // namespace isthmus
