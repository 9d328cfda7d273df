// Proof numbers by seat: the least number of positions still to be proved for a seat to win (Allis, van der Meulen and
// van den Herik 1994). They guide a Monte Carlo search to quick proofs (Kowalski, Doe, Winands, Górski and Soemers
// 2024). The solver's proof numbers belong to a claim instead.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "rules/types.hpp"

namespace isthmus {

using SeatProofNumbers = std::array<std::uint16_t, 2>;

inline constexpr std::uint16_t greatest_proof_number = 65535;  // greater numbers are cut to it
inline constexpr SeatProofNumbers unknown_proof_numbers{1, 1};
inline constexpr SeatProofNumbers nobody_wins{greatest_proof_number, greatest_proof_number};

// Combines the proof numbers of a position's open steps: the seat that acts needs one of them, the other seat must
// answer all.
class ProofNumbersBelow {
public:
    explicit ProofNumbersBelow(Seat actor) : actor_(index(actor)) {}

    void add(const SeatProofNumbers& step) {
        least_ = std::min<std::uint32_t>(least_, step[actor_]);
        sum_ += step[!actor_];
    }
    void add_untried(std::size_t steps) {
        if (!steps) return;
        least_ = std::min<std::uint32_t>(least_, unknown_proof_numbers[actor_]);
        sum_ += static_cast<std::uint32_t>(steps);
    }
    SeatProofNumbers numbers() const {
        SeatProofNumbers out;
        out[actor_] = static_cast<std::uint16_t>(least_);
        out[!actor_] = static_cast<std::uint16_t>(std::clamp<std::uint32_t>(sum_, 1, greatest_proof_number));
        return out;
    }

private:
    int actor_;
    std::uint32_t least_ = greatest_proof_number, sum_ = 0;
};

}  // namespace isthmus
