// GameModel<G, B>: any Game, with the bundle of what is known of it, as an AnyGame.
#pragma once

#include "bind/searcher_model.hpp"
#include "solve/solver.hpp"

namespace isthmus {

template <Game G, Knows<G> B>
class GameModel final : public AnyGame {
public:
    GameModel(G game, std::string name)
        : game_(std::make_shared<const Named<G>>(Named<G>{std::move(game), std::move(name), &solve<G, B>})) {
        if (game_->rules.num_steps() > 0xFFFF) throw std::invalid_argument("more steps than step ids");
    }
    int num_steps() const override { return game_->rules.num_steps(); }
    bool has_flow() const override { return MapsFlow<EvaluatorOf<B, G>, G>; }
    std::shared_ptr<const AnyState> initial() const override {
        return std::make_shared<const StateModel<G>>(game_, game_->rules.initial());
    }
    std::shared_ptr<const AnyState> restore(const Snapshot& snapshot) const override {
        return std::make_shared<const StateModel<G>>(game_, snapshot);
    }
    std::shared_ptr<AnySearcher> searcher(EngineKind kind, Tuning tuning, std::uint64_t seed) const override {
        if (kind == EngineKind::Plain)
            return std::make_shared<SearcherModel<G, PlainEngine<G>>>(game_, std::move(tuning), seed);
        return std::make_shared<SearcherModel<G, Engine<G, B>>>(game_, std::move(tuning), seed);
    }

private:
    std::shared_ptr<const Named<G>> game_;
};

}  // namespace isthmus
