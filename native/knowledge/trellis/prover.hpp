// Proofs for positions of Trellis without a search: turns that win, turns that must be stopped, and wins by two trees
// that no turn attacks twice.
#pragma once

#include <algorithm>
#include <optional>

#include "knowledge/trellis/static_win.hpp"
#include "knowledge/trellis/tactics.hpp"

namespace isthmus::trellis {

template <int W>
class TrellisProver {
public:
    using G = Trellis<W>;
    explicit TrellisProver(const G& game) : game_(game), tactics_(game), static_win_(game) {}

    void look(const typename G::State& state, const StepList& steps, Evaluation& answer) {
        answer.weights.assign(steps.size(), 1.0f);
        const auto useful = tactics_.look(state, steps, answer, scratch_);
        if (answer.winner) return;
        if (const auto winner = shown(state, steps)) return answer.settle(*winner);
        if (!useful) return;
        for (std::size_t i = 0; i < steps.size(); ++i)
            if (!game_.ids().is_cell(steps[i]) || !useful->test(steps[i])) answer.weights[i] = 0;
    }

private:
    std::optional<Side> shown(const typename G::State& state, const StepList& steps) const {
        const auto win = static_win_(state);
        if (!win) return std::nullopt;
        const auto legal = [&](Cell start) {
            return std::binary_search(steps.begin(), steps.end(), static_cast<Step>(start));
        };
        if (!win->starts.empty() && std::none_of(win->starts.begin(), win->starts.end(), legal)) return std::nullopt;
        return win->side;
    }

    const G& game_;
    Tactics<W> tactics_;
    typename Tactics<W>::Scratch scratch_;
    StaticWin<W> static_win_;
};

}  // namespace isthmus::trellis
