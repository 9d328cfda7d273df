// GameModel<G, B>: any Game, with its bundle of knowledge, as an AnyGame.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "bind/searcher_model.hpp"
#include "knowledge/known_planes.hpp"
#include "knowledge/net/shared_judge.hpp"
#include "knowledge/tactics.hpp"
#include "rules/planes.hpp"
#include "rules/sampling.hpp"
#include "solve/short_proof.hpp"
#include "solve/solver.hpp"

namespace isthmus {

template <Depicts G, Knows<G> B>
class GameModel final : public AnyGame {
public:
    GameModel(G game, std::string name)
        : game_(std::make_shared<const Named<G>>(Named<G>{std::move(game), std::move(name), &solve<G, B>})) {
        if (game_->rules.num_steps() > 0xFFFF) throw std::invalid_argument("more steps than step ids");
    }
    int num_steps() const override { return game_->rules.num_steps(); }
    bool has_flow() const override { return MapsFlow<EvaluatorOf<B, G>, G>; }
    PlaneShape plane_shape(bool knowledge) const override {
        const auto planes = depiction({}, 1);
        return {planes.planes() + (knowledge ? judged_planes : 0), planes.policy_planes(), planes.rows(),
                planes.columns()};
    }
    std::vector<std::string> plane_names(bool knowledge) const override {
        auto names = depiction({}, 1).plane_names();
        if (knowledge) names.insert(names.end(), known_plane_names.begin(), known_plane_names.begin() + judged_planes);
        return names;
    }
    std::vector<std::uint8_t> depict(const AnyState& state, const std::vector<BoardSymmetry>& symmetries, int view,
                                     std::uint8_t one, bool knowledge) const override {
        const auto& model = model_of(state, *game_);
        const auto planes = depiction(symmetries, one);
        check_view(planes, model, view);
        const auto shape = plane_shape(knowledge);
        std::vector<std::uint8_t> bytes(static_cast<std::size_t>(shape.planes * shape.rows * shape.columns));
        planes.write(model.state(), model.steps(), view, bytes.data());
        if (knowledge) {
            auto sink = planes.more(model.state(), view, bytes.data());
            known_.get(game_->rules, 0).write(model.state(), model.steps(), sink);
        }
        return bytes;
    }
    std::vector<int> policy_slots(const AnyState& state, const std::vector<BoardSymmetry>& symmetries,
                                  int view) const override {
        const auto& model = model_of(state, *game_);
        const auto planes = depiction(symmetries, 1);
        check_view(planes, model, view);
        std::vector<int> slots;
        for (const Step step : model.steps()) slots.push_back(planes.slot(model.state(), step, view));
        return slots;
    }
    std::vector<float> log_weights(const AnyState& state) const override {
        const auto& model = model_of(state, *game_);
        std::vector<float> out;
        known_.get(game_->rules, 0).weigh(model.state(), model.steps(), out);
        return out;
    }
    std::shared_ptr<const AnyState> initial() const override {
        return std::make_shared<const StateModel<G>>(game_, game_->rules.initial());
    }
    std::shared_ptr<const AnyState> restore(const Snapshot& snapshot) const override {
        return std::make_shared<const StateModel<G>>(game_, snapshot);
    }
    std::shared_ptr<AnySearcher> searcher(EngineKind kind, Tuning tuning, std::uint64_t seed,
                                          const NetAndViews& given) const override {
        if (kind == EngineKind::Plain)
            return std::make_shared<SearcherModel<G, PlainEngine<G>>>(game_, std::move(tuning), seed);
        return std::make_shared<SearcherModel<G, Engine<G, B>>>(game_, std::move(tuning), seed, prove(), net(given));
    }
    std::vector<PlayedGame> self_play(const NetAndViews& given, int games, std::uint64_t seed,
                                      const SelfPlayOptions& options,
                                      const std::function<bool()>& keep_on) const override {
        const auto net = this->net(given);
        if (!net) throw std::invalid_argument("self-play needs a net");
        Tuning standard;
        SelfPlay<G> play(game_->rules, options, seed, tactics<G, B>(game_->rules, standard));
        if (options.net_weights == 1) {
            NetJudge<G> judge(game_->rules, *net, options.at_once);
            return play.play(games, judge, keep_on);
        }
        SharedJudge<G, B> judge(game_->rules, *net, known_.get(game_->rules, 0), options.net_weights, options.at_once);
        return play.play(games, judge, keep_on);
    }
    Samples samples(const std::vector<StepList>& games, const std::vector<Pick>& picks,
                    const std::vector<BoardSymmetry>& symmetries, bool knowledge, bool weights) const override {
        // A search prefers positions that a playout has overestimated. So samples use playouts with other random
        // numbers.
        const KnownPlanes<G, B>* const hand = knowledge || weights ? &sampled_.get(game_->rules, 1) : nullptr;
        return Sampling<G>(game_->rules, symmetries, knowledge ? hand : nullptr, weights ? hand : nullptr)(games,
                                                                                                           picks);
    }

private:
    // The searcher that receives it also holds the game.
    Prove<typename G::State> prove() const {
        if constexpr (ShortProof<G, B>::possible)
            return [proof = std::make_shared<ShortProof<G, B>>(game_->rules)](const auto& state, const auto& steps,
                                                                              const auto& effort) {
                return (*proof)(state, steps, effort);
            };
        return {};
    }
    std::shared_ptr<const NetForGame<G>> net(const NetAndViews& given) const {
        const auto& rules = game_->rules;
        if (given.net)
            return std::make_shared<const NetForGame<G>>(rules, given.net, given.symmetries,
                                                         known_planes<B>(rules, given.net->shape().planes));
        if (given.function)
            return std::make_shared<const NetForGame<G>>(rules, given.function, given.symmetries,
                                                         known_planes<B>(rules, plane_shape(given.knowledge).planes));
        return nullptr;
    }
    Depiction<G> depiction(const std::vector<BoardSymmetry>& symmetries, std::uint8_t one) const {
        const auto& grid = game_->rules.grid();
        return {game_->rules, symmetries, {grid.columns(), 1, grid.rows() * grid.columns()}, one};
    }
    static void check_view(const Depiction<G>& planes, const StateModel<G>& model, int view) {
        const int views = planes.views(model.to_act().side);
        if (view < 0 || view >= views)
            throw std::invalid_argument("there is no view " + std::to_string(view) + " here; expected one below " +
                                        std::to_string(views));
    }

    // Planes of knowledge, made when first needed.
    struct Kept {
        const KnownPlanes<G, B>& get(const G& game, std::uint64_t series) {
            std::call_once(once, [&] { planes.emplace(game, false, series); });
            return *planes;
        }
        std::once_flag once;
        std::optional<const KnownPlanes<G, B>> planes;
    };

    std::shared_ptr<const Named<G>> game_;
    mutable Kept known_, sampled_;
};

}  // namespace isthmus
