// BatchSearchModel<G>: a search in each environment of any Game, as an AnyBatchSearch.
#pragma once

#include <stdexcept>

#include "bind/any_environments.hpp"
#include "search/batch_search.hpp"
#include "search/workers.hpp"

namespace isthmus {

template <Depicts G>
class BatchSearchModel final : public AnyBatchSearch {
public:
    using Look = typename BatchSearch<G>::Tree::Look;

    BatchSearchModel(const G& game, const Environments<G>& environments, Workers& workers, const GumbelOptions& options,
                     std::uint64_t seed, Look look)
        : look_(std::move(look)),
          workers_(workers),
          count_(environments.count()),
          actions_(environments.view().actions()),
          search_(game, environments, options, seed, look_ ? &look_ : nullptr) {}

    void begin() override {
        workers_.share(count_, [&](int from, int to) { search_.begin(from, to); });
        waiting_ = 0;
    }
    int gather(std::uint8_t* obs) override {
        if (waiting_ > 0) throw std::invalid_argument("gather: expected scatter first, with the judgements");
        workers_.share(count_, [&](int from, int to) { search_.advance(from, to); });
        waiting_ = static_cast<int>(search_.waiting().size());
        workers_.share(waiting_, [&](int from, int to) { search_.write(obs, from, to); });
        return waiting_;
    }
    int waiting() const override { return waiting_; }
    void scatter(const float* policy, const float* value) override {
        workers_.share(waiting_, [&](int from, int to) { search_.take(policy, value, from, to); });
        waiting_ = 0;
    }
    void found(std::int32_t* action, float* value, bool* certain, float* policy, std::int32_t* visits) override {
        for (int i = 0; i < count_; ++i)
            if (!search_.judged(i)) throw std::invalid_argument("found: expected gather and scatter first");
        workers_.share(count_, [&](int from, int to) {
            for (int i = from; i < to; ++i) {
                const auto row = static_cast<std::ptrdiff_t>(i) * actions_;
                action[i] = search_.action(i);
                value[i] = search_.value(i);
                certain[i] = search_.certain(i);
                search_.policy(i, policy + row);
                search_.visits(i, visits + row);
            }
        });
    }

private:
    Look look_;
    Workers& workers_;
    int count_, actions_, waiting_ = 0;
    BatchSearch<G> search_;
};

}  // namespace isthmus
