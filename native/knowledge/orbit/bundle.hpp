// The knowledge of Orbit.
#pragma once

#include "knowledge/orbit/evaluator.hpp"

namespace isthmus::orbit {

template <Game G>
struct Bundle : NoKnowledge<G> {
    static auto evaluator(const G& game, Tuning& tuning) { return OrbitEvaluator<G>(game, tuning); }
};

}  // namespace isthmus::orbit
