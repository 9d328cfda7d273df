// Board symmetries for the solver: one key for all images of a position.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "rules/game.hpp"
#include "rules/history.hpp"
#include "solve/solution.hpp"

namespace isthmus {

template <Game G>
class SymmetricKeys {
public:
    SymmetricKeys(const G& game, std::vector<BoardSymmetry> symmetries)
        : game_(game), symmetries_(std::move(symmetries)) {}

    bool any() const { return !symmetries_.empty(); }

    // The least key of all images. A position that remembers more than its stones keeps its own key: its images are
    // searched again, which only repeats work.
    std::uint64_t operator()(const typename G::State& state) const {
        const auto own = game_.key(state);
        if constexpr (Remembers<G>) {
            auto copy = state;
            if (game_.history(copy).recorded() > 1) return own;
        }
        const auto shot = game_.snapshot(state);
        auto key = own;
        for (const auto& symmetry : symmetries_) {
            const auto turned = image(shot, symmetry);
            if (!turned) return own;
            key = std::min(key, game_.key(game_.restore(*turned)));
        }
        return key;
    }

private:
    std::optional<Snapshot> image(const Snapshot& shot, const BoardSymmetry& symmetry) const {
        const auto side = [&](int index) { return symmetry.swaps ? 1 - index : index; };
        Snapshot out;
        out.counters = shot.counters;
        // It holds at most the position itself, which `restore` adds.
        std::erase_if(out.counters, [](const auto& counter) { return counter.first == History::counter; });
        if constexpr (TurnsCounters<G>)
            if (!game_.turn_counters(out.counters, symmetry.to)) return std::nullopt;
        for (int from = 0; from < 2; ++from) {
            for (const Cell cell : shot.stones[from]) out.stones[side(from)].push_back(symmetry.to[cell]);
            std::sort(out.stones[side(from)].begin(), out.stones[side(from)].end());
        }
        out.side = static_cast<Side>(side(index(shot.side)));
        out.opening = shot.opening;
        if (shot.opening.first_holds != Opening::nobody)
            out.opening.first_holds = static_cast<std::int8_t>(side(shot.opening.first_holds));
        for (const Step step : shot.pending) out.pending.push_back(static_cast<Step>(symmetry.to[step]));
        return out;
    }

    const G& game_;
    std::vector<BoardSymmetry> symmetries_;
};

}  // namespace isthmus
