// The pie rule, once for every game (rules 1.3); src/isthmus/rules/opening.py explains it in words.
#pragma once

#include "rules/types.hpp"

namespace isthmus {

struct Opening {
    static constexpr std::int8_t nobody = -1;
    std::uint8_t turns = 0;            // still to be made in the opening
    std::int8_t first_holds = nobody;  // the side of the first seat, as an index; nobody before the choice

    bool operator==(const Opening&) const = default;

    static Opening start(int pie, Side first_side) {
        return {static_cast<std::uint8_t>(pie), pie ? nobody : static_cast<std::int8_t>(index(first_side))};
    }
    bool choosing() const { return turns == 0 && first_holds == nobody; }
    bool under_way() const { return first_holds == nobody; }
    void turn_made() { turns -= turns > 0; }
    void choose(Side taken) { first_holds = static_cast<std::int8_t>(index(other(taken))); }
    Seat seat(Side side) const {
        if (choosing()) return Seat::Second;
        return first_holds == nobody || first_holds == index(side) ? Seat::First : Seat::Second;
    }
};

}  // namespace isthmus
