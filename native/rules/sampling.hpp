// Sampling<G>: replays games of G, and takes samples of them.
#pragma once

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include "rules/history.hpp"
#include "rules/planes.hpp"
#include "rules/samples.hpp"

namespace isthmus {

// Throws std::invalid_argument for illegal steps, also in policies, and for picks that do not exist.
template <Depicts G>
class Sampling {
public:
    using State = typename G::State;

    // `more` writes further planes, `hand` weighs the steps; both may be null.
    Sampling(const G& game, const std::vector<BoardSymmetry>& symmetries, const MorePlanes<G>* more,
             const MorePlanes<G>* hand)
        : game_(game),
          grid_(game.grid()),
          places_(grid_.rows() * grid_.columns()),
          depiction_(game, symmetries, {grid_.columns(), 1, places_}, one),
          more_(more),
          hand_(hand) {}

    Samples operator()(const std::vector<StepList>& games, const std::vector<Pick>& picks) const {
        const auto count = picks.size();
        Samples out;
        out.planes.assign(count * planes(), 0);
        out.legal.assign(count * policy(), 0);
        out.policy.assign(count * policy(), 0);
        if (hand_) out.weights.assign(count * policy(), 0);
        out.ends.assign(count * static_cast<std::size_t>(places_), 0);
        out.next.assign(count, -1);
        out.side.assign(count, 0);
        std::vector<std::vector<std::size_t>> of_game(games.size());
        for (std::size_t i = 0; i < count; ++i) {
            const auto& pick = picks[i];
            if (pick.game < 0 || pick.game >= static_cast<int>(games.size()) || pick.step < 0 ||
                pick.step >= static_cast<int>(games[static_cast<std::size_t>(pick.game)].size()) || pick.view < 0)
                throw std::invalid_argument("there is no step " + std::to_string(pick.step) + " of game " +
                                            std::to_string(pick.game) + " in view " + std::to_string(pick.view));
            of_game[static_cast<std::size_t>(pick.game)].push_back(i);
        }
        for (std::size_t game = 0; game < games.size(); ++game)
            if (!of_game[game].empty()) replay(games[game], of_game[game], picks, out);
        return out;
    }

private:
    static constexpr std::uint8_t one = 127;

    std::size_t planes() const {
        return static_cast<std::size_t>((depiction_.planes() + (more_ ? more_->count() : 0)) * places_);
    }
    std::size_t policy() const { return static_cast<std::size_t>(depiction_.policy_size()); }

    int view(const State& state, const Pick& pick) const {
        return pick.view % depiction_.views(game_.to_act(state).side);
    }
    void replay(const StepList& made, const std::vector<std::size_t>& wanted, const std::vector<Pick>& picks,
                Samples& out) const {
        std::vector<std::vector<std::size_t>> at(made.size());
        for (const auto i : wanted) at[static_cast<std::size_t>(picks[i].step)].push_back(i);
        auto state = game_.initial();
        std::vector<std::shared_ptr<const Past>> pasts;  // those that the state refers to
        std::vector<std::pair<std::size_t, State>> taken;
        StepList steps;
        for (std::size_t step = 0; step < made.size(); ++step) {
            game_.steps(state, steps);
            if (!std::binary_search(steps.begin(), steps.end(), made[step]))
                throw std::invalid_argument("step " + std::to_string(step) + " of a game is not legal");
            for (const auto i : at[step]) {
                write(state, steps, picks[i], i, out);
                if (step + 1 < made.size()) out.next[i] = depiction_.slot(state, made[step + 1], view(state, picks[i]));
                taken.emplace_back(i, state);
            }
            game_.apply(state, made[step]);
            if constexpr (Remembers<G>)
                if (game_.history(state).recent()) pasts.push_back(game_.history(state).settle());
        }
        const auto owned = owned_at(state);
        for (const auto& [i, then] : taken)
            for (int side = 0; side < 2; ++side)
                for (const Cell cell : owned[side])
                    out.ends[i * static_cast<std::size_t>(places_) +
                             static_cast<std::size_t>(
                                 depiction_.slot(then, static_cast<Step>(cell), view(then, picks[i])))] =
                        side == index(game_.to_act(then).side) ? 1 : 2;
    }
    std::array<std::vector<Cell>, 2> owned_at(const State& end) const {
        if constexpr (OwnsLand<G>) {
            return {game_.owned(end, Side::Black), game_.owned(end, Side::White)};
        } else {
            return game_.snapshot(end).stones;
        }
    }
    void write(const State& state, const StepList& steps, const Pick& pick, std::size_t i, Samples& out) const {
        const int view = this->view(state, pick);
        out.side[i] = static_cast<std::uint8_t>(index(game_.to_act(state).side));
        std::uint8_t* const to = &out.planes[i * planes()];
        depiction_.write(state, steps, view, to);
        if (more_) {
            auto sink = depiction_.more(state, view, to);
            more_->write(state, steps, sink);
        }
        std::vector<float> weights(steps.size(), 0.0f);
        if (hand_) hand_->weigh(state, steps, weights);
        for (std::size_t k = 0; k < steps.size(); ++k) {
            const int slot = depiction_.slot(state, steps[k], view);
            if (slot < 0) continue;
            out.legal[i * policy() + static_cast<std::size_t>(slot)] = 1;
            if (hand_) out.weights[i * policy() + static_cast<std::size_t>(slot)] = weights[k];
        }
        for (const auto& [step, share] : pick.policy) {
            if (!std::binary_search(steps.begin(), steps.end(), step))
                throw std::invalid_argument("step " + std::to_string(step) + " of a policy is not legal");
            if (const int slot = depiction_.slot(state, step, view); slot >= 0)
                out.policy[i * policy() + static_cast<std::size_t>(slot)] += share;
        }
    }

    const G& game_;
    const Grid& grid_;
    int places_;
    Depiction<G> depiction_;
    const MorePlanes<G>* more_;
    const MorePlanes<G>* hand_;
};

}  // namespace isthmus
