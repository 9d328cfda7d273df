// History: the fingerprints of earlier positions, for games whose rules refer to them (Trinidad, Network).
//
// A state must stay small and copyable, but a game may be long. So a state holds the latest positions itself and points
// to an immutable Past for the others. A long-term owner of a state (the binding, the root of a search) also owns that
// Past and moves the recent positions into it after each turn (`settle`). A search that goes deeper than `capacity`
// turns without a placement below such a root forgets the oldest positions; perft and games played through the binding
// never forget any.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace isthmus {

// Fingerprints that never change: a sorted run, and an older Past with a longer run. A new Past shares the long runs of
// the one before and copies only short ones, so a game of n turns copies about n log n fingerprints in all, not n * n.
class Past : public std::enable_shared_from_this<Past> {
public:
    using Fingerprints = std::vector<std::uint64_t>;

    // The latest fingerprints, in any order, and those of a Past, which may be null.
    static std::shared_ptr<const Past> of(Fingerprints latest, const Past* before = nullptr) {
        std::sort(latest.begin(), latest.end());
        while (before && before->run_.size() <= std::max(latest.size(), short_run)) {
            Fingerprints both(latest.size() + before->run_.size());
            std::merge(latest.begin(), latest.end(), before->run_.begin(), before->run_.end(), both.begin());
            latest = std::move(both);
            before = before->older_.get();
        }
        return std::make_shared<const Past>(std::move(latest), before ? before->shared_from_this() : nullptr);
    }
    Past(Fingerprints run, std::shared_ptr<const Past> older) : run_(std::move(run)), older_(std::move(older)) {}

    int occurrences(std::uint64_t fingerprint) const {
        int found = 0;
        for (const auto* past = this; past; past = past->older_.get()) {
            const auto [low, high] = std::equal_range(past->run_.begin(), past->run_.end(), fingerprint);
            found += static_cast<int>(high - low);
        }
        return found;
    }
    std::size_t size() const { return run_.size() + (older_ ? older_->size() : 0); }
    // The number of fingerprints copied to make this Past; the others are shared with older ones.
    std::size_t copied() const { return run_.size(); }
    // Appends all fingerprints, unsorted.
    void append_to(Fingerprints& all) const {
        for (const auto* past = this; past; past = past->older_.get())
            all.insert(all.end(), past->run_.begin(), past->run_.end());
    }

private:
    static constexpr std::size_t short_run = 64;  // so a game of normal length has one run, which is quick to search

    Fingerprints run_;
    std::shared_ptr<const Past> older_;
};

class History {
public:
    static constexpr int capacity = 32;
    static constexpr const char* counter = "history";  // its name in snapshots

    // Questions
    int occurrences(std::uint64_t fingerprint) const {
        int found = 0;
        for (int i = 0; i < kept_; ++i) found += recent_[i] == fingerprint;
        return past_ ? found + past_->occurrences(fingerprint) : found;
    }
    bool contains(std::uint64_t fingerprint) const { return occurrences(fingerprint) > 0; }
    int recent() const { return kept_; }
    std::size_t recorded() const { return static_cast<std::size_t>(kept_) + (past_ ? past_->size() : 0); }
    std::uint64_t digest() const { return digest_; }  // depends on the set of fingerprints, not on their order
    Past::Fingerprints all() const {                  // sorted
        Past::Fingerprints all(recent_.begin(), recent_.begin() + kept_);
        if (past_) past_->append_to(all);
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
    // Moves the recent fingerprints into a Past. The caller keeps it alive for as long as any state refers to it.
    std::shared_ptr<const Past> settle() {
        auto past = Past::of({recent_.begin(), recent_.begin() + kept_}, past_);
        past_ = past.get();
        kept_ = next_ = 0;
        return past;
    }
    // The same for external fingerprints, possibly more than a state can hold, and the recent ones missing among them.
    std::shared_ptr<const Past> settle(Past::Fingerprints fingerprints) {
        for (int i = 0; i < kept_; ++i)
            if (std::find(fingerprints.begin(), fingerprints.end(), recent_[i]) == fingerprints.end())
                fingerprints.push_back(recent_[i]);
        clear();
        for (const auto fingerprint : fingerprints) digest_ += mixed(fingerprint);
        auto past = Past::of(std::move(fingerprints));
        past_ = past.get();
        return past;
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
