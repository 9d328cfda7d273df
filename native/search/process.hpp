// What a search has to know of the process in which it runs.
#pragma once

#include <atomic>
#include <stdexcept>

namespace isthmus {

// The interpreter ends: nobody waits for results any more.
inline std::atomic<bool> ending{false};

// How many forks lie between this process and the one that loaded the core. A fork takes along only the thread that
// asks for it.
inline std::atomic<unsigned> forks{0};

// Thrown in the new process where the other threads of a search are missing.
struct Forked : std::runtime_error {
    Forked() : std::runtime_error("the process forked during a search with several threads") {}
};

}  // namespace isthmus
