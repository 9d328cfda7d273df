// AnyEnvironments: environments of any native game behind one small virtual interface, for the binding only.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "rules/environments.hpp"
#include "rules/parameters.hpp"
#include "rules/snapshot.hpp"
#include "search/gumbel.hpp"

namespace isthmus {

struct EnvironmentShape {
    int planes, rows, columns, actions;
};

struct EnvironmentSettings {
    int count, threads;
    std::uint8_t mark;
    bool canonical, knowledge;
    EnvironmentOptions options;
};

// A search in each environment. The environments must not change until it is over.
class AnyBatchSearch {
public:
    virtual ~AnyBatchSearch() = default;
    virtual void begin() = 0;
    // Continues every search until it needs a judgement or has ended. Writes the positions to judge, and returns their
    // number.
    virtual int gather(std::uint8_t* obs) = 0;
    virtual int waiting() const = 0;
    virtual void scatter(const float* policy, const float* value) = 0;
    // Writes the results. `policy` and `visits` must be zero before: only the entries of legal actions are written.
    virtual void found(std::int32_t* action, float* value, bool* certain, float* policy, std::int32_t* visits) = 0;
};

// Every call covers all environments, in several threads. Only one call at a time.
class AnyEnvironments {
public:
    virtual ~AnyEnvironments() = default;
    virtual int count() const = 0;
    virtual EnvironmentShape shape() const = 0;
    virtual std::vector<std::string> plane_names() const = 0;
    virtual void seed(int i, std::uint64_t seed, std::uint64_t stream) = 0;
    virtual void reset(const bool* which, const EnvironmentArrays& arrays) = 0;
    // Throws std::invalid_argument, and changes nothing, if an action cannot be taken.
    virtual void step(const std::int32_t* actions, const EnvironmentArrays& arrays) = 0;
    virtual void sample(std::int32_t* actions) = 0;
    // Throws std::invalid_argument for actions that cannot be taken; -1 for environments that have ended.
    virtual std::vector<int> steps_of(const std::int32_t* actions) const = 0;
    virtual Snapshot snapshot(int i) const = 0;
    // Throws std::invalid_argument if it is not a position of the game, or if the game is over.
    virtual void put(int i, const Snapshot& snapshot, const EnvironmentArrays& arrays) = 0;

    // The environments must outlive the search.
    virtual std::unique_ptr<AnyBatchSearch> search(const GumbelOptions& options, std::uint64_t seed) = 0;

    std::atomic<unsigned> busy{0};  // 1 more than the number of forks when the call began; 0: no call
};

std::unique_ptr<AnyEnvironments> make_environments(const std::string& id, const Parameters& parameters,
                                                   const std::vector<BoardSymmetry>& symmetries,
                                                   const EnvironmentSettings& settings);

}  // namespace isthmus
