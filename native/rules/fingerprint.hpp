// Fingerprints: 64 bits for the stones and the side to move, by which repeated positions are recognised (Zobrist
// 1970). src/isthmus/rules/fingerprint.py computes the same numbers.
#pragma once

#include <vector>

#include "rules/grid.hpp"
#include "rules/random.hpp"

namespace isthmus {

class Fingerprints {
public:
    explicit Fingerprints(const Grid& grid) : values_(2 * static_cast<std::size_t>(grid.rows() * grid.columns())) {
        for (int cell = 0; cell < grid.cells(); ++cell)
            for (int side = 0; side < 2; ++side)
                values_[2 * grid.point(cell) + side] = scramble(static_cast<std::uint64_t>(2 * cell + side));
    }
    // The part of one stone. The fingerprint of a position is the exclusive or of its parts.
    std::uint64_t operator()(int point, Side side) const { return values_[2 * point + index(side)]; }
    static std::uint64_t to_move(Side side) { return side == Side::White ? scramble(std::uint64_t{1} << 20) : 0; }

private:
    std::vector<std::uint64_t> values_;
};

}  // namespace isthmus
