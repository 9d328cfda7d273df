// Which points a proof of a placement game relies on.
#pragma once

#include <concepts>
#include <optional>

#include "board/bits.hpp"

namespace isthmus {

// The points behind the last answer of a prover.
// - The answer has a winner: it still wins if the opponent gets all empty points outside `carrier`.
// - The answer only drops steps: suppose that all other steps lose, by proofs with carriers. Then the opponent of the
//   side to move still wins if that side gets all empty points outside `carrier` and the carriers of those proofs,
//   and also the `useless` points.
template <int W>
struct Basis {
    Bits<W> carrier;
    Bits<W> useless;  // the opponent does not need these
};

// No basis: all empty points may be needed.
template <class P, int W>
concept ShowsBasis = requires(const P& prover) {
                         { prover.basis() } -> std::same_as<std::optional<Basis<W>>>;
                     };

}  // namespace isthmus
