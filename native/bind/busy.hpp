// Busy: only one thread at a time may use a searcher; a second one is refused.
#pragma once

#include "bind/any_game.hpp"
#include "bind/long_work.hpp"

namespace isthmus {

class Busy {
public:
    // Throws WorkError if the searcher is busy, or was so in another thread when the process forked.
    explicit Busy(AnySearcher& searcher) : searcher_(searcher) {
        const unsigned here = forks + 1;
        unsigned found = 0;
        if (searcher.busy.compare_exchange_strong(found, here)) return;
        throw WorkError(found == here ? "this searcher is already searching; use another one in this thread"
                                      : "this searcher was searching when the process forked; make a new one");
    }
    ~Busy() {
        if (!lost_) searcher_.busy = 0;
    }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

    // Keeps the searcher busy until the process ends. Threads of another process may have left data unfinished, which
    // this process can neither use nor free.
    void stay() {
        lost_ = true;
        interpreter::with_lock([&] { nanobind::find(searcher_).inc_ref(); });
    }

private:
    AnySearcher& searcher_;
    bool lost_ = false;
};

}  // namespace isthmus
