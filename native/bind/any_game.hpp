// AnyGame, AnyState and AnySearcher: every native game behind one small virtual interface, for the binding only. All
// calls are coarse; the work below them is done by templates.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "knowledge/maps.hpp"
#include "knowledge/net/function_judge.hpp"
#include "knowledge/tuning.hpp"
#include "rules/parameters.hpp"
#include "rules/samples.hpp"
#include "rules/snapshot.hpp"
#include "rules/symmetry.hpp"
#include "rules/turns.hpp"
#include "search/limits.hpp"
#include "search/report.hpp"
#include "search/self_play.hpp"
#include "solve/solution.hpp"

namespace isthmus {

struct PlayoutCounts {
    std::uint64_t games = 0;
    std::uint64_t wins[2] = {0, 0};
    std::uint64_t steps = 0;  // the number made; 0 if playouts do not go step by step
    double seconds = 0;
};

class AnyState {
public:
    virtual ~AnyState() = default;
    // The game with its parameters. A state belongs to every game of the same name.
    virtual const std::string& game() const = 0;
    virtual int cells() const = 0;
    virtual ToAct to_act() const = 0;
    virtual std::vector<Step> steps() const = 0;
    virtual bool legal(Step step) const = 0;
    virtual std::vector<Step> unfinished() const = 0;  // the legal steps that leave the turn unfinished
    virtual bool mid_turn() const = 0;
    virtual std::shared_ptr<const AnyState> apply(Step step) const = 0;
    virtual std::optional<Outcome> outcome() const = 0;
    virtual std::uint64_t key() const = 0;
    virtual Snapshot snapshot() const = 0;
    virtual std::vector<StepSequence> turns() const = 0;
    virtual std::uint64_t perft(int depth, bool by_turns, const std::function<void()>& tick) const = 0;
    // `keep_on` is called every few milliseconds; false ends the work with the result so far.
    virtual PlayoutCounts playouts(std::uint64_t games, std::uint64_t seed, bool plain,
                                   const std::function<bool()>& keep_on) const = 0;
    virtual SolveAnswer solve(const SolveLimits& limits, const WhileSolving& keep_on) const = 0;
};

// An engine for one game. It keeps its findings from search to search; only one search at a time. Throws
// std::invalid_argument for a state of another game.
class AnySearcher {
public:
    // Called every few milliseconds by the searching thread, with a function for the results so far; false ends the
    // search.
    using KeepOn = std::function<bool(const std::function<SearchReport()>& report)>;

    virtual ~AnySearcher() = default;
    virtual SearchReport search(const AnyState& state, const Limits& limits, const KeepOn& keep_on) = 0;
    virtual void clear() = 0;
    // `playouts` must be 1 or more. Returns nothing in games without land.
    virtual std::optional<LandEstimate> land(const AnyState& state, int playouts, std::uint64_t seed,
                                             const std::function<bool()>& keep_on) const = 0;
    // The currents of each contest; `with_stone` adds the effect of one more stone on each point. Nothing in games
    // without currents.
    virtual std::optional<FlowMap> flow(const AnyState& state, bool with_stone) const = 0;
    // Its parameters by name, with their default values.
    virtual const std::map<std::string, double>& numbers() const = 0;

    std::atomic<unsigned> busy{0};  // see bind/busy.hpp
};

// A net, or a function in its place, or neither; and the symmetries of the board under which it may see a position.
// `knowledge`: the function sees the planes of knowledge. Whether a net sees them follows from its number of planes.
struct NetAndViews {
    std::shared_ptr<const Net> net;
    BatchFunction function;
    std::vector<BoardSymmetry> symmetries;
    bool knowledge = false;
};

enum class EngineKind {
    Full,  // with the knowledge of the game
    Plain  // UCT with random playouts, for comparison
};

// The sizes of a game's planes and policy.
struct PlaneShape {
    int planes, policy_planes, rows, columns;
};

class AnyGame {
public:
    virtual ~AnyGame() = default;
    virtual int num_steps() const = 0;
    virtual bool has_flow() const = 0;  // its engine can map currents
    // `knowledge`: with the judgement of the hand-made evaluator, as more planes. The same below.
    virtual PlaneShape plane_shape(bool knowledge) const = 0;
    virtual std::vector<std::string> plane_names(bool knowledge) const = 0;
    // A state as planes, row by row, each mark `one`; and the policy's slot for each legal step, or -1. Throws
    // std::invalid_argument for a state of another game, and for a view that the side to act does not have.
    virtual std::vector<std::uint8_t> depict(const AnyState& state, const std::vector<BoardSymmetry>& symmetries,
                                             int view, std::uint8_t one, bool knowledge) const = 0;
    virtual std::vector<int> policy_slots(const AnyState& state, const std::vector<BoardSymmetry>& symmetries,
                                          int view) const = 0;
    // The logarithms of the hand-made evaluator's weights of the legal steps; 0 for the greatest.
    virtual std::vector<float> log_weights(const AnyState& state) const = 0;
    virtual std::shared_ptr<const AnyState> initial() const = 0;
    virtual std::shared_ptr<const AnyState> restore(const Snapshot& snapshot) const = 0;
    // Throws std::invalid_argument for an unknown parameter of the engine, and for a net with other planes.
    virtual std::shared_ptr<AnySearcher> searcher(EngineKind kind, Tuning tuning, std::uint64_t seed,
                                                  const NetAndViews& given) const = 0;
    // Games of a net or a function against itself. `keep_on` is called every few milliseconds; false ends the work, and
    // only the finished games are returned.
    virtual std::vector<PlayedGame> self_play(const NetAndViews& given, int games, std::uint64_t seed,
                                              const SelfPlayOptions& options,
                                              const std::function<bool()>& keep_on) const = 0;
    // `weights`: also gives the hand-made evaluator's weights of the steps. Throws std::invalid_argument for illegal
    // steps, also in policies, and for picks that do not exist.
    virtual Samples samples(const std::vector<StepList>& games, const std::vector<Pick>& picks,
                            const std::vector<BoardSymmetry>& symmetries, bool knowledge, bool weights) const = 0;
};

// Throws std::invalid_argument for unknown parameters, and for values out of range.
void check_parameters(const std::string& id, const Parameters& parameters);
// The native game of an id, with parameters in their ranges; throws std::invalid_argument for an unknown id.
std::shared_ptr<const AnyGame> make_game(const std::string& id, const Parameters& parameters);

}  // namespace isthmus
