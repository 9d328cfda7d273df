// Backing up: takes the result of a simulation from its last node to the root. It updates visits, values, all moves as
// first, proofs and proof numbers.
#pragma once

#include <mutex>
#include <vector>

#include "search/bias.hpp"
#include "search/graph.hpp"
#include "search/parameters.hpp"

namespace isthmus {

// A node that a simulation passed.
struct Passed {
    Node* node;
    std::size_t edge;  // the edge it took, if any
};

// A result on its way up, for Black and, once the colours have seats, for Seat::First.
struct Result {
    float black;
    bool first_holds_black;
    float first() const { return first_holds_black ? black : -black; }
};

class BackUp {
public:
    BackUp(const SearchParameters& parameters, Graph& graph, Biases& biases)
        : parameters_(parameters), graph_(graph), biases_(biases) {}

    // Takes each node's lock in turn. `stood`: where stones stood at the end, or empty. `shared`: other simulations may
    // be under way in the graph.
    void operator()(const std::vector<Passed>& path, Result result, const std::vector<std::uint8_t>& stood,
                    bool shared) const {
        float child_value = 0;
        Proof child_proof = Proof::None;
        SeatProofNumbers child_numbers = unknown_proof_numbers;
        for (std::size_t i = path.size(); i-- > 0;) {
            const auto& [node, chosen] = path[i];
            const std::lock_guard held(node->lock);
            ++node->visits;
            const float counted = node->seatless ? result.black : result.first();
            node->total += counted;
            node->squares += counted * counted;
            if (node->own.known && node->visits > 1) {
                const auto below = static_cast<float>(node->visits - 1);
                const double black = node->seatless || result.first_holds_black ? node->total : -node->total;
                biases_.learn(*node, static_cast<float>(black - node->own.counted) / below, below);
            }
            count_all_moves(*node, stood, counted);
            if (i + 1 < path.size()) {
                Edge& edge = node->edges[chosen];
                ++edge.visits;
                if (shared) --edge.in_flight;
                edge.value = child_value;
                edge.proof_numbers = child_numbers;
                if (child_proof != Proof::None && edge.proof == Proof::None) {
                    edge.proof = child_proof;
                    prove(*node);
                }
            }
            if (parameters_.proof_guidance > 0) count_proof_numbers(*node);
            child_numbers = node->proof_numbers;
            child_value = node->mean();
            child_proof = node->proof;
        }
    }

    // A node is proved when its actor has a winning step, or when all steps that were not dropped are proved. Then the
    // best of them is its result. The node's lock is held.
    static void prove(Node& node) {
        if (node.proof != Proof::None) return;
        bool all = node.edges.size() == node.count, draw = false;
        for (const Edge& edge : node.edges) {
            if (edge.proof == win_for(node.actor)) {
                node.proof = edge.proof;
                return;
            }
            if (edge.dropped) continue;
            all &= edge.proof != Proof::None;
            draw |= edge.proof == Proof::Draw;
        }
        if (all) node.proof = draw ? Proof::Draw : loss_for(node.actor);
    }

private:
    static constexpr std::uint32_t first_all_moves = 3;  // most nodes have fewer visits and need no counts

    // Counts a result for every step that the node's actor made sooner or later.
    void count_all_moves(Node& node, const std::vector<std::uint8_t>& stood, float result) const {
        if (stood.empty() || parameters_.amaf == 0 || node.visits < first_all_moves) return;
        if (!node.amaf) {
            if (!node.expanded || graph_.bytes() >= parameters_.memory) return;
            node.amaf = std::make_unique<Amaf[]>(node.count);
            graph_.grow(node.count * sizeof(Amaf));
        }
        const auto mine = static_cast<std::uint8_t>(1 + index(node.side));
        for (std::size_t i = 0; i < node.count; ++i) {
            const auto step = static_cast<std::size_t>(node.candidates[i].step);
            if (step < stood.size() && stood[step] == mine) node.amaf[i].add(result);
        }
    }

    static void count_proof_numbers(Node& node) {
        if (!node.expanded) return;
        ProofNumbersBelow below(node.actor);
        for (const Edge& edge : node.edges) {
            if (edge.dropped) continue;
            if (edge.proof == Proof::None) below.add(edge.proof_numbers);
            if (edge.proof == Proof::Draw) below.add(nobody_wins);
        }
        below.add_untried(node.count - node.edges.size());
        node.proof_numbers = below.numbers();
    }

    const SearchParameters& parameters_;
    Graph& graph_;
    Biases& biases_;
};

}  // namespace isthmus
