#include "bind/any_game.hpp"
#include "games/all.hpp"

namespace isthmus {

// Each game's translation unit defines these.
#define ISTHMUS_DECLARE(id, space)           \
    Parameters::Declared declared_##space(); \
    std::shared_ptr<const AnyGame> make_##space(const Parameters&);
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
    if (name == id) return parameters.check(declared_##space());
    ISTHMUS_GAMES(ISTHMUS_CHECK)
#undef ISTHMUS_CHECK
    throw std::invalid_argument("no native game is called " + name);
}

}  // namespace isthmus
