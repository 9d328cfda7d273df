// Samples: positions of games as planes, for training.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "rules/game.hpp"

namespace isthmus {

// A position of a game for training: the game, the number of steps, and the view (modulo the number of views).
// `policy`: the target for the net, a share for each of some steps.
struct Pick {
    int game, step, view;
    std::vector<std::pair<Step, float>> policy;
};
// Data for each pick, one after the other. Planes are as in the input of a net, plane by plane and row by row.
struct Samples {
    std::vector<std::uint8_t> planes;
    std::vector<std::uint8_t> legal;  // 1 for each slot of the policy that is a legal step
    std::vector<float> policy;        // the shares, by slot of the policy
    std::vector<float> weights;       // logarithms of the hand-made weights, by slot of the policy, or nothing
    std::vector<std::uint8_t> ends;   // by row and column, at the end of the game: 1 own stone, 2 the opponent's
    std::vector<std::uint8_t> side;   // the side to act: 0 Black, 1 White
    std::vector<std::int32_t> next;   // the policy's slot of the next step, or -1
};

}  // namespace isthmus
