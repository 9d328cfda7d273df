// PlainEngine: the plain search with the interface of Engine. It knows no game and keeps nothing between searches.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "knowledge/maps.hpp"
#include "knowledge/tuning.hpp"
#include "rules/history.hpp"
#include "search/limits.hpp"
#include "search/plain.hpp"

namespace isthmus {

template <Game G>
class PlainEngine {
public:
    using State = typename G::State;
    using KeepOn = std::function<bool(const std::function<SearchReport()>& report)>;

    // Throws std::invalid_argument for an unknown parameter, or for a value out of range.
    PlainEngine(const G& game, Tuning tuning, std::uint64_t seed)
        : game_(game), tuning_(std::move(tuning)), seed_(seed) {
        parameters_.exploration = tuning_.number("exploration", parameters_.exploration, 0, 1000);
        parameters_.random_steps = tuning_.flag("random_steps", parameters_.random_steps);
        tuning_.check();
    }

    // Nothing of the search outlives the call, so the caller keeps what the state's history refers to.
    SearchReport search(const State& state, const std::shared_ptr<const Past>&, const Limits& limits,
                        const KeepOn& keep_on) {
        PlainSearch<G> search(game_, state, seed_++, parameters_);
        const std::function<SearchReport()> report = [&] { return search.report(); };
        const auto began = std::chrono::steady_clock::now();
        auto asked = began;
        while (search.simulations() < limits.simulations && !search.settled()) {
            search.simulate();
            const auto now = std::chrono::steady_clock::now();
            if (std::chrono::duration<double>(now - began).count() >= limits.seconds) break;
            if (now - asked > std::chrono::milliseconds(10)) {
                asked = now;
                if (!keep_on(report)) break;
            }
        }
        return search.report();
    }
    void clear() {}
    std::optional<LandEstimate> land(const State&, int, std::uint64_t, const std::function<bool()>&) const {
        return std::nullopt;
    }
    std::optional<FlowMap> flow(const State&, bool) const { return std::nullopt; }
    const std::map<std::string, double>& numbers() const { return tuning_.known(); }

private:
    const G& game_;
    Tuning tuning_;
    std::uint64_t seed_;
    typename PlainSearch<G>::Parameters parameters_;
};

}  // namespace isthmus
