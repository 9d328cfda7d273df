// The currents of one contest of Hex: a cell is a node, and its resistance lies in the links to its neighbours. Two
// cells a bridge apart (two empty cells between, of which the opponent cannot take both) are linked as well, as in
// Anshelevich's Hexy (AAAI 2000). The two sides' networks are not duals, so both are solved.
#pragma once

#include <cmath>

#include "knowledge/flow/flow_map.hpp"
#include "knowledge/tuning.hpp"
#include "rules/connect.hpp"

namespace isthmus {

template <int W>
class CellCurrents {
public:
    template <class Number>
    struct ScratchOf {
        struct Wiring {
            CircuitOf<Number> circuit;
            std::vector<Number> conductance;  // of each link
        };
        Wiring wiring[2];
        std::vector<std::uint8_t> state;        // of each end, as one side sees it
        std::vector<Number> potential, inflow;  // of each end
    };
    using Scratch = ScratchOf<float>;

    CellCurrents(const Contest<W>& contest, const Links<W>& links, Tuning& tuning);

    Scratch scratch() const { return scratch_of<float>(); }

    // Black's lead: the logarithm of White's resistance divided by Black's.
    template <class Number>
    Number solve(const Bits<W>& black, const Bits<W>& white, ScratchOf<Number>& scratch) const;

    // After `solve`: adds each empty cell's shares of the power in both networks, times `factor`, to its score.
    void add_scores(Side actor, float factor, const Bits<W>& black, const Bits<W>& white, Scratch& scratch,
                    float* score) const;

    // For flow_map.hpp.
    ScratchOf<double> precise_scratch() const { return scratch_of<double>(); }
    double ahead(const Bits<W>& black, const Bits<W>& white, ScratchOf<double>& scratch) const;
    ContestFlow flow(const Contest<W>&, const Grid& grid, const Bits<W>& black, const Bits<W>& white,
                     ScratchOf<double>& scratch) const;

private:
    enum State : std::uint8_t { Empty, Own, Enemy, Goal, ends };
    static constexpr float least = 1e-6f, resistance[ends] = {1, 1.0f / 1024, 0, 0};
    // Besides nodes, a link may end at the source, the sink, or an empty cell between neighbours.
    static constexpr int extra_ends = 3;

    struct Link {
        std::int16_t one, two, between[2];
        bool bridged;
        int slot;
    };

    int nodes() const { return static_cast<int>(points_.size()); }
    std::int16_t source() const { return static_cast<std::int16_t>(nodes()); }
    std::int16_t sink() const { return static_cast<std::int16_t>(nodes() + 1); }
    std::int16_t nothing() const { return static_cast<std::int16_t>(nodes() + 2); }

    CircuitShape layout(const Contest<W>& contest, const Links<W>& links, bool bridges);

    template <class Number>
    ScratchOf<Number> scratch_of() const;

    template <class Number>
    Number conductance(int side, const Bits<W>& own, const Bits<W>& enemy, ScratchOf<Number>& scratch) const;

