// GameModel<G>: any Game, with the maker of its evaluators, as an AnyGame.
#pragma once

#include "bind/searchers.hpp"

namespace isthmus {

template <Game G, class MakeEvaluator>
class GameModel final : public AnyGame {
public:
    GameModel(G game, std::string name, MakeEvaluator make)
        : game_(std::make_shared<const Named<G>>(Named<G>{std::move(game), std::move(name)})), make_(std::move(make)) {
        if (game_->rules.num_steps() > 0xFFFF) throw std::invalid_argument("more steps than step ids");
    }
    int num_steps() const override { return game_->rules.num_steps(); }
    std::shared_ptr<const AnyState> initial() const override {
        return std::make_shared<const StateModel<G>>(game_, game_->rules.initial());
    }
    std::shared_ptr<const AnyState> restore(const Snapshot& snapshot) const override {
        return std::make_shared<const StateModel<G>>(game_, snapshot);
    }
    std::shared_ptr<AnySearcher> searcher(EngineKind kind, Tuning tuning, std::uint64_t seed) const override {
        if (kind == EngineKind::Plain) return std::make_shared<PlainSearcher<G>>(game_, std::move(tuning), seed);
        return std::make_shared<GraphSearcher<G, MakeEvaluator>>(game_, std::move(tuning), seed, make_);
    }

private:
    std::shared_ptr<const Named<G>> game_;
    MakeEvaluator make_;
};

}  // namespace isthmus
