// SearcherModel: an engine for one Game as an AnySearcher.
#pragma once

#include "bind/state_model.hpp"
#include "search/engine.hpp"
#include "search/plain_engine.hpp"

namespace isthmus {

// E: Engine or PlainEngine.
template <Game G, class E>
class SearcherModel final : public AnySearcher {
public:
    // `more`: further arguments of the engine's constructor.
    template <class... More>
    SearcherModel(std::shared_ptr<const Named<G>> game, Tuning tuning, std::uint64_t seed, More... more)
        : game_(std::move(game)), engine_(game_->rules, std::move(tuning), seed, std::move(more)...) {}

    SearchReport search(const AnyState& state, const Limits& limits, const KeepOn& keep_on) override {
        const auto& model = model_of(state, *game_);
        return engine_.search(model.state(), model.past(), limits, keep_on);
    }
    void clear() override { engine_.clear(); }
    std::optional<LandEstimate> land(const AnyState& state, int playouts, std::uint64_t seed,
                                     const std::function<bool()>& keep_on) const override {
        return engine_.land(model_of(state, *game_).state(), playouts, seed, keep_on);
    }
    std::optional<FlowMap> flow(const AnyState& state, bool with_stone) const override {
        return engine_.flow(model_of(state, *game_).state(), with_stone);
    }
    const std::map<std::string, double>& numbers() const override { return engine_.numbers(); }

private:
    std::shared_ptr<const Named<G>> game_;
    E engine_;
};

}  // namespace isthmus