    Bits<W> region_;
    std::vector<std::int16_t> node_;  // of each point, or -1
    std::vector<int> points_;         // of each node
    std::vector<Link> links_[2];      // of each side
    CircuitShape shape_;
    float conductance_[2][ends * ends], enemy_share_;
};

// The bodies ----------------------------------------------------------------------------------------------------------
template <int W>
CellCurrents<W>::CellCurrents(const Contest<W>& contest, const Links<W>& links, Tuning& tuning)
    : region_(contest.region),
      node_(64 * W, -1),
      shape_(layout(contest, links, tuning.flag("bridges", true))),
      enemy_share_(tuning.number("enemy_share", 1, 0, 100)) {
    const auto bridge = tuning.number("bridge_resistance", 0.1, 0.001, 1000);
    for (int one = 0; one < ends; ++one)
        for (int two = 0; two < ends; ++two)
            for (const bool bridged : {false, true}) {
                const bool cut = one == Enemy || two == Enemy || (one == Goal && two == Goal);
                conductance_[bridged][one * ends + two] =
                    cut ? 0 : 1 / (resistance[one] + resistance[two] + (bridged ? bridge : 0));
            }
}

template <int W>
template <class Number>
auto CellCurrents<W>::solve(const Bits<W>& black, const Bits<W>& white, ScratchOf<Number>& scratch) const -> Number {
    return std::log(conductance(0, black, white, scratch) / conductance(1, white, black, scratch));
}

template <int W>
void CellCurrents<W>::add_scores(Side actor, float factor, const Bits<W>& black, const Bits<W>& white, Scratch& scratch,
                                 float* score) const {
    const auto empty = region_.minus(black | white);
    for (int side = 0; side < 2; ++side) {
        const auto& [circuit, conductance] = scratch.wiring[side];
        auto* const potential = scratch.potential.data();
        auto* const inflow = scratch.inflow.data();
        for (int node = 0; node < nodes(); ++node) potential[node] = circuit.potential(node);
        potential[source()] = 1;
        potential[sink()] = 0;
        std::fill(scratch.inflow.begin(), scratch.inflow.end(), 0.0f);
        const auto& links = links_[side];
        for (std::size_t i = 0; i < links.size(); ++i) {
            const float current = conductance[i] * std::abs(potential[links[i].one] - potential[links[i].two]);
            inflow[links[i].one] += current;
            inflow[links[i].two] += current;
        }
        // The current through a cell is half the sum of the absolute currents in its links.
        const float part = (side == index(actor) ? 1 : enemy_share_) * factor / (4 * circuit.conductance() + least);
        empty.each([&](int point) {
            const float through = inflow[node_[point]];
            score[point] += part * through * through;
        });
    }
}

template <int W>
auto CellCurrents<W>::ahead(const Bits<W>& black, const Bits<W>& white, ScratchOf<double>& scratch) const -> double {
    return solve(black, white, scratch);
}

template <int W>
auto CellCurrents<W>::flow(const Contest<W>&, const Grid& grid, const Bits<W>& black, const Bits<W>& white,
                           ScratchOf<double>& scratch) const -> ContestFlow {
    ContestFlow out;
    out.ahead = ahead(black, white, scratch);
    for (int side = 0; side < 2; ++side) {
        const auto& [circuit, conductance] = scratch.wiring[side];
        const auto end_of = [this](int end) {
            return end == source() ? CircuitShape::source : end == sink() ? CircuitShape::sink : end;
        };
        NodeFlow flow(grid);
        const auto& links = links_[side];
        for (std::size_t i = 0; i < links.size(); ++i) {
            const auto& [one, two, between, bridged, slot] = links[i];
            const double current =
                conductance[i] * std::abs(circuit.potential(end_of(one)) - circuit.potential(end_of(two)));
            if (two < nodes())
                flow.between(points_[one], points_[two], current);
            else
                flow.at_goal(points_[one], two == sink(), current);
        }
        const auto& own = side ? white : black;
        out.sides[side] =
            flow.finish(circuit.conductance(), [&](int point) { return resistance[own.test(point) ? Own : Empty]; });
        out.sides[side].resistance = 1 / (circuit.conductance() + least);
    }
    return out;
}

template <int W>
auto CellCurrents<W>::layout(const Contest<W>& contest, const Links<W>& links, bool bridges) -> CircuitShape {
    contest.region.each([&](int point) {
        node_[point] = static_cast<std::int16_t>(points_.size());
        points_.push_back(point);
    });
    std::vector<Bits<W>> near;
    for (const int point : points_) near.push_back(links.neighbours(Bits<W>::of(point)) & contest.region);
    const auto nodes_of = [&](const Bits<W>& two) { return std::pair{node_[two.first()], node_[two.last()]}; };

    std::vector<Link> both_sides;
    int band = 1;
    for (std::int16_t one = 0; one < nodes(); ++one)
        for (auto two = static_cast<std::int16_t>(one + 1); two < nodes(); ++two) {
            const auto common = near[one] & near[two];
            if (near[one].test(points_[two])) {
                both_sides.push_back({one, two, {nothing(), nothing()}, false, 0});
            } else if (bridges && common.count() == 2) {
                const auto [left, right] = nodes_of(common);
                both_sides.push_back({one, two, {left, right}, true, 0});
            } else {
                continue;
            }
            band = std::max(band, two - one);
        }
    const CircuitShape shape(nodes(), band);
    for (auto& link : both_sides) link.slot = shape.slot(link.one, link.two);
    for (int side = 0; side < 2; ++side) {
        links_[side] = both_sides;
        for (int end = 0; end < 2; ++end) {
            const auto& goal = contest.goals[side][end];
            const auto terminal = end == 0 ? source() : sink();
            for (std::int16_t node = 0; node < nodes(); ++node) {
                const int slot = shape.slot(node, end == 0 ? CircuitShape::source : CircuitShape::sink);
                const auto at_goal = near[node] & goal;
                if (goal.test(points_[node])) {
                    links_[side].push_back({node, terminal, {nothing(), nothing()}, false, slot});
                } else if (bridges && at_goal.count() == 2) {
                    const auto [left, right] = nodes_of(at_goal);
                    links_[side].push_back({node, terminal, {left, right}, true, slot});
                }
            }
        }
    }
    return shape;
}

template <int W>
template <class Number>
auto CellCurrents<W>::scratch_of() const -> ScratchOf<Number> {
    const auto count = static_cast<std::size_t>(nodes() + extra_ends);
    const auto wiring = [&](int side) {
        return typename ScratchOf<Number>::Wiring{CircuitOf<Number>(shape_), std::vector<Number>(links_[side].size())};
    };
    return {{wiring(0), wiring(1)},
            std::vector<std::uint8_t>(count),
            std::vector<Number>(count),
            std::vector<Number>(count)};
}

template <int W>
template <class Number>
auto CellCurrents<W>::conductance(int side, const Bits<W>& own, const Bits<W>& enemy, ScratchOf<Number>& scratch) const
    -> Number {
    auto* const state = scratch.state.data();
    std::fill(scratch.state.begin(), scratch.state.end(), std::uint8_t{Empty});
    (own & region_).each([&](int point) { state[node_[point]] = Own; });
    (enemy & region_).each([&](int point) { state[node_[point]] = Enemy; });
    state[source()] = state[sink()] = Goal;

    auto& wiring = scratch.wiring[side];
    auto& conductors = wiring.circuit.conductors();
    std::fill(conductors.begin(), conductors.end(), 0.0f);
    const auto& links = links_[side];
    for (std::size_t i = 0; i < links.size(); ++i) {
        const auto& link = links[i];
        const bool open = !(state[link.between[0]] | state[link.between[1]]);
        const float conductance = open ? conductance_[link.bridged][state[link.one] * ends + state[link.two]] : 0;
        wiring.conductance[i] = conductance;
        conductors[link.slot] += conductance;
    }
    return wiring.circuit.solve() + least;
}

}  // namespace isthmus
