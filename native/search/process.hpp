// What a search needs to know about its process.
#pragma once

#include <atomic>
#include <stdexcept>

namespace isthmus {

// The interpreter is shutting down, so no one waits for results.
inline std::atomic<bool> ending{false};

// The number of forks between this process and the one that loaded the core. A fork copies only the thread that calls
// it.
inline std::atomic<unsigned> forks{0};

// Thrown in the new process, where the other threads of a search are missing.
struct Forked : std::runtime_error {
    Forked() : std::runtime_error("the process forked during a search with several threads") {}
};

}  // namespace isthmus
