// Current flow on the board of Trinidad: how well a colour's sides are joined, and the share of the current through
// each field. Own pieces conduct. Empty fields resist, but less if a row move or an add can reach them in one turn.
// Enemy pieces resist most, but do not cut completely, since they may move away.
#pragma once

#include <array>
#include <cmath>

#include "games/trinidad.hpp"
#include "knowledge/flow/flow_map.hpp"

namespace isthmus::trinidad {

// The resistances of a field.
struct Resistances {
    float own, near, empty, enemy;
};

template <int W>
class FlowBoard {
public:
    explicit FlowBoard(const Trinidad<W>& game) : shape_(game.board().grid().cells(), widest_link(game)) {
        const auto& grid = game.board().grid();
        each_link(game, [&](int one, int two) {
            links_.push_back({static_cast<std::int16_t>(grid.point(one)), static_cast<std::int16_t>(grid.point(two)),
                              one, two, shape_.slot(one, two)});
        });
        for (int side = 0; side < 2; ++side)
            for (int end = 0; end < 2; ++end)
                game.contest().goals[side][end].each([&](int point) {
                    const int node = grid.cell(point);
                    ends_[side].push_back({static_cast<std::int16_t>(point), node, end ? Shape::sink : Shape::source,
                                           shape_.slot(node, end ? Shape::sink : Shape::source)});
                });
    }
    const CircuitShape& shape() const { return shape_; }

    // The conductance between a colour's sides; `flow` gets the share of the current through each point.
    float solve(Circuit& circuit, Side side, const std::array<float, Bits<W>::capacity>& resistance,
                std::array<float, Bits<W>::capacity>& flow) const {
        const float whole = conductance(circuit, side, resistance);
        flow.fill(0);
        const float half = 0.5f / whole;
        for (const auto& link : links_) {
            const float current = std::abs(circuit.potential(link.one) - circuit.potential(link.two)) * half /
                                  (resistance[link.one_point] + resistance[link.two_point]);
            flow[link.one_point] += current;
            flow[link.two_point] += current;
        }
        for (const auto& end : ends_[index(side)])
            flow[end.point] +=
                std::abs(circuit.potential(end.end) - circuit.potential(end.node)) * half / resistance[end.point];
        return whole;
    }

    template <class Number>
    Number conductance(CircuitOf<Number>& circuit, Side side,
                       const std::array<float, Bits<W>::capacity>& resistance) const {
        auto& conductors = circuit.conductors();
        std::fill(conductors.begin(), conductors.end(), Number(0));
        for (const auto& link : links_)
            conductors[link.slot] = Number(1) / (resistance[link.one_point] + resistance[link.two_point]);
        for (const auto& end : ends_[index(side)]) conductors[end.slot] = Number(1) / resistance[end.point];
        return circuit.solve();
    }

    // For people; see flow_map.hpp.
    SideFlow side_flow(CircuitOf<double>& circuit, Side side, const std::array<float, Bits<W>::capacity>& resistance,
                       const Grid& grid) const {
        const double whole = conductance(circuit, side, resistance);
        NodeFlow flow(grid);
        const auto drop = [&](int one, int two) { return std::abs(circuit.potential(one) - circuit.potential(two)); };
        for (const auto& link : links_)
            flow.between(link.one_point, link.two_point,
                         drop(link.one, link.two) / (resistance[link.one_point] + resistance[link.two_point]));
        for (const auto& end : ends_[index(side)])
            flow.at_goal(end.point, end.end == Shape::sink, drop(end.node, end.end) / resistance[end.point]);
        auto out = flow.finish(whole, [&](int point) { return resistance[point]; });
        out.resistance = 1 / whole;
        return out;
    }

private:
    using Shape = CircuitShape;
    struct Link {
        std::int16_t one_point, two_point;
        int one, two, slot;
    };
    struct End {
        std::int16_t point;
        int node, end, slot;
    };
    template <class Found>
    static void each_link(const Trinidad<W>& game, Found&& found) {
        const auto& grid = game.board().grid();
        for (const auto& shift : game.board().links().shifts)
            if (shift.distance > 0)
                shift.from.each([&](int point) { found(grid.cell(point), grid.cell(point + shift.distance)); });
    }
    static int widest_link(const Trinidad<W>& game) {
        int widest = 0;
        each_link(game, [&](int one, int two) { widest = std::max(widest, two - one); });
        return widest;
    }

    CircuitShape shape_;
    std::vector<Link> links_;
    std::vector<End> ends_[2];
};

}  // namespace isthmus::trinidad
