// Known: what the solver asks a game's bundle at every position. First it asks the theory, and without an answer the
// prover. A net orders the search if there is one; otherwise the prover's estimate or, without one, distances do. These
// are templates over the parts, not over the bundle, so games that share parts also share the solver.
#pragma once

#include <memory>

#include "knowledge/contract.hpp"
#include "solve/guide.hpp"

namespace isthmus {

template <Game G, Theory<G> T, Prover<G> P, Distance<G> D>
class Known {
public:
    explicit Known(const G& game) : Known(game, nullptr, {}, nullptr) {}
    // `net` may be null. `known`: see NetForGame.
    Known(const G& game, std::shared_ptr<const Net> net, const std::vector<BoardSymmetry>& symmetries,
          std::shared_ptr<const MorePlanes<G>> known)
        : theory_(game),
          prover_(game),
          distance_(game),
          guide_(game, std::move(net), symmetries, std::move(known)),
          game_(game) {}

    void look(const typename G::State& state, const StepList& steps, Evaluation& answer) {
        guided_ = false;
        if (game_.opening(state).under_way()) return;
        const auto play = theory_(state);
        by_theory_ = play && play->proved;
        if (!by_theory_) {
            prover_.look(state, steps, answer);
            guided_ = !answer.winner && guide_.look(state, steps, answer);
            return;
        }
        answer.winner = play->winner;
        if (play->winning_steps.empty()) return;
        for (const Step step : steps) answer.weights.push_back(step == play->winning_steps.front() ? 1.0f : 0.0f);
    }
    std::optional<Hardness> judges(const typename G::State& state) const {
        if (guided_) return NetGuide<G>::hardness;
        if constexpr (Judges<P, G>) return prover_.judges(state);
        return std::nullopt;
    }
    // What the last answer relies on, in placement games; unknown for theory.
    auto basis() const
        requires requires(const P& prover) { prover.basis(); }
    {
        using Basis = std::remove_cvref_t<decltype(prover_.basis())>;
        return by_theory_ ? Basis{} : Basis{prover_.basis()};
    }
    std::array<int, 2> guess(const typename G::State& state) const { return distance_(state); }

private:
    T theory_;
    P prover_;
    D distance_;
    NetGuide<G> guide_;
    const G& game_;
    bool by_theory_ = false, guided_ = false;  // the last answer
};
template <Game G, Knows<G> B>
using KnownOf = Known<G, typename B::Theory, typename B::Prover, typename B::Distance>;

}  // namespace isthmus
