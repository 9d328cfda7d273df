// The search tree in flat arrays. The children of a node are adjacent, so selection reads memory in order.
#pragma once

#include <cstdint>
#include <vector>

#include "search/proof.hpp"

namespace isthmus {

class PlainTree {
public:
    using Node = std::uint32_t;
    static constexpr Node root = 0;

    explicit PlainTree(std::size_t most_nodes) : most_(most_nodes) {}

    // Nodes
    std::size_t size() const { return visits.size(); }
    bool room_for(std::size_t children) const { return size() + children <= most_; }
    bool expanded(Node node) const { return first_child[node] != 0; }
    Node add(Step made, Seat actor, bool without_seats) {
        visits.push_back(0);
        total.push_back(0);
        step.push_back(made);
        seat.push_back(actor);
        proof.push_back(Proof::None);
        seatless.push_back(without_seats);
        first_child.push_back(0);
        children.push_back(0);
        return static_cast<Node>(size() - 1);
    }

    // One entry for each node. `seat` acts at the node. `total` sums results of -1, 0 or 1 for Seat::First, or for
    // Black while the colours have no seats, since the second seat will take the better colour.
    std::vector<std::uint32_t> visits;
    std::vector<std::int32_t> total;
    std::vector<std::uint8_t> seatless;
    std::vector<Step> step;  // the step that led here
    std::vector<Seat> seat;
    std::vector<Proof> proof;
    std::vector<Node> first_child;
    std::vector<std::uint16_t> children;

private:
    std::size_t most_;
};

}  // namespace isthmus
