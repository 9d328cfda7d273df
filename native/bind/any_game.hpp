// AnyGame, AnyState and AnySearcher: every native game behind one small virtual interface, for the binding alone. All
// calls are coarse; templates run below.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "knowledge/maps.hpp"
#include "knowledge/tuning.hpp"
#include "rules/parameters.hpp"
#include "rules/snapshot.hpp"
#include "rules/turns.hpp"
#include "search/limits.hpp"
#include "search/report.hpp"
#include "solve/solution.hpp"

namespace isthmus {

struct PlayoutCounts {
    std::uint64_t games = 0;
    std::uint64_t wins[2] = {0, 0};
    std::uint64_t steps = 0;  // made; 0 where playouts do not go step by step
    double seconds = 0;
};

class AnyState {
public:
    virtual ~AnyState() = default;
    // The game with its parameters; states go with what was made by a game of the same name.
    virtual const std::string& game() const = 0;
    virtual int cells() const = 0;
    virtual ToAct to_act() const = 0;
    virtual std::vector<Step> steps() const = 0;
    virtual bool legal(Step step) const = 0;
    virtual bool mid_turn() const = 0;
    virtual std::shared_ptr<const AnyState> apply(Step step) const = 0;
    virtual std::optional<Outcome> outcome() const = 0;
    virtual std::uint64_t key() const = 0;
    virtual Snapshot snapshot() const = 0;
    virtual std::vector<StepSequence> turns() const = 0;
    virtual std::uint64_t perft(int depth, bool by_turns, const std::function<void()>& tick) const = 0;
    // `keep_on` is asked every few milliseconds; false ends the work with what there is.
    virtual PlayoutCounts playouts(std::uint64_t games, std::uint64_t seed, bool plain,
                                   const std::function<bool()>& keep_on) const = 0;
    virtual SolveAnswer solve(const SolveLimits& limits, const WhileSolving& keep_on) const = 0;
};

// An engine at work on one game. It keeps what it knows from search to search; only one search at a time. States of
// another game are refused: std::invalid_argument.
class AnySearcher {
public:
    // Asked every few milliseconds by the thread that searches, with a way to see how things stand; false ends it.
    using KeepOn = std::function<bool(const std::function<SearchReport()>& report)>;

    virtual ~AnySearcher() = default;
    virtual SearchReport search(const AnyState& state, const Limits& limits, const KeepOn& keep_on) = 0;
    virtual void clear() = 0;
    // By so many playouts, at least one; nothing in games without land.
    virtual std::optional<LandEstimate> land(const AnyState& state, int playouts, std::uint64_t seed,
                                             const std::function<bool()>& keep_on) const = 0;
    // The currents of each contest, with `with_stone` also what one more stone on each point would make of them;
    // nothing in games without currents.
    virtual std::optional<FlowMap> flow(const AnyState& state, bool with_stone) const = 0;
    // Its numbers by name, with their standard values.
    virtual const std::map<std::string, double>& numbers() const = 0;

    std::atomic<unsigned> busy{0};  // see bind/busy.hpp
};

enum class EngineKind {
    Full,  // with the knowledge of the game
    Plain  // UCT with random playouts, the measure for the other
};

class AnyGame {
public:
    virtual ~AnyGame() = default;
    virtual int num_steps() const = 0;
    virtual bool has_flow() const = 0;  // its engine draws currents
    virtual std::shared_ptr<const AnyState> initial() const = 0;
    virtual std::shared_ptr<const AnyState> restore(const Snapshot& snapshot) const = 0;
    // Throws std::invalid_argument for a number that the engine does not have.
    virtual std::shared_ptr<AnySearcher> searcher(EngineKind kind, Tuning tuning, std::uint64_t seed) const = 0;
};

// Throws std::invalid_argument for parameters that the game does not have, or that are out of their range.
void check_parameters(const std::string& id, const Parameters& parameters);
// The native game of an id, with parameters that are in their range; throws std::invalid_argument if there is none.
std::shared_ptr<const AnyGame> make_game(const std::string& id, const Parameters& parameters);

}  // namespace isthmus
