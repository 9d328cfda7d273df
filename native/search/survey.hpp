// Survey: turns the search graph into a report of whole turns. Other threads may still be searching.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "search/report.hpp"
#include "search/search.hpp"

namespace isthmus {

template <Game G, Evaluator<G> E>
class Survey {
public:
    explicit Survey(const Search<G, E>& search) : search_(search), game_(search.game()) {}

    SearchReport report() const;

private:
    static constexpr std::size_t with_variations = 12;
    static constexpr std::size_t longest_variation = 12;
    using State = typename G::State;
    using Steps = std::vector<Step>;

    // A copy of a node at one moment.
    struct View {
        struct Child {
            Step step;
            float prior;
            Node* node;
            std::uint32_t visits;
            float value;
            Proof proof;
            bool dropped;
        };
        Seat actor;
        Proof proof;
        float value;
        std::vector<Child> children;  // in the order they are tried, the untried ones last

        // A proved win, else a step that is not a proved loss, else any step; dropped steps come last. Among equals,
        // the most visited. With `confidence` that many standard errors are subtracted from the value of each
        // unproved step with at least a fifth of the visits; the highest result replaces it (as in Leela Zero, 2019).
        const Child* choice(float confidence) const {
            constexpr int open = 2;
            const auto rank = [&](const Child& child) {
                const int standing = child.proof == win_for(actor)    ? 3
                                     : child.dropped                  ? 0
                                     : child.proof == loss_for(actor) ? 1
                                                                      : open;
                return std::pair{standing, child.visits};
            };
            const Child* best = nullptr;
            for (const auto& child : children)
                if (!best || rank(child) > rank(*best)) best = &child;
            if (!best || confidence == 0 || rank(*best).first != open) return best;
            const float sign = actor == Seat::First ? 1.0f : -1.0f;
            const auto surely = [&](const Child& child) {
                const float error = std::sqrt((1 - child.value * child.value) / static_cast<float>(child.visits));
                return sign * child.value - confidence * error;
            };
            const auto enough = std::max(1u, best->visits / 5);
            for (const auto& child : children)
                if (rank(child).first == open && child.visits >= enough && surely(child) > surely(*best)) best = &child;
            return best;
        }
    };
    static View look(Node* node);

    bool ends_turn(const State& state) const { return game_.over(state) || !game_.mid_turn(state); }

    void collect(Node* node, const State& state, const Steps& made, double prior, std::vector<TurnReport>& turns) const;

    // The steps of the turn to play.
    Steps best_turn() const;
    // Makes the best steps until the turn is over, by the evaluator alone where the search has tried no steps. Returns
    // the node reached, or null.
    Node* finish_turn(Node* node, State& state, Steps& made) const;
    // Merges the orders of one turn into one entry.
    void merge_orders(std::vector<TurnReport>& turns) const;
    Steps unordered(Steps steps) const {
        std::erase(steps, game_.ids().stop());
        std::sort(steps.begin(), steps.end());
        return steps;
    }
    void put_first(std::vector<TurnReport>& turns, const Steps& best) const;
    std::vector<Steps> variation(const Steps& first) const;

