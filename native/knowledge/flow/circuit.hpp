// Current flow: a resistor network between two goals, solved directly. Shannon played Hex and Bridg-It ("Bird Cage")
// with such networks (Computers and Automata, Proceedings of the IRE 41, 1953); Anshelevich's Hexy used them as the
// value of a search (The Game of Hex: An Automatic Theorem Proving Approach to Game Programming, AAAI 2000).
#pragma once

#include <algorithm>
#include <cassert>
#include <cstring>
#include <vector>

namespace isthmus {

// The layout of a network whose nodes are numbered so that conductors join only nodes at most `band` apart. Conductors
// are in slots of one array: the rows (node k to k + 1, ..., k + band), then those to the source, then to the sink.
class CircuitShape {
public:
    static constexpr int source = -1, sink = -2;
    static constexpr int lanes = 8;  // sixteen are slower, even where the machine has them

    CircuitShape(int nodes, int band) : nodes_(nodes), band_(band), stride_(round_up(band + lanes)) {}

    int nodes() const { return nodes_; }
    int band() const { return band_; }
    int stride() const { return stride_; }
    int source_slots() const { return nodes_ * stride_; }
    int sink_slots() const { return source_slots() + line(); }
    int slots() const { return sink_slots() + line(); }
    int line() const { return round_up(nodes_ + band_ + lanes); }  // one number per node, with room to read beyond

    // The slot of the conductor between two different ends, at least one of which is a node.
    int slot(int one, int two) const {
        if (one > two) std::swap(one, two);
        if (one == source) return source_slots() + two;
        if (one == sink) return sink_slots() + two;
        assert(one >= 0 && one < two && two < nodes_ && two - one <= band_);
        return one * stride_ + two - one - 1;
    }
    static constexpr int round_up(int count) { return (count + lanes - 1) / lanes * lanes; }

private:
    int nodes_, band_, stride_;
};

// Solves one network again and again without allocating. Nodes are eliminated in order by the star-mesh transform
// (Kennelly 1899 for three arms), which only adds, multiplies and divides positive numbers. Nothing cancels, so floats
// are precise enough for any mixture of good and bad conductors (Grassmann, Taksar and Heyman 1985 use the same for
// Markov chains). Doubles are needed for the current in a good conductor, which is a small difference of potentials
// times a large conductance.
template <class Number>
class CircuitOf {
public:
    explicit CircuitOf(const CircuitShape& shape)
        : shape_(shape),
          conductors_(shape.slots()),
          shares_(static_cast<std::size_t>(shape.nodes()) * shape.stride()),
          resistance_(shape.line()),
          potential_(shape.line()) {}

    // One number per slot. Fill them before `solve`, which overwrites them.
    std::vector<Number>& conductors() { return conductors_; }

    // The conductance between source and sink; afterwards `potential` is known.
    Number solve() {
        const int nodes = shape_.nodes(), band = shape_.band(), stride = shape_.stride();
        Number* const to_source = conductors_.data() + shape_.source_slots();
        Number* const to_sink = conductors_.data() + shape_.sink_slots();
        Number whole = 0;
        for (int node = 0; node < nodes; ++node) {
            const Number* const row = conductors_.data() + node * stride;
            Number* const share = shares_.data() + node * stride;
            const Number total = sum(row, band) + to_source[node] + to_sink[node];
            const Number resistance = total > 0 ? 1 / total : 0;
            resistance_[node] = resistance;
            whole += to_source[node] * to_sink[node] * resistance;
            scale(row, resistance, share, band);
            const int reach = std::min(band, nodes - 1 - node);
            add(share, to_source[node], to_source + node + 1, reach);
            add(share, to_sink[node], to_sink + node + 1, reach);
            Number* below = conductors_.data() + (node + 1) * stride;
            for (int far = 1; far <= reach; ++far, below += stride) add(row + far, share[far - 1], below, band - far);
        }
        for (int node = nodes - 1; node >= 0; --node)
            potential_[node] = dot(shares_.data() + node * stride, potential_.data() + node + 1, band) +
                               to_source[node] * resistance_[node];
        return conductance_ = whole;
    }

    Number conductance() const { return conductance_; }  // as `solve` found it

    // Between 0 at the sink and 1 at the source; valid after `solve`.
    Number potential(int end) const {
        return end >= 0 ? potential_[end] : end == CircuitShape::source ? Number(1) : Number(0);
    }

private:
    using Lane __attribute__((vector_size(sizeof(Number) * CircuitShape::lanes))) = Number;

    // The arrays have room for one more full Lane at the end. The numbers there are zero or have no effect.
    static void add(const Number* from, Number factor, Number* to, int count) {
        for (int i = 0; i < count; i += CircuitShape::lanes) {
            Lane one, two;
            std::memcpy(&one, from + i, sizeof one);
            std::memcpy(&two, to + i, sizeof two);
            two += one * factor;
            std::memcpy(to + i, &two, sizeof two);
        }
    }
    static void scale(const Number* from, Number factor, Number* to, int count) {
        for (int i = 0; i < count; i += CircuitShape::lanes) {
            Lane one;
            std::memcpy(&one, from + i, sizeof one);
            one *= factor;
            std::memcpy(to + i, &one, sizeof one);
        }
    }
    static Number sum(const Number* from, int count) {
        Lane all{};
        for (int i = 0; i < count; i += CircuitShape::lanes) {
            Lane one;
            std::memcpy(&one, from + i, sizeof one);
            all += one;
        }
        return across(all);
    }
    static Number dot(const Number* from, const Number* with, int count) {
        Lane all{};
        for (int i = 0; i < count; i += CircuitShape::lanes) {
            Lane one, two;
            std::memcpy(&one, from + i, sizeof one);
            std::memcpy(&two, with + i, sizeof two);
            all += one * two;
        }
        return across(all);
    }
    static Number across(const Lane& lane) {
        Number part[CircuitShape::lanes];
        std::memcpy(part, &lane, sizeof part);
        for (int half = CircuitShape::lanes / 2; half > 0; half /= 2)
            for (int i = 0; i < half; ++i) part[i] += part[i + half];
        return part[0];
    }

    CircuitShape shape_;
    Number conductance_ = 0;
    std::vector<Number> conductors_, shares_, resistance_, potential_;
};

using Circuit = CircuitOf<float>;  // for the search

}  // namespace isthmus
