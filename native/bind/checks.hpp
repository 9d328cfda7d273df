// Checks of arguments that Python gives.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "bind/any_game.hpp"

namespace isthmus {

inline void check_going_on(const AnyState& state) {
    if (state.outcome()) throw nanobind::value_error("the game is over");
}
// Checks that it is a function or None; true for a function.
inline bool is_function(nanobind::handle given, const char* name) {
    if (given.is_none()) return false;
    if (PyCallable_Check(given.ptr())) return true;
    throw nanobind::type_error((std::string(name) + " is not a function").c_str());
}

}  // namespace isthmus
