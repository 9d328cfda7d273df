// The currents of one contest in which a point is an edge between two of Black's places: dots in Bridg-It, home squares
// in Trellis. White's network is the planar dual of Black's: its resistance is the inverse, and every point has the
// same share of the power in both. So Black's network alone is enough.
#pragma once

#include "board/bits.hpp"
#include "knowledge/flow/flow_map.hpp"
#include "rules/checkered.hpp"
#include "rules/types.hpp"

#include <cmath>

namespace isthmus {

// A point as a conductor between two nodes of Black's network.
struct PointEdge {
    int point, one, two;
};

template <int W>
class EdgeCurrents {
public:
    // The factor by which a stone conducts better, or worse, than an empty point. It is finite, so Black's and
    // White's networks stay exact duals and nothing is cut off completely.
    static constexpr float good = 4096, bad = 1 / good;

    using Scratch = Circuit;

    EdgeCurrents(int nodes, std::vector<PointEdge> edges)
        : edges_(std::move(edges)), shape_(nodes, widest(edges_)), empty_(shape_.slots()), slot_(64 * W, -1) {
        for (const auto& edge : edges_) {
            const int slot = shape_.slot(edge.one, edge.two);
            slot_[edge.point] = slot;
            empty_[slot] += 1;
            region_.set(edge.point);
        }
    }

    Scratch scratch() const { return Circuit(shape_); }

    // Black's lead: the logarithm of White's resistance divided by Black's.
    template <class Number>
    Number solve(const Bits<W>& black, const Bits<W>& white, CircuitOf<Number>& circuit) const {
        auto& conductors = circuit.conductors();
        std::copy(empty_.begin(), empty_.end(), conductors.begin());
        (black & region_).each([&](int point) { conductors[slot_[point]] += good - 1; });
        (white & region_).each([&](int point) { conductors[slot_[point]] += bad - 1; });
        return 2 * std::log(circuit.solve());
    }

    // After `solve`: adds each empty point's share of the power, times `factor`, to its score.
    void add_scores(Side, float factor, const Bits<W>& black, const Bits<W>& white, const Scratch& circuit,
                    float* score) const {
        const auto taken = black | white;
        factor /= circuit.conductance();
        for (const auto& [point, one, two] : edges_) {
            if (taken.test(point)) continue;
            const float drop = circuit.potential(one) - circuit.potential(two);
            score[point] += factor * drop * drop;
        }
    }

    // For flow_map.hpp. The current in White's network is the drop of potential in Black's, because they are duals.
    CircuitOf<double> precise_scratch() const { return CircuitOf<double>(shape_); }
    double ahead(const Bits<W>& black, const Bits<W>& white, CircuitOf<double>& circuit) const {
        return solve(black, white, circuit);
    }
    ContestFlow flow(const Contest<W>& contest, const Grid& grid, const Bits<W>& black, const Bits<W>& white,
                     CircuitOf<double>& circuit) const {
        ContestFlow out;
        out.ahead = ahead(black, white, circuit);
        const double whole = circuit.conductance();
        for (auto& side : out.sides) {
            side.current.resize(static_cast<std::size_t>(grid.cells()));
            side.power.resize(side.current.size());
        }
        auto& [of_black, of_white] = out.sides;
        of_black.resistance = 1 / whole;
        of_white.resistance = whole;
        for (const auto& [point, one, two] : edges_) {
            const auto cell = static_cast<std::size_t>(grid.cell(point));
            const double conductance = black.test(point) ? good : white.test(point) ? bad : 1;
            const double drop = std::abs(circuit.potential(one) - circuit.potential(two));
            of_black.current[cell] = conductance * drop / whole;
            of_white.current[cell] = drop;
            of_black.power[cell] = of_white.power[cell] = of_black.current[cell] * drop;
        }
        // Every point at a goal is an edge to it.
        for (int side = 0; side < 2; ++side)
            for (int end = 0; end < 2; ++end)
                contest.goals[side][end].each([&](int point) {
                    auto& flow = out.sides[side];
                    const Cell cell = grid.cell(point);
                    (end ? flow.leaving : flow.entering).push_back({cell, flow.current[cell]});
                });
        return out;
    }

private:
    static int widest(const std::vector<PointEdge>& edges) {
        int band = 1;
        for (const auto& [point, one, two] : edges)
            if (one >= 0 && two >= 0) band = std::max(band, std::abs(one - two));
        return band;
    }

    std::vector<PointEdge> edges_;
    CircuitShape shape_;
    std::vector<float> empty_;
    std::vector<int> slot_;
    Bits<W> region_;
};

// Trellis on the points [row, row + size) x [column, column + size), size odd. The nodes are Black's home squares,
// including those just outside the left and right sides, through which stones on these sides are adjacent. The squares
// outside the bottom are the source, those outside the top the sink. So a point is an edge from one row of squares to
// the next.
template <int W>
EdgeCurrents<W> checkered_currents(const Grid& grid, int row, int column, int size) {
    const auto node = [&](int square_row, int square_column) {
        if (square_row < row) return CircuitShape::source;
        if (square_row == row + size - 1) return CircuitShape::sink;
        return (square_row - row) * ((size + 1) / 2) + (square_column - column + 1) / 2;
    };
    std::vector<PointEdge> edges;
    for (int r = row; r < row + size; ++r)
        for (int c = column; c < column + size; ++c) {
            // A point touches its lower-left and upper-right squares, or the other two; home_of gives the owner of the
            // upper right.
            const bool rising = home_of(r, c, grid.rows()) == Side::Black;
            edges.push_back({grid.at(r, c), node(r - 1, rising ? c - 1 : c), node(r, rising ? c : c - 1)});
        }
    return {(size - 1) * ((size + 1) / 2), std::move(edges)};
}

}  // namespace isthmus
