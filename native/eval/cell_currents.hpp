// The currents of one contest of Hex: a cell is a node, and its resistance lies in the links to its neighbours. The two
// sides' networks are not duals, so both are solved.
#pragma once

#include <cmath>

#include "eval/flow.hpp"
#include "eval/tuning.hpp"
#include "rules/connect.hpp"

namespace isthmus {

template <int W>
class CellCurrents {
public:
    struct Scratch {
        Circuit circuit[2];
        std::vector<std::uint8_t> state;
        std::vector<float> inflow;
        float conductance[2];
    };

    CellCurrents(const Contest<W>& contest, const Links<W>& links, Tuning& tuning)
        : region_(contest.region), node_(64 * W, -1), shape_(number(contest, links, tuning.flag("bridges", true))) {
        enemy_share_ = static_cast<float>(tuning.number("enemy_share", 1));
        const auto bridge = static_cast<float>(tuning.number("bridge_resistance", 0.1));
        const float cell[3] = {1, own_resistance, -1};
        for (int one = 0; one < 3; ++one)
            for (int two = 0; two < 3; ++two) {
                const bool cut = cell[one] < 0 || cell[two] < 0;
                near_[one * 3 + two] = cut ? 0 : 1 / (cell[one] + cell[two]);
                far_[one * 3 + two] = cut ? 0 : 1 / (cell[one] + cell[two] + bridge);
            }
        for (int one = 0; one < 3; ++one) {
            goal_[one] = cell[one] < 0 ? 0 : 1 / cell[one];
            far_goal_[one] = cell[one] < 0 ? 0 : 1 / (cell[one] + bridge);
        }
    }

    Scratch scratch() const {
        const auto nodes = static_cast<std::size_t>(shape_.nodes());
        return {{Circuit(shape_), Circuit(shape_)}, std::vector<std::uint8_t>(nodes), std::vector<float>(nodes), {}};
    }

    // How far Black is ahead: the logarithm of White's resistance over Black's.
    float solve(const Bits<W>& black, const Bits<W>& white, Scratch& scratch) const {
        float ahead = 0;
        for (const Side side : {Side::Black, Side::White}) {
            mark(side, side == Side::Black ? black : white, side == Side::Black ? white : black, scratch);
            auto& conductors = scratch.circuit[index(side)].conductors();
            std::fill(conductors.begin(), conductors.end(), 0.0f);
            each_link(side, scratch, [&](int, int, int slot, float conductance) { conductors[slot] += conductance; });
            const float whole = std::max(scratch.circuit[index(side)].solve(), least);
            scratch.conductance[index(side)] = whole;
            ahead += side == Side::Black ? std::log(whole) : -std::log(whole);
        }
        return ahead;
    }

    // After `solve`: adds to each empty cell's score, times `factor`, its shares of the power in both networks.
    void add_scores(Side actor, float factor, const Bits<W>& black, const Bits<W>& white, Scratch& scratch,
                    float* score) const {
        for (const Side side : {Side::Black, Side::White}) {
            mark(side, side == Side::Black ? black : white, side == Side::Black ? white : black, scratch);
            const auto& circuit = scratch.circuit[index(side)];
            std::fill(scratch.inflow.begin(), scratch.inflow.end(), 0.0f);
            each_link(side, scratch, [&](int one, int two, int, float conductance) {
                const float current = conductance * std::abs(circuit.potential(one) - circuit.potential(two));
                scratch.inflow[one] += current;
                if (two >= 0) scratch.inflow[two] += current;
            });
            // Half the sum of the currents' sizes is what flows through a cell.
            const float part =
                (side == actor ? factor : factor * enemy_share_) / (4 * scratch.conductance[index(side)]);
            for (std::size_t node = 0; node < points_.size(); ++node)
                if (!scratch.state[node]) score[points_[node]] += part * scratch.inflow[node] * scratch.inflow[node];
        }
    }

private:
    static constexpr float own_resistance = 1.0f / 1024, least = 1e-6f;
    enum State : std::uint8_t { Empty, Own, Enemy };

