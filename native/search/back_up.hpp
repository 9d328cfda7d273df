// Backing up: what the result of a simulation changes in the nodes that it passed, from the last to the root: visits
// and values, all moves as first, proofs and proof numbers.
#pragma once

#include <mutex>
#include <vector>

#include "search/graph.hpp"
#include "search/parameters.hpp"

namespace isthmus {

// A node on the way of a simulation.
struct Passed {
    Node* node;
    std::size_t edge;  // the one taken, if any
};

// A result on its way up. For Seat::First where the colours have seats, and for Black.
struct Result {
    float black;
    bool first_holds_black;
    float first() const { return first_holds_black ? black : -black; }
};

class BackUp {
public:
    BackUp(const SearchParameters& parameters, Graph& graph) : parameters_(parameters), graph_(graph) {}

    // Takes each node's lock in turn. `stood` says where stones stood in the end, or nothing; `shared` that the graph
    // is, with other threads.
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

private:
    static constexpr std::uint32_t first_all_moves = 3;  // most nodes are not visited as often, and need no counts

    // Counts a result for all steps of a node's actor that were made sooner or later.
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

    // A node is proved when its actor has a winning step, or when every step that was not dropped is proved: then
    // by the best of them.
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

    const SearchParameters& parameters_;
    Graph& graph_;
};

}  // namespace isthmus
