// Which points a proof of a placement game relies on.
#pragma once

#include <concepts>
#include <optional>

#include "board/bits.hpp"

namespace isthmus {

// The points behind the last answer of a prover.
// - If the answer has a winner, that side still wins if its opponent gets all empty points outside `carrier`.
// - If it only drops steps: suppose that all other steps lose too, by proofs with carriers. Then the opponent of the
//   side to move still wins if the side to move gets the `useless` points, and all empty points outside `carrier` and
//   the carriers of those proofs.
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
