// A second look at a node with many visits: knowledge that is too costly to ask for at every new position; see
// docs/design/0024-a-second-look.md.
#pragma once

#include <algorithm>

#include "search/graph.hpp"

namespace isthmus {

// Decides when a node is due for a look: first at a given number of visits, then each time the visits have quadrupled,
// at most five times in all.
class SecondLooks {
public:
    explicit SecondLooks(std::uint32_t first_at) : first_at_(first_at) {}

    bool due(const Node& node) const {
        return first_at_ > 0 && node.expanded && !node.seatless && node.looks < most &&
               node.visits >= first_at_ << (2 * node.looks);
    }
    // The number of solver nodes for a look. It grows with the visits.
    static std::uint64_t nodes(int looks) { return std::uint64_t{1} << (2 * looks); }

private:
    static constexpr std::uint8_t most = 5;
    std::uint32_t first_at_;
};

// Drops the candidates with weight 0. `steps` are all steps of the position, ascending, with a weight each. Tried steps
// keep their statistics, since other simulations may be passing through them. If no candidate would be left, it drops
// nothing and returns false: the node may lack the very step that was kept. The node is expanded and its lock held.
inline bool drop(Node& node, const StepList& steps, const std::vector<float>& weights) {
    const auto kept = [&](std::size_t i) {
        const auto at = std::lower_bound(steps.begin(), steps.end(), node.candidates[i].step) - steps.begin();
        return weights[static_cast<std::size_t>(at)] > 0 && !(i < node.edges.size() && node.edges[i].dropped);
    };
    float shares = 0;
    for (std::size_t i = 0; i < node.count; ++i)
        if (kept(i)) shares += node.candidates[i].share();
    if (shares <= 0) return false;
    std::size_t left = node.edges.size();
    for (std::size_t i = 0; i < node.count; ++i) {
        if (i < node.edges.size()) {
            node.edges[i].dropped |= !kept(i);
        } else if (kept(i)) {
            node.candidates[left] = node.candidates[i];
            if (node.amaf) node.amaf[left] = node.amaf[i];
            ++left;
        }
    }
    node.count = static_cast<std::uint16_t>(left);
    for (std::size_t i = 0; i < node.count; ++i) {
        auto& candidate = node.candidates[i];
        const float share = std::min(candidate.share() / shares, 1.0f) * Candidate::whole;
        candidate.prior = static_cast<std::uint16_t>(std::max(1.0f, share));
    }
    return true;
}

}  // namespace isthmus
