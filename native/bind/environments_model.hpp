// EnvironmentsModel<G, B>: environments of any Game, with its bundle of knowledge, as AnyEnvironments.
#pragma once

#include "bind/any_environments.hpp"
#include "bind/batch_search_model.hpp"
#include "knowledge/known_planes.hpp"
#include "knowledge/tactics.hpp"
#include "rules/restored.hpp"
#include "search/workers.hpp"

namespace isthmus {

template <Depicts G, class B>
class EnvironmentsModel final : public AnyEnvironments {
public:
    EnvironmentsModel(G game, const std::vector<BoardSymmetry>& symmetries, const EnvironmentSettings& settings)
        : game_(std::move(game)),
          known_(settings.knowledge ? std::make_unique<KnownPlanes<G, B>>(game_, true) : nullptr),
          view_(game_, symmetries, settings.canonical, settings.mark, known_ ? known_->count() : 0),
          environments_(game_, view_, known_.get(), settings.options, settings.count),
          observe_(settings.options.observe),
          workers_(settings.threads) {}

    int count() const override { return environments_.count(); }
    EnvironmentShape shape() const override {
        return {observe_ ? view_.planes() : 0, view_.rows(), view_.columns(), view_.actions()};
    }
    std::vector<std::string> plane_names() const override {
        auto names = view_.plane_names();
        if (known_) names.insert(names.end(), known_plane_names.begin(), known_plane_names.end());
        return names;
    }
    void seed(int i, std::uint64_t seed, std::uint64_t stream) override { environments_.seed(i, seed, stream); }
    void reset(const bool* which, const EnvironmentArrays& arrays) override {
        workers_.share(count(), [&](int from, int to) { environments_.reset(which, arrays, from, to); });
    }
    void step(const std::int32_t* actions, const EnvironmentArrays& arrays) override {
        check(actions);
        workers_.share(count(), [&](int from, int to) { environments_.step(actions, arrays, from, to); });
    }
    void sample(std::int32_t* actions) override {
        workers_.share(count(), [&](int from, int to) { environments_.sample(actions, from, to); });
    }
    std::vector<int> steps_of(const std::int32_t* actions) const override {
        check(actions);
        std::vector<int> steps;
        for (int i = 0; i < count(); ++i)
            steps.push_back(environments_.ended(i) ? -1 : environments_.step_of(i, static_cast<Step>(actions[i])));
        return steps;
    }
    Snapshot snapshot(int i) const override { return game_.snapshot(environments_.state(i)); }
    void put(int i, const Snapshot& snapshot, const EnvironmentArrays& arrays) override {
        auto [state, past] = restored(game_, snapshot);
        if (game_.over(state)) throw std::invalid_argument("the game is over in this position");
        environments_.put(i, state, std::move(past));
        environments_.show(i, arrays);
    }

    std::unique_ptr<AnyBatchSearch> search(const GumbelOptions& options, std::uint64_t seed) override {
        if (!observe_) throw std::invalid_argument("a search needs environments that show planes");
        return std::make_unique<BatchSearchModel<G>>(game_, environments_, workers_, options, seed,
                                                     options.prove ? tactics<G, B>(game_, tuning_) : nullptr);
    }

private:
    void check(const std::int32_t* actions) const {
        using Fault = typename Environments<G>::Fault;
        const auto [fault, i] = environments_.check(actions, 0, count());
        if (fault == Fault::None) return;
        const auto which = "environment " + std::to_string(i);
        throw std::invalid_argument(fault == Fault::Ended
                                        ? which + " has ended; expected a reset first"
                                        : which + ": action " + std::to_string(actions[i]) +
                                              " is not legal here; expected one that the mask allows");
    }

    G game_;
    Tuning tuning_;
    std::unique_ptr<const KnownPlanes<G, B>> known_;
    EnvironmentView<G> view_;
    Environments<G> environments_;
    bool observe_;
    Workers workers_;
};

}  // namespace isthmus
