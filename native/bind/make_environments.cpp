#include "bind/any_environments.hpp"
#include "games/all.hpp"

namespace isthmus {

// The translation unit of each game defines this.
#define ISTHMUS_DECLARE(id, space)                                                                                   \
    std::unique_ptr<AnyEnvironments> make_environments_##space(const Parameters&, const std::vector<BoardSymmetry>&, \
                                                               const EnvironmentSettings&);
ISTHMUS_GAMES(ISTHMUS_DECLARE)
#undef ISTHMUS_DECLARE

std::unique_ptr<AnyEnvironments> make_environments(const std::string& name, const Parameters& parameters,
                                                   const std::vector<BoardSymmetry>& symmetries,
                                                   const EnvironmentSettings& settings) {
#define ISTHMUS_MAKE(id, space) \
    if (name == id) return make_environments_##space(parameters, symmetries, settings);
    ISTHMUS_GAMES(ISTHMUS_MAKE)
#undef ISTHMUS_MAKE
    throw std::invalid_argument("no native game is called " + name);
}

}  // namespace isthmus
