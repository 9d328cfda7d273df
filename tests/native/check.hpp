// What every C++ test program needs: CHECK, and a main that runs named tests.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <utility>

// Prints the place and exits with status 1 unless the condition holds.
#define CHECK(truth) \
    if (!(truth)) std::printf("FAILED %s, line %d: %s\n", __func__, __LINE__, #truth), std::exit(1)

namespace isthmus {

// Runs tests in order; prints a line for each that passed.
inline int run_tests(std::initializer_list<std::pair<const char*, void (*)()>> tests) {
    for (const auto& [name, test] : tests) {
        test();
        std::printf("ok %s\n", name);
    }
    return 0;
}

}  // namespace isthmus