    const Search<G, E>& search_;
    const G& game_;
};

// The bodies ----------------------------------------------------------------------------------------------------------
template <Game G, Evaluator<G> E>
auto Survey<G, E>::report() const -> SearchReport {
    SearchReport out;
    out.simulations = search_.simulations();
    out.nodes = search_.graph().size();
    out.depth = search_.depth();
    const View root = look(search_.root());
    out.proof = root.proof;
    out.value = root.value;
    collect(search_.root(), search_.root_state(), {}, 1.0, out.turns);
    merge_orders(out.turns);
    sort_by_visits(out.turns);
    put_first(out.turns, best_turn());
    if (root.proof == win_for(root.actor)) {  // may be proved without a search
        out.turns.front().proof = root.proof;
        out.turns.front().value = root.value;
    }
    if (!search_.attention().complete()) {  // a proof that considers only the noticed steps proves nothing
        out.proof = Proof::None;
        for (auto& turn : out.turns) turn.proof = Proof::None;
    }
    for (std::size_t i = 0; i < out.turns.size() && i < with_variations; ++i)
        out.turns[i].variation = variation(out.turns[i].steps);
    return out;
}

template <Game G, Evaluator<G> E>
auto Survey<G, E>::look(Node* node) -> View {
    const std::lock_guard held(node->lock);
    View view{node->actor, node->proof, node->mean(), {}};
    for (std::size_t i = 0; i < node->count; ++i) {
        const auto& candidate = node->candidates[i];
        const Edge edge = i < node->edges.size() ? node->edges[i] : Edge{};
        view.children.push_back(
            {candidate.step, candidate.share(), edge.child, edge.visits, edge.value, edge.proof, edge.dropped});
    }
    return view;
}

template <Game G, Evaluator<G> E>
void Survey<G, E>::collect(Node* node, const State& state, const Steps& made, double prior,
                           std::vector<TurnReport>& turns) const {
    for (const auto& child : look(node).children) {
        if (!child.node) continue;
        auto after = state;
        game_.apply(after, child.step);
        auto steps = made;
        steps.push_back(child.step);
        if (ends_turn(after)) {
            turns.push_back({steps, child.visits, child.value, prior * child.prior, child.proof, {}});
        } else {
            collect(child.node, after, steps, prior * child.prior, turns);
        }
    }
}

template <Game G, Evaluator<G> E>
auto Survey<G, E>::best_turn() const -> Steps {
    Steps made;
    auto state = search_.root_state();
    finish_turn(search_.root(), state, made);
    return made;
}

template <Game G, Evaluator<G> E>
Node* Survey<G, E>::finish_turn(Node* node, State& state, Steps& made) const {
    do {
        Step step;
        const View view = node ? look(node) : View{};
        if (const auto* child = view.choice(search_.confidence())) {
            step = child->step;
            node = child->node;
        } else {
            step = search_.advice(state);
            node = nullptr;
        }
        made.push_back(step);
        game_.apply(state, step);
    } while (!ends_turn(state));
    return node;
}

template <Game G, Evaluator<G> E>
void Survey<G, E>::merge_orders(std::vector<TurnReport>& turns) const {
    std::map<Steps, std::size_t> known;
    std::vector<TurnReport> merged;
    for (auto& turn : turns) {
        const auto [at, fresh] = known.emplace(unordered(turn.steps), merged.size());
        if (fresh) {
            merged.push_back(std::move(turn));
            continue;
        }
        TurnReport& same = merged[at->second];  // both lead to one node, so value and proof agree
        same.visits += turn.visits;
        same.prior += turn.prior;
        if (same.proof == Proof::None && turn.proof != Proof::None) same.proof = turn.proof, same.value = turn.value;
    }
    turns = std::move(merged);
}

template <Game G, Evaluator<G> E>
void Survey<G, E>::put_first(std::vector<TurnReport>& turns, const Steps& best) const {
    const auto same = [&](const auto& turn) { return unordered(turn.steps) == unordered(best); };
    const auto found = std::find_if(turns.begin(), turns.end(), same);
    if (found == turns.end()) {
        turns.insert(turns.begin(), TurnReport{best, 0, 0, 0, Proof::None, {}});
    } else {
        std::rotate(turns.begin(), found, found + 1);
    }
}

template <Game G, Evaluator<G> E>
auto Survey<G, E>::variation(const Steps& first) const -> std::vector<Steps> {
    std::vector<Steps> out{first};
    auto state = search_.root_state();
    Node* node = search_.root();
    for (const Step step : first) {
        Node* next = nullptr;
        if (node)
            for (const auto& child : look(node).children)
                if (child.step == step) next = child.node;
        node = next;
        game_.apply(state, step);
    }
    while (node && !game_.over(state) && out.size() < longest_variation) {
        const View view = look(node);
        const auto* child = view.choice(search_.confidence());
        if (!child || (!child->node && view.proof == Proof::None)) break;
        Steps made;
        node = finish_turn(node, state, made);
        out.push_back(made);
    }
    return out;
}

}  // namespace isthmus
