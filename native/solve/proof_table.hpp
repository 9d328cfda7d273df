// ProofTable: the memory of a proof-number search. It grows as needed, up to a limit. In a full bucket, a new
// entry replaces the one that took the least work.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <utility>

namespace isthmus {

// The least number of leaves that must still be settled to prove a claim (`proof`), or to refute it (`refutation`).
struct ProofNumbers {
    static constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max() / 2;
    std::uint32_t proof = 1;
    std::uint32_t refutation = 1;

    static constexpr ProofNumbers proved() { return {0, never}; }
    static constexpr ProofNumbers refuted() { return {never, 0}; }
    // Refuted only because games were cut short: no proof was found, but the claim may be true.
    static constexpr ProofNumbers given_up() { return {never - 1, 0}; }
    bool is_given_up() const { return refutation == 0 && proof < never; }
    bool is_proved() const { return proof == 0; }
    bool is_refuted() const { return refutation == 0; }
    bool settled() const { return is_proved() || is_refuted(); }
};

class ProofTable {
public:
    // Takes at most this many bytes, rounded down to a power of two, but at least the initial 64 KiB.
    explicit ProofTable(std::size_t bytes)
        : most_(std::bit_floor(std::max(bytes / sizeof(Bucket), at_first))), buckets_(fresh()) {}

    std::size_t bytes() const { return count_ * sizeof(Bucket); }

    std::optional<ProofNumbers> find(std::uint64_t key) const {
        for (const auto& entry : bucket(key))
            if (entry.holds(key)) return entry.numbers;
        return std::nullopt;
    }
    // `work`: the number of nodes that the result took. Of the four places, the new entry replaces the one that took
    // the least.
    void store(std::uint64_t key, const ProofNumbers& numbers, std::uint64_t work) {
        auto& bucket = buckets_.get()[key & (count_ - 1)];
        Entry* place = &bucket.front();
        for (auto& entry : bucket) {
            if (entry.holds(key)) {
                place = &entry;
                break;
            }
            if (entry.effort() < place->effort()) place = &entry;
        }
        taken_ += !place->effort();
        const auto effort = std::min<std::uint64_t>(std::bit_width(work), 62) + 1;
        *place = {(key & ~Entry::low) | std::max(effort, place->holds(key) ? place->effort() : 0), numbers};
        if (taken_ > 2 * count_ && count_ < most_) grow();
    }
    void clear() {
        count_ = at_first;
        taken_ = 0;
        buckets_ = fresh();
    }

private:
    // The lowest bits of a key choose the bucket, so an entry stores the effort in their place; 0 means an empty entry.
    struct Entry {
        static constexpr std::uint64_t low = 63;
        std::uint64_t key_and_effort;
        ProofNumbers numbers;
        std::uint64_t effort() const { return key_and_effort & low; }
        bool holds(std::uint64_t key) const { return effort() && (key_and_effort ^ key) <= low; }
    };
    using Bucket = std::array<Entry, 4>;

    static constexpr std::size_t at_first = 1024;

    const Bucket& bucket(std::uint64_t key) const { return buckets_.get()[key & (count_ - 1)]; }

    // Memory from calloc, because only such memory can grow in place: a copy would briefly need half as much more. It
    // begins as zeros, so all entries are empty.
    struct Free {
        void operator()(Bucket* buckets) const { std::free(buckets); }
    };
    using Buckets = std::unique_ptr<Bucket, Free>;
    Buckets fresh() const {
        if (void* memory = std::calloc(count_, sizeof(Bucket))) return Buckets(static_cast<Bucket*>(memory));
        throw std::bad_alloc();
    }
    // Doubles the number of buckets once half of the places are taken. One more bit of the key then divides each bucket
    // into two.
    void grow() {
        auto* const wider = static_cast<Bucket*>(std::realloc(buckets_.get(), 2 * bytes()));
        if (!wider) {
            most_ = count_;
            return;
        }
        static_cast<void>(buckets_.release());
        buckets_.reset(wider);
        std::fill(wider + count_, wider + 2 * count_, Bucket{});
        for (std::size_t i = 0; i < count_; ++i)
            for (std::size_t place = 0; place < wider[i].size(); ++place)
                if (wider[i][place].key_and_effort & count_) std::swap(wider[i][place], wider[i + count_][place]);
        count_ *= 2;
    }

    std::size_t most_;
    std::size_t count_ = at_first;  // of buckets, never more than most_
    std::size_t taken_ = 0;         // places in use
    Buckets buckets_;
};

}  // namespace isthmus
