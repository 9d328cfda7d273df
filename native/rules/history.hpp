// History: the fingerprints of earlier positions, for games whose rules look back (Trinidad, Network).
//
// A state must stay small and copyable, but a game may be long. So a state holds the latest positions itself and points
// to an immutable Past for the others. A long-term owner of a state (the binding, the root of a search) also owns that
// Past and moves the recent positions into it after each turn (`settled`). A search that goes deeper than `capacity`
// turns without a placement below such a root forgets the oldest of them; perft and games played through the binding
// never do.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace isthmus {

using Past = std::vector<std::uint64_t>;  // sorted, with multiplicity

class History {
public:
    static constexpr int capacity = 32;
    static constexpr const char* counter = "history";  // its name in snapshots

    // Questions
    int occurrences(std::uint64_t fingerprint) const {
        int found = 0;
        for (int i = 0; i < kept_; ++i) found += recent_[i] == fingerprint;
        if (past_) {
            const auto [low, high] = std::equal_range(past_->begin(), past_->end(), fingerprint);
            found += static_cast<int>(high - low);
        }
        return found;
    }
    bool contains(std::uint64_t fingerprint) const { return occurrences(fingerprint) > 0; }
    int recent() const { return kept_; }
    std::size_t recorded() const { return static_cast<std::size_t>(kept_) + (past_ ? past_->size() : 0); }
    std::uint64_t digest() const { return digest_; }  // depends on the set of fingerprints, not on their order
    std::vector<std::uint64_t> all() const {          // sorted
        Past all = past_ ? *past_ : Past{};
        all.insert(all.end(), recent_.begin(), recent_.begin() + kept_);
        std::sort(all.begin(), all.end());
        return all;
    }

    // Changes
    void clear() { *this = History{}; }
    void add(std::uint64_t fingerprint) {
        recent_[next_] = fingerprint;
        next_ = static_cast<std::uint8_t>((next_ + 1) % capacity);
        if (kept_ < capacity) ++kept_;
        digest_ += mixed(fingerprint);
    }
    // Moves the recent fingerprints into a Past, which the caller keeps alive as long as any state refers to it.
    std::shared_ptr<const Past> settle() {
        auto past = std::make_shared<const Past>(all());
        past_ = past.get();
        kept_ = next_ = 0;
        return past;
    }
    // The same for external fingerprints, possibly more than a state can hold; they replace the present ones.
    std::shared_ptr<const Past> settle(Past past) {
        clear();
        for (const auto fingerprint : past) digest_ += mixed(fingerprint);
        std::sort(past.begin(), past.end());
        const auto settled = std::make_shared<const Past>(std::move(past));
        past_ = settled.get();
        return settled;
    }

private:
    static constexpr std::uint64_t mixed(std::uint64_t x) {
        x = (x ^ (x >> 32)) * 0xD6E8FEB86659FD93ull;
        return x ^ (x >> 32);
    }
    const Past* past_ = nullptr;
    std::uint64_t digest_ = 0;
    std::uint8_t kept_ = 0;
    std::uint8_t next_ = 0;
    std::array<std::uint64_t, capacity> recent_{};
};

}  // namespace isthmus
