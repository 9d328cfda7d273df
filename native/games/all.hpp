// The only list of native games, one line each: the Python id and the namespace in games/<namespace>.hpp.
// CMake and the binding read it; tests compare it with the list in src/isthmus/games/__init__.py.
#pragma once

#define ISTHMUS_GAMES(GAME)                    \
    GAME("trellis", trellis)                   \
    GAME("quadrant-trellis", quadrant_trellis) \
    GAME("quadrant-hex", quadrant_hex)         \
    GAME("hex", hex)                           \
    GAME("bridgit", bridgit)                   \
    GAME("orbit", orbit)                       \
    GAME("trinidad", trinidad)                 \
    GAME("network", network)
