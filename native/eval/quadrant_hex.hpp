// The knowledge of Quadrant Hex: the currents of its five contests; docs/design/0005-current-flow.md.
#pragma once

#include "eval/hex.hpp"
#include "games/quadrant_hex.hpp"

namespace isthmus::quadrant_hex {

template <Game G>
auto evaluator(const G& game, Tuning& tuning) {
    return hex::flow(
        game, game, tuning,
        {.scale = 1, .quarter_scale = 1, .tempo = 0.1f, .quarter_tempo = 0.1f, .power = 1, .floor = 0.05f});
}

}  // namespace isthmus::quadrant_hex
