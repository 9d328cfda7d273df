// Makes the map of a position's currents. The search needs one number and a few weights; people want the current
// through every point. The map is solved in double precision. The search never uses it.
#pragma once

#include <cmath>
#include <limits>
#include <utility>

#include "knowledge/flow/circuit.hpp"
#include "knowledge/maps.hpp"
#include "rules/connect.hpp"
#include "rules/grid.hpp"

namespace isthmus {

// Currents: ahead(black, white, scratch) and flow(contest, grid, black, white, scratch), with precise_scratch().
template <int W, class Currents>
ContestFlow contest_flow(const Currents& currents, const Contest<W>& contest, const Grid& grid, const Bits<W>& black,
                         const Bits<W>& white, bool with_stone) {
    auto scratch = currents.precise_scratch();
    auto out = currents.flow(contest, grid, black, white, scratch);
    if (!with_stone) return out;
    for (auto& changed : out.with_stone)
        changed.assign(static_cast<std::size_t>(grid.cells()), std::numeric_limits<double>::quiet_NaN());
    contest.region.minus(black | white).each([&](int point) {
        const auto cell = static_cast<std::size_t>(grid.cell(point));
        const auto stone = Bits<W>::of(point);
        out.with_stone[0][cell] = currents.ahead(black | stone, white, scratch);
        out.with_stone[1][cell] = currents.ahead(black, white | stone, scratch);
    });
    return out;
}

// Collects the currents of a network whose nodes are points. Each conductor belongs to both of its points.
class NodeFlow {
public:
    explicit NodeFlow(const Grid& grid) : grid_(grid) {
        flow_.current.resize(static_cast<std::size_t>(grid.cells()));
        flow_.power.resize(flow_.current.size());
    }
    // A conductor between two points, or from a point to the side's first or second goal.
    void between(int one, int two, double current) {
        pass(one, current);
        pass(two, current);
    }
    void at_goal(int point, bool second, double current) {
        pass(point, current);
        if (current > 0) (second ? flow_.leaving : flow_.entering).push_back({grid_.cell(point), current});
    }
    // Call at the end. The currents were those of a network with this conductance at a potential of 1; `resistance`
    // gives the resistance of a point.
    template <class Resistance>
    SideFlow finish(double conductance, Resistance&& resistance) {
        if (conductance <= 0) return NodeFlow(grid_).flow_;  // only rounding errors were collected
        for (auto* ends : {&flow_.entering, &flow_.leaving})
            for (auto& [cell, current] : *ends) current /= conductance;
        for (std::size_t cell = 0; cell < flow_.current.size(); ++cell) {
            flow_.current[cell] /= conductance;
            flow_.power[cell] *= resistance(grid_.point(static_cast<int>(cell))) / conductance;
        }
        return std::move(flow_);
    }

private:
    void pass(int point, double current) {
        const auto cell = static_cast<std::size_t>(grid_.cell(point));
        flow_.current[cell] += current / 2;  // entering or leaving
        flow_.power[cell] += current * current;
    }

    const Grid& grid_;
    SideFlow flow_;
};

}  // namespace isthmus
