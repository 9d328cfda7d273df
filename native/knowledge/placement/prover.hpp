// Proofs for positions of placement games without a search: by one stone of each side, and by virtual connections.
#pragma once

#include "knowledge/contract.hpp"
#include "knowledge/placement/connections.hpp"
#include "knowledge/placement/tactics.hpp"

namespace isthmus {

template <int W>
class PlacementProver {
public:
    using G = Placement<W>;
    explicit PlacementProver(const G& game) : game_(game), tactics_(game.facts()), connections_(game) {}

    // A step that tactics drop loses. Connections also drop steps that are merely no better than a remaining one.
    void look(const typename G::State& state, const StepList& steps, Evaluation& answer) {
        basis_.reset();
        // With a single contest virtual connections prove more.
        if (game_.facts().contests.size() > 1) look_at_stones(state, steps, answer);
        if (answer.winner) return;
        connections_.look(state, steps, answer);
        if (const auto more = connections_.basis()) {
            if (!basis_ || answer.winner) basis_ = Basis<W>{};
            basis_->carrier |= more->carrier;
            basis_->useless = more->useless.minus(basis_->carrier);
        }
    }
    // What the answer of the last `look` relies on.
    const std::optional<Basis<W>>& basis() const { return basis_; }

private:
    void look_at_stones(const typename G::State& state, const StepList& steps, Evaluation& answer) {
        const auto decision = tactics_.decide(state);
        if (decision.winner) answer.settle(*decision.winner);
        if (decision.points.none()) return;
        // To win now, one point is enough. To win whatever point is taken first, two are needed.
        basis_ = Basis<W>{Bits<W>::of(decision.points.first()), {}};
        if (decision.winner && decision.winner != state.side) basis_->carrier.set(decision.points.last());
        answer.weights.clear();
        for (const Step step : steps) answer.weights.push_back(decision.points.test(game_.facts().grid.point(step)));
    }

    const G& game_;
    PlacementTactics<W> tactics_;
    PlacementConnections<W> connections_;
    std::optional<Basis<W>> basis_;
};

// One look, at the root of a search.
template <int W>
class PlacementRootProver {
public:
    using G = Placement<W>;
    explicit PlacementRootProver(const G& game) : game_(game), connections_(game, most_connections, 1) {}

    void look(const typename G::State& state, const StepList& steps, Evaluation& answer) {
        if (game_.ids().cells <= most_cells) connections_.look(state, steps, answer);
    }

private:
    // One look takes a few milliseconds; larger boards would take too long.
    static constexpr std::size_t most_connections = 1000;
    static constexpr int most_cells = 300;

    const G& game_;
    PlacementConnections<W> connections_;
};

}  // namespace isthmus
