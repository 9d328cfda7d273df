// Expansion: the steps that a position tries, their order, and the share of simulations that each gets at first.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "knowledge/contract.hpp"
#include "rules/random.hpp"
#include "search/back_up.hpp"

namespace isthmus {

// A second step of a turn that could also have been made before the pending one, with the same position after both.
template <class G>
concept HasUnordered = Game<G> && requires(const G& g, const typename G::State& s, Step step) {
                                      { g.unordered(s, step) } -> std::same_as<bool>;
                                  };

// A simulation under way: from the root to the position to be evaluated.
template <Game G>
struct Walk {
    std::vector<Passed> path;
    typename G::State state{};
    StepList steps;  // those of the last position
    Evaluation answer;
    float black = 0;  // the result of the last position, for Black
};

// Sorts steps by weight, the greatest first; steps of equal weight keep their order.
inline void sort_by_weight(std::vector<std::pair<float, Step>>& steps) {
    std::stable_sort(steps.begin(), steps.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
}

// One for each thread.
template <Game G>
class Expansion {
public:
    Expansion(const G& game, const SearchParameters& parameters, Graph& graph)
        : game_(game), parameters_(parameters), graph_(graph) {}

    // Gives the last node of a walk its candidates, from the evaluator's answer. The node's lock is held.
    void operator()(const Walk<G>& walk, Node& node, Random& random) {
        rank(walk, random);
        node.count = static_cast<std::uint16_t>(order_.size());
        node.candidates = std::make_unique<Candidate[]>(node.count);
        float sum = 0;
        for (const auto& [weight, step] : order_) sum += weight;
        for (std::size_t i = 0; i < node.count; ++i) {
            const float share = order_[i].first / sum * Candidate::whole;
            node.candidates[i] = {order_[i].second, static_cast<std::uint16_t>(std::max(1.0f, share))};
        }
        node.expanded = true;
        graph_.grow(node.count * sizeof(Candidate) + 64);
    }

private:
    // The steps worth trying with their weights, the most promising first.
    void rank(const Walk<G>& walk, Random& random) {
        order_.clear();
        for (std::size_t i = 0; i < walk.steps.size(); ++i) {
            const float weight = walk.answer.weights[i];
            if (weight <= 0) continue;
            if (!walk.answer.winner && tried_in_the_other_order(walk, walk.steps[i])) continue;
            order_.emplace_back(parameters_.temperature == 1 ? weight : std::pow(weight, 1 / parameters_.temperature),
                                walk.steps[i]);
        }
        if (order_.empty())  // every partner comes before the pending stone
            for (const Step step : walk.steps) order_.emplace_back(1.0f, step);
        for (std::size_t i = order_.size(); i > 1; --i)  // equal weights come in any order
            std::swap(order_[i - 1], order_[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
        sort_by_weight(order_);
    }
    // Two stones of a turn are tried with the more promising one first. A stone is not tried as the second one if it
    // comes before the first stone among the candidates of the node above.
    bool tried_in_the_other_order([[maybe_unused]] const Walk<G>& walk, [[maybe_unused]] Step step) const {
        if constexpr (HasUnordered<G>) {
            if (walk.path.size() < 2 || !game_.mid_turn(walk.state) || !game_.unordered(walk.state, step)) return false;
            const auto& [above, edge] = walk.path[walk.path.size() - 2];
            for (std::size_t i = 0; i < edge; ++i)
                if (above->candidates[i].step == step) return true;
        }
        return false;
    }

    const G& game_;
    const SearchParameters& parameters_;
    Graph& graph_;
    std::vector<std::pair<float, Step>> order_;
};

}  // namespace isthmus
