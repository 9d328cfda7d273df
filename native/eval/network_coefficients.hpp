// The coefficients of the features of eval/network_features.hpp, in their order; [0] for drops, [1] for moves. Fitted
// as docs/design/0007-network-and-trinidad.md says; every one can be changed by name.
#pragma once

namespace isthmus::network {

inline constexpr double acting_defaults[2][12] = {
    {.05, .05, -.1, .1, .1, .2, -.1, .3, .3, .15, .05, 0},
    {.05, .05, -.1, .1, .1, .2, -.1, .3, .3, .15, .05, 0},
};
inline constexpr double waiting_defaults[2][12] = {
    {.05, .05, -.1, .1, .1, .2, -.1, .3, .3, .15, .05, 0},
    {.05, .05, -.1, .1, .1, .2, -.1, .3, .3, .15, .05, 0},
};
inline constexpr double turn_defaults[2] = {0, 0};
inline constexpr double step_defaults[2][21] = {
    {1, 1, .6, .3, .8, .8, .4, .2, .2, .05, .4, 0, .5, -.5, 0, 0, 0, 0, 0, 0, 0},
    {1, 1, .6, .3, .8, .8, .4, .2, .2, .05, .4, 0, .5, -.5, 0, 0, -.2, -.1, .1, -.3, -.7},
};

}  // namespace isthmus::network
