#include "bind/any_game.hpp"
#include "games/all.hpp"
#include "games/bridgit.hpp"
#include "games/hex.hpp"
#include "games/network.hpp"
#include "games/orbit.hpp"
#include "games/quadrant_hex.hpp"
#include "games/quadrant_trellis.hpp"
#include "games/trellis.hpp"
#include "games/trinidad.hpp"

namespace isthmus {

#define ISTHMUS_DECLARE(id, space) std::shared_ptr<const AnyGame> make_##space(const Parameters&);
ISTHMUS_GAMES(ISTHMUS_DECLARE)
#undef ISTHMUS_DECLARE

std::shared_ptr<const AnyGame> make_game(const std::string& name, const Parameters& parameters) {
#define ISTHMUS_MAKE(id, space) \
    if (name == id) return make_##space(parameters);
    ISTHMUS_GAMES(ISTHMUS_MAKE)
#undef ISTHMUS_MAKE
    throw std::invalid_argument("no native game is called " + name);
}

void check_parameters(const std::string& name, const Parameters& parameters) {
#define ISTHMUS_CHECK(id, space) \
    if (name == id) return parameters.check(space::declared());
    ISTHMUS_GAMES(ISTHMUS_CHECK)
#undef ISTHMUS_CHECK
    throw std::invalid_argument("no native game is called " + name);
}

}  // namespace isthmus
