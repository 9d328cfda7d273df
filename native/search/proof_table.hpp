// ProofTable: what a proof-number search remembers, in memory of a fixed size; where it is full, the cheapest goes.
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

// How many leaves have at least to be settled to prove a claim (`proof`), or to refute it (`refutation`).
struct ProofNumbers {
    static constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max() / 2;
    std::uint32_t proof = 1;
    std::uint32_t refutation = 1;

    static constexpr ProofNumbers proved() { return {0, never}; }
    static constexpr ProofNumbers refuted() { return {never, 0}; }
    bool is_proved() const { return proof == 0; }
    bool is_refuted() const { return refutation == 0; }
    bool settled() const { return is_proved() || is_refuted(); }
};

class ProofTable {
public:
    // Takes at most so many bytes, and at least a few thousand; rounded down to a power of two.
    explicit ProofTable(std::size_t bytes)
        : count_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Bucket), 1024))), buckets_(fresh()) {}

    std::optional<ProofNumbers> find(std::uint64_t key) const {
        for (const auto& entry : bucket(key))
            if (entry.holds(key)) return entry.numbers;
        return std::nullopt;
    }
    // `work`: the nodes that it took to find out. Of four places the one whose loss costs least is used.
    void store(std::uint64_t key, const ProofNumbers& numbers, std::uint64_t work) {
        auto& bucket = const_cast<Bucket&>(std::as_const(*this).bucket(key));
        Entry* place = &bucket.front();
        for (auto& entry : bucket) {
            if (entry.holds(key)) {
                place = &entry;
                break;
            }
            if (entry.effort() < place->effort()) place = &entry;
        }
        const auto effort = std::min<std::uint64_t>(std::bit_width(work), 62) + 1;
        *place = {(key & ~Entry::low) | std::max(effort, place->holds(key) ? place->effort() : 0), numbers};
    }
    void clear() { buckets_ = fresh(); }

private:
    // The lowest bits of a key choose the bucket; in their place an entry keeps the effort, 0 for an empty entry.
    struct Entry {
        static constexpr std::uint64_t low = 63;
        std::uint64_t key_and_effort;
        ProofNumbers numbers;
        std::uint64_t effort() const { return key_and_effort & low; }
        bool holds(std::uint64_t key) const { return effort() && (key_and_effort ^ key) <= low; }
    };
    using Bucket = std::array<Entry, 4>;

    const Bucket& bucket(std::uint64_t key) const { return buckets_.get()[key & (count_ - 1)]; }

    // Memory that is nothing but zeros, so that what is not used costs nothing: all entries are empty.
    struct Free {
        void operator()(Bucket* buckets) const { std::free(buckets); }
    };
    using Buckets = std::unique_ptr<Bucket, Free>;
    Buckets fresh() const {
        if (void* memory = std::calloc(count_, sizeof(Bucket))) return Buckets(static_cast<Bucket*>(memory));
        throw std::bad_alloc();
    }

    std::size_t count_;
    Buckets buckets_;
};

}  // namespace isthmus
