// Nodes of the search graph: one for each position, with the steps to try there, the most promising first.
//
// Tried steps are always a prefix of the candidates, and only they have statistics (as in Leela Chess Zero, 2018). So
// a node with 225 steps takes about a kilobyte. Steps are opened in the order of their priors or, where the evaluator
// reports where stones stood, in the order of their all-moves-as-first values.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <thread>
#include <vector>

#include "search/amaf.hpp"
#include "search/proof.hpp"
#include "search/seat_proof_numbers.hpp"

namespace isthmus {

// A lock of one byte, held for a few hundred instructions at a time.
class SpinLock {
public:
    void lock() {
        for (int spins = 0; held_.exchange(true, std::memory_order_acquire); ++spins)
            if (spins > 64) std::this_thread::yield();
    }
    void unlock() { held_.store(false, std::memory_order_release); }

private:
    std::atomic<bool> held_{false};
};

struct Node;

// A step to try, with its prior in units of 1/65535.
struct Candidate {
    static constexpr float whole = 65535.0f;
    Step step;
    std::uint16_t prior;
    float share() const { return static_cast<float>(prior) / whole; }
};

// A step that has been tried.
struct Edge {
    Node* child = nullptr;
    std::uint32_t visits = 0;
    std::uint16_t in_flight = 0;  // simulations under way below
    Proof proof = Proof::None;
    bool dropped = false;                                    // another step is proved to be at least as good
    float value = 0;                                         // the child's, for Seat::First
    SeatProofNumbers proof_numbers = unknown_proof_numbers;  // the child's
};

// The evaluator's value of a node, for Black, and its part of a bucket of biases (bias.hpp).
struct OwnValue {
    float judged = 0;
    float counted = 0;  // with the correction, as it was added to the total
    float weight = 0, error = 0;
    std::uint16_t bucket = 0;
    bool known = false;
};

struct Node {
    // Fixed when the node is made
    std::uint64_t key = 0;
    Seat actor = Seat::First;
    Side side = Side::Black;  // whose stones the actor places
    bool seatless = false;    // the colours have no seats yet: `total` is for Black, and an imbalance favours Second

    // Everything below is read and written under the lock
    SpinLock lock;
    bool expanded = false;
    bool evaluating = false;  // a simulation is evaluating it
    Proof proof = Proof::None;
    std::uint8_t looks = 0;                                  // second looks taken so far
    std::uint16_t count = 0;                                 // candidates
    SeatProofNumbers proof_numbers = unknown_proof_numbers;  // updated only where they guide the search
    std::uint32_t visits = 0;
    double squares = 0;  // sum of the squares of results
    double total = 0;    // sum of results, for Seat::First, or for Black if seatless
    OwnValue own;
    std::unique_ptr<Candidate[]> candidates;
    std::vector<Edge> edges;       // edges[i] belongs to candidates[i]
    std::unique_ptr<Amaf[]> amaf;  // amaf[i] counts for candidates[i]; null until counting begins

    // The value for Seat::First, in [-1, 1].
    float mean() const {
        if (proof != Proof::None) return value_of(proof);
        if (!visits) return 0;
        const auto mean = static_cast<float>(total / visits);
        return seatless ? -std::abs(mean) : mean;
    }
    // The standard deviation of the results in units of the usual one. A node with few results is near 1.
    float spread() const {
        constexpr double usual = 0.4, weight = 2;
        const double off = visits ? std::max(0.0, squares - total * total / visits) : 0.0;
        return static_cast<float>(std::sqrt((off + weight * usual * usual) / (visits + weight)) / usual);
    }
    // The value for Black. `first_holds_black` does not matter if seatless.
    float black(bool first_holds_black) const {
        if (!seatless) return first_holds_black ? mean() : -mean();
        if (proof == Proof::None) return visits ? static_cast<float>(total / visits) : 0.0f;
        return total < 0 ? -std::abs(value_of(proof)) : std::abs(value_of(proof));
    }
    std::size_t bytes() const {
        return sizeof(Node) + count * (sizeof(Candidate) + (amaf ? sizeof(Amaf) : 0)) +
               edges.capacity() * sizeof(Edge) + 64;
    }
};

}  // namespace isthmus
