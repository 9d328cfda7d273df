// The order of several steps that are known to win: a natural one should come first.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include "rules/game.hpp"

namespace isthmus {

// One number per step of the given list, higher for more natural steps; needed only if several steps win.
using Looks = std::function<std::vector<float>(const StepList&)>;

// The better-looking steps come first; steps that look equally good keep their order.
template <Game G>
void sort_by_looks(const G& game, const typename G::State& s, const Looks& looks, std::vector<Step>& winning) {
    if (!looks || winning.size() < 2) return;
    StepList steps;
    game.steps(s, steps);
    const auto numbers = looks(steps);
    std::map<Step, float> look;
    for (std::size_t i = 0; i < steps.size(); ++i) look[steps[i]] = numbers[i];
    std::stable_sort(winning.begin(), winning.end(), [&](Step a, Step b) { return look[a] > look[b]; });
}

}  // namespace isthmus
