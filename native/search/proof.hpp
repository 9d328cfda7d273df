// Proved results of positions and turns, by seat.
#pragma once

#include <cstdint>

#include "rules/types.hpp"

namespace isthmus {

enum class Proof : std::uint8_t { None, FirstWins, SecondWins, Draw };

constexpr Proof win_for(Seat seat) { return seat == Seat::First ? Proof::FirstWins : Proof::SecondWins; }
constexpr Proof loss_for(Seat seat) { return seat == Seat::First ? Proof::SecondWins : Proof::FirstWins; }

// A proved result as a value for Seat::First.
constexpr float value_of(Proof proof) {
    return proof == Proof::FirstWins ? 1.0f : proof == Proof::SecondWins ? -1.0f : 0.0f;
}

}  // namespace isthmus