    struct Link {
        std::int16_t one, two, between[2];
        int slot;
    };
    struct GoalLink {
        std::int16_t one, end, between[2];
        int slot;
    };

    CircuitShape number(const Contest<W>& contest, const Links<W>& links, bool bridges) {
        contest.region.each([&](int point) {
            node_[point] = static_cast<std::int16_t>(points_.size());
            points_.push_back(point);
        });
        const auto near = [&](int point) { return links.neighbours(Bits<W>::of(point)) & contest.region; };
        int band = 1;
        std::vector<std::pair<int, int>> pairs, far_pairs;
        for (const int one : points_)
            for (const int two : points_) {
                if (two <= one) continue;
                const bool adjacent = near(one).test(two);
                if (!adjacent && (!bridges || (near(one) & near(two)).count() != 2)) continue;
                band = std::max(band, node_[two] - node_[one]);
                (adjacent ? pairs : far_pairs).emplace_back(one, two);
            }
        const CircuitShape shape(static_cast<int>(points_.size()), band);
        for (const auto& [one, two] : pairs)
            near_links_.push_back({node_[one], node_[two], {}, shape.slot(node_[one], node_[two])});
        for (const auto& [one, two] : far_pairs) {
            const auto both = near(one) & near(two);
            far_links_.push_back({node_[one],
                                  node_[two],
                                  {node_[both.first()], node_[both.last()]},
                                  shape.slot(node_[one], node_[two])});
        }
        for (int side = 0; side < 2; ++side)
            for (int end = 0; end < 2; ++end) {
                const auto& goal = contest.goals[side][end];
                const std::int16_t terminal = end == 0 ? CircuitShape::source : CircuitShape::sink;
                for (const int point : points_) {
                    const auto at_goal = near(point) & goal;
                    const int slot = shape.slot(node_[point], terminal);
                    if (goal.test(point))
                        goals_[side].push_back({node_[point], terminal, {}, slot});
                    else if (bridges && at_goal.count() == 2)
                        far_goals_[side].push_back(
                            {node_[point], terminal, {node_[at_goal.first()], node_[at_goal.last()]}, slot});
                }
            }
        return shape;
    }

    void mark(Side, const Bits<W>& own, const Bits<W>& enemy, Scratch& scratch) const {
        std::fill(scratch.state.begin(), scratch.state.end(), std::uint8_t{Empty});
        (own & region_).each([&](int point) { scratch.state[node_[point]] = Own; });
        (enemy & region_).each([&](int point) { scratch.state[node_[point]] = Enemy; });
    }

    template <class Visit>
    void each_link(Side side, const Scratch& scratch, Visit&& visit) const {
        const auto* const state = scratch.state.data();
        const auto open = [&](const auto& link) { return !(state[link.between[0]] | state[link.between[1]]); };
        for (const auto& link : near_links_)
            visit(link.one, link.two, link.slot, near_[state[link.one] * 3 + state[link.two]]);
        for (const auto& link : far_links_)
            if (open(link)) visit(link.one, link.two, link.slot, far_[state[link.one] * 3 + state[link.two]]);
        for (const auto& link : goals_[index(side)]) visit(link.one, link.end, link.slot, goal_[state[link.one]]);
        for (const auto& link : far_goals_[index(side)])
            if (open(link)) visit(link.one, link.end, link.slot, far_goal_[state[link.one]]);
    }

    Bits<W> region_;
    std::vector<std::int16_t> node_;  // of each point, or -1
    std::vector<int> points_;         // of each node
    std::vector<Link> near_links_, far_links_;
    std::vector<GoalLink> goals_[2], far_goals_[2];
    CircuitShape shape_;
    float near_[9], far_[9], goal_[3], far_goal_[3], enemy_share_;
};

}  // namespace isthmus
