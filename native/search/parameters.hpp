// The numbers that tune the search. Evaluators have others.
#pragma once

#include <cstddef>

#include "knowledge/tuning.hpp"

namespace isthmus {

struct SearchParameters {
    // Throws std::invalid_argument for a number out of its range.
    explicit SearchParameters(Tuning& tuning)
        : exploration(tuning.number("exploration", 0.9, 0, 1000)),
          exploration_growth(tuning.number("exploration_growth", 0.3, 0, 1000)),
          first_play(tuning.number("first_play", 0.25, 0, 2)),
          amaf(tuning.number("amaf", 300, 0, 1e9)),
          amaf_first(tuning.number("amaf_first", 20, 1, 1e9)),
          proof_guidance(tuning.number("proof_guidance", 0, 0, 1000)),
          temperature(tuning.number("temperature", 1.0, 0.01, 1000)),
          batch(static_cast<std::size_t>(tuning.count("batch", 1, 1, 255))),
          virtual_loss(tuning.number("virtual_loss", 1.0, 0, 1000)),
          second_look(static_cast<std::uint32_t>(tuning.count("second_look", 0, 0, 1 << 20))),
          confidence(tuning.number("confidence", 0, 0, 100)),
          spread(tuning.number("spread", 0, 0, 1)),
          bias(tuning.number("bias", 0, 0, 1)),
          oversight(tuning.number("oversight", 0.0, 0, 1)),
          style(tuning.number("style", 0.0, 0, 10)),
          memory(static_cast<std::size_t>(tuning.number("memory_mb", 1024, 0, 1 << 20)) << 20) {}

    float exploration;         // the constant of PUCT at few visits, for values in [-1, 1]
    float exploration_growth;  // how much that constant grows with the logarithm of visits
    float first_play;  // how far below its parent an untried step is valued, times sqrt(the sum of the tried priors)
    float amaf;        // all moves as first weigh as much as this many own results; 0 turns it off
    float amaf_first;  // visits at which all moves as first count half for untried steps
    float proof_guidance;       // the greatest penalty of a step for being harder to prove than the easiest one
    float temperature;          // priors are weights to the power of 1 / temperature
    std::size_t batch;          // simulations that a thread evaluates together; 256 threads fit into Edge::in_flight
    float virtual_loss;         // a simulation under way counts as this many losses, in a batch or with several threads
    std::uint32_t second_look;  // visits at which the solver looks at a node; 0 turns it off
    float confidence;    // the step to play has the highest value less this many standard errors; 0: the most visits
    float spread;        // how far exploration follows the spread of a node's results, from 0 to 1
    float bias;          // the part of a bucket's mean error by which new values are corrected; 0 turns it off
    float oversight;     // the chance to overlook the least promising step; proofs do not hold then
    float style;         // how strongly the seed makes the search prefer some points
    std::size_t memory;  // bytes; beyond this limit positions are evaluated but not kept
};

}  // namespace isthmus
