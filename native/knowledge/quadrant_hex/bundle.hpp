// The knowledge of Quadrant Hex: the currents of its five contests; docs/design/0005-current-flow.md.
#pragma once

#include "knowledge/hex/bundle.hpp"

namespace isthmus::quadrant_hex {

template <Game G>
struct Bundle;
template <int W>
struct Bundle<Placement<W>> : PlacementBundle<W> {
    static auto evaluator(const Placement<W>& game, Tuning& tuning) {
        return hex::flow(
            game, tuning,
            {.scale = 1.6f, .quarter_scale = 1.6f, .tempo = 0.2f, .quarter_tempo = 0.2f, .power = 2, .floor = 0.05f});
    }
};

}  // namespace isthmus::quadrant_hex
