// The numbers of the search itself; evaluators have their own.
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>

#include "eval/tuning.hpp"

namespace isthmus {

struct SearchParameters {
    // Throws std::invalid_argument for a number out of its range.
    explicit SearchParameters(Tuning& tuning)
        : exploration(in_range(tuning, "exploration", 0.9, 0, 1000)),
          exploration_growth(in_range(tuning, "exploration_growth", 0.3, 0, 1000)),
          first_play(in_range(tuning, "first_play", 0.25, 0, 2)),
          temperature(in_range(tuning, "temperature", 1.0, 0.01, 1000)),
          virtual_loss(in_range(tuning, "virtual_loss", 1.0, 0, 1000)),
          oversight(in_range(tuning, "oversight", 0.0, 0, 1)),
          style(in_range(tuning, "style", 0.0, 0, 10)),
          memory(static_cast<std::size_t>(in_range(tuning, "memory_mb", 1024, 0, 1 << 20)) << 20) {}

    float exploration;         // the constant of PUCT at few visits, for values in [-1, 1]
    float exploration_growth;  // what it gains with the logarithm of visits
    float first_play;          // how much worse than its parent an untried step is taken to be, at full attention
    float temperature;         // priors are weights to the power of 1 / temperature
    float virtual_loss;        // losses that a simulation under way counts for, with several threads
    float oversight;           // the chance not to see a step that deserves no attention; proofs are then void
    float style;               // how much the seed makes it like some points more than others
    std::size_t memory;        // bytes; beyond it positions are evaluated but no longer kept

private:
    static float in_range(Tuning& tuning, const std::string& name, double standard, double least, double most) {
        const double given = tuning.number(name, standard);
        if (!(given >= least && given <= most))
            throw std::invalid_argument("engine parameter " + name + " is " + text(given) + "; expected " +
                                        text(least) + " to " + text(most));
        return static_cast<float>(given);
    }
    static std::string text(double number) {
        std::ostringstream out;
        out << number;
        return out.str();
    }
};

}  // namespace isthmus
