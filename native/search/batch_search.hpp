// BatchSearch<G>: one search in each of many environments. Their leaves make batches for the caller's network.
//
// Inside, values are for the first seat; callers see and give values for the seat that acts. So the pie rule and turns
// of several steps need no special care. This class starts no threads, but threads may work on different ranges at
// once.
#pragma once

#include <vector>

#include "rules/environments.hpp"
#include "search/gumbel.hpp"

namespace isthmus {

template <Depicts G>
class BatchSearch {
public:
    using Tree = GumbelTree<G, BySeat>;

    // `look` may be null. Each environment draws its own random numbers.
    BatchSearch(const G& game, const Environments<G>& environments, const GumbelOptions& options, std::uint64_t seed,
                const typename Tree::Look* look)
        : game_(game), environments_(environments), options_(options), look_(look) {
        for (int i = 0; i < environments.count(); ++i)
            tables_.push_back({Tree(game), Random(scramble(seed) + static_cast<std::uint64_t>(i)), nullptr, false});
    }

    // Starts from the positions of the environments, except those that have ended.
    void begin(int from, int to);
    // Each search continues to its next position to judge, or to its end.
    void advance(int from, int to);
    // The numbers of the environments that wait for a judgement after `advance`.
    const std::vector<int>& waiting();
    // For a range of the waiting environments: the input of the network, and its output. `policy`: a logit for each
    // action; `value`: for the seat that acts.
    void write(std::uint8_t* obs, int from, int to) const;
    void take(const float* policy, const float* value, int from, int to);

    // Whether the root of an environment's search has been judged. True if there was nothing to search.
    bool judged(int i) const { return !at(i).begun || at(i).tree.judged(); }
    // What was found in an environment: the action, the value for the seat that acts, whether the value is certain, and
    // the shares and visits of the actions, which are written into zeroed memory.
    int action(int i) const;
    float value(int i) const;
    bool certain(int i) const { return at(i).begun && at(i).tree.certain(); }
    void policy(int i, float* to) const;
    void visits(int i, std::int32_t* to) const;

private:
    struct Table {
        Tree tree;
        Random random;
        std::shared_ptr<const Past> past;  // keeps alive what the root refers to
        bool begun;
        bool waits = false;
        typename G::State root{};
    };

    Table& at(int i) { return tables_[static_cast<std::size_t>(i)]; }
    const Table& at(int i) const { return tables_[static_cast<std::size_t>(i)]; }

    const G& game_;
    const Environments<G>& environments_;
    GumbelOptions options_;
    const typename Tree::Look* look_;
    std::vector<Table> tables_;
    std::vector<int> waiting_;
};

// The bodies ----------------------------------------------------------------------------------------------------------
template <Depicts G>
void BatchSearch<G>::begin(int from, int to) {
    for (int i = from; i < to; ++i) {
        Table& table = at(i);
        table.begun = !environments_.ended(i);
        if (!table.begun) continue;
        table.root = environments_.state(i);
        if constexpr (Remembers<G>)
            table.past =
                game_.history(table.root).recent() ? game_.history(table.root).settle() : environments_.past(i);
        table.tree.begin(table.root, options_, table.random, look_);
    }
}

template <Depicts G>
void BatchSearch<G>::advance(int from, int to) {
    for (int i = from; i < to; ++i) at(i).waits = at(i).begun && at(i).tree.next();
}

template <Depicts G>
const std::vector<int>& BatchSearch<G>::waiting() {
    waiting_.clear();
    for (int i = 0; i < environments_.count(); ++i)
        if (at(i).waits) waiting_.push_back(i);
    return waiting_;
}

template <Depicts G>
void BatchSearch<G>::write(std::uint8_t* obs, int from, int to) const {
    const auto& view = environments_.view();
    StepList steps;
    for (int place = from; place < to; ++place) {
        const auto& tree = at(waiting_[static_cast<std::size_t>(place)]).tree;
        std::uint8_t* const here = obs + static_cast<std::size_t>(place) * view.bytes();
        game_.steps(tree.position(), steps);  // all, as the tree may have dropped some
        environments_.write(tree.position(), steps, here);
    }
}

template <Depicts G>
void BatchSearch<G>::take(const float* policy, const float* value, int from, int to) {
    const auto& view = environments_.view();
    Judgement judgement;
    for (int place = from; place < to; ++place) {
        auto& tree = at(waiting_[static_cast<std::size_t>(place)]).tree;
        const auto& state = tree.position();
        const float* const logits = policy + static_cast<std::ptrdiff_t>(place) * view.actions();
        judgement.value = BySeat::acts(game_, state) ? value[place] : -value[place];
        judgement.logits.clear();
        for (const Step step : tree.steps()) judgement.logits.push_back(logits[view.action(state, step)]);
        tree.take(judgement);
    }
}

template <Depicts G>
int BatchSearch<G>::action(int i) const {
    return at(i).begun ? environments_.view().action(at(i).root, at(i).tree.best()) : 0;
}

template <Depicts G>
float BatchSearch<G>::value(int i) const {
    if (!at(i).begun) return 0;
    return BySeat::acts(game_, at(i).root) ? at(i).tree.value() : -at(i).tree.value();
}

template <Depicts G>
void BatchSearch<G>::policy(int i, float* to) const {
    if (!at(i).begun) return;
    for (const auto& [step, share] : at(i).tree.policy()) to[environments_.view().action(at(i).root, step)] = share;
}

template <Depicts G>
void BatchSearch<G>::visits(int i, std::int32_t* to) const {
    if (!at(i).begun) return;
    for (const auto& [step, count] : at(i).tree.visits()) to[environments_.view().action(at(i).root, step)] = count;
}

}  // namespace isthmus
