// Symmetries of a board in a solver: one key for all images of a position.
#pragma once

#include <algorithm>
#include <vector>

#include "rules/game.hpp"
#include "solve/solution.hpp"

namespace isthmus {

template <Game G>
class SymmetricKeys {
public:
    SymmetricKeys(const G& game, std::vector<BoardSymmetry> symmetries)
        : game_(game), symmetries_(std::move(symmetries)) {}

    bool any() const { return !symmetries_.empty(); }

    // The least key of all images. Positions that remember more than stones keep their own key: their images are not
    // looked for, which costs no more than work done twice.
    std::uint64_t operator()(const typename G::State& state) const {
        auto key = game_.key(state);
        const auto shot = game_.snapshot(state);
        for (const auto& [name, numbers] : shot.counters) {
            const bool neutral = std::all_of(numbers.begin(), numbers.end(), [](auto number) { return number == 0; });
            if (name == "streaks" && !neutral) return key;
            if (name == "history" && numbers.size() > 1) return key;
        }
        for (const auto& symmetry : symmetries_) key = std::min(key, game_.key(game_.restore(image(shot, symmetry))));
        return key;
    }

private:
    static Snapshot image(const Snapshot& shot, const BoardSymmetry& symmetry) {
        const auto side = [&](int index) { return symmetry.swaps ? 1 - index : index; };
        Snapshot out;
        for (int from = 0; from < 2; ++from) {
            for (const Cell cell : shot.stones[from]) out.stones[side(from)].push_back(symmetry.to[cell]);
            std::sort(out.stones[side(from)].begin(), out.stones[side(from)].end());
        }
        out.side = static_cast<Side>(side(index(shot.side)));
        out.opening = shot.opening;
        if (shot.opening.first_holds != Opening::nobody)
            out.opening.first_holds = static_cast<std::int8_t>(side(shot.opening.first_holds));
        for (const Step step : shot.pending) out.pending.push_back(static_cast<Step>(symmetry.to[step]));
        for (auto [name, numbers] : shot.counters) {
            if (name == "history") continue;  // at most the position itself, which counts by itself
            if (name == "last") {
                for (auto& number : numbers) number = static_cast<std::uint64_t>(symmetry.to[number - 1]) + 1;
                std::sort(numbers.begin(), numbers.end());
            }
            out.counters.push_back({name, numbers});
        }
        return out;
    }

    const G& game_;
    std::vector<BoardSymmetry> symmetries_;
};

}  // namespace isthmus
