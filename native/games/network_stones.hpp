// The rules of Network about stones alone (rules 5): where they may stand, and which networks they complete. Turns, the
// opening and repetition are in games/network.hpp.
#pragma once

#include <optional>
#include <vector>

#include "rules/sightlines.hpp"
#include "rules/types.hpp"

namespace isthmus::network {

struct Facts {
    int size;
    int pie;
    int stones;     // of each colour
    int network;    // stones in a network
    bool anywhere;  // a stone may move to any cell, not only to an adjacent one
};

template <int W>
class NetworkStones {
public:
    explicit NetworkStones(Facts facts);

    const Facts& facts() const { return facts_; }
    const CellBoard<W>& board() const { return board_; }
    const Grid& grid() const { return board_.grid(); }

    // Where a colour may have stones at all.
    Bits<W> room(Side side) const { return open_to_[index(side)]; }
    // Whether a colour's stones keep the neighbour limit.
    bool may_stand(const Bits<W>& own) const;
    // Where one more stone may be added to those of `own`.
    Bits<W> open(const Bits<W>& own, const Bits<W>& taken, Side side) const {
        return open_to_[index(side)].minus(taken | crowded(own));
    }
    // Where a stone may move, ignoring networks.
    Bits<W> targets(const Bits<W>* stones, Side side, int from) const;

    // Whether a colour has a network. If so, `cells`, if given, is set to the cells that one network needs.
    bool has_network(const Bits<W>* stones, Side side, Bits<W>* cells = nullptr) const {
        const auto& own = stones[index(side)];
        return own.count() >= facts_.network && board_.network(side, own, stones[0] | stones[1], facts_.network, cells);
    }
    // The winner after a drop (`left` is -1) or a move by `side`, if there was no network before. A new network of the
    // mover contains the stone that landed, or two stones that see each other through the cell it left. A new network
    // of the opponent can only be of the second kind.
    std::optional<Side> completed(const Bits<W>* stones, Side side, int left, int landed) const;
    // The cells among `targets` to which a stone may not move from a cell, because the move would complete networks of
    // both colours.
    Bits<W> completing_both(const Bits<W>* stones, Side side, int from, const Bits<W>& targets) const;

private:
    static constexpr int crowd = 2;  // this many friendly neighbours are too many

    // Where one more stone would break the neighbour limit, that is, make a cluster of three: a stone with two friendly
    // neighbours. This may be the new stone or a neighbour. If the stones already break the limit: everywhere.
    Bits<W> crowded(const Bits<W>& own) const;

    Facts facts_;
    CellBoard<W> board_;
    Bits<W> open_to_[2];
    std::vector<Bits<W>> reach_;
};

// The bodies ----------------------------------------------------------------------------------------------------------
template <int W>
NetworkStones<W>::NetworkStones(Facts facts) : facts_(facts), board_(facts.size) {
    for (const Side side : {Side::Black, Side::White}) open_to_[index(side)] = board_.open_to(side);
    reach_.resize(static_cast<std::size_t>(facts.size * facts.size));
    board_.all().each([&](int point) { reach_[point] = facts.anywhere ? board_.all() : board_.near(point); });
}

template <int W>
bool NetworkStones<W>::may_stand(const Bits<W>& own) const {
    bool may = true;
    own.each([&](int point) { may = may && (board_.near(point) & own).count() < crowd; });
    return may;
}

template <int W>
auto NetworkStones<W>::targets(const Bits<W>* stones, Side side, int from) const -> Bits<W> {
    const auto taken = stones[0] | stones[1];
    const auto reached = (reach_[from] & open_to_[index(side)]).minus(taken);
    if (reached.none()) return reached;
    auto rest = stones[index(side)];
    rest.reset(from);
    return reached.minus(crowded(rest));
}

template <int W>
auto NetworkStones<W>::crowded(const Bits<W>& own) const -> Bits<W> {
    Bits<W> once, twice;
    for (const auto& shift : board_.links().shifts) {
        const auto near = (own & shift.from).moved(shift.distance);
        twice |= once & near;
        once |= near;
    }
    return own.meets(twice) ? board_.all() : twice | board_.links().neighbours(own & once);
}

template <int W>
auto NetworkStones<W>::completed(const Bits<W>* stones, Side side, int left, int landed) const -> std::optional<Side> {
    const auto taken = stones[0] | stones[1];
    const auto& own = stones[index(side)];
    const auto& theirs = stones[index(other(side))];
    if ((board_.may_belong(landed, side, own, taken) || (left >= 0 && board_.sees_through(left, own, taken))) &&
        has_network(stones, side))
        return side;
    if (left >= 0 && board_.sees_through(left, theirs, taken) && has_network(stones, other(side))) return other(side);
    return std::nullopt;
}

template <int W>
auto NetworkStones<W>::completing_both(const Bits<W>* stones, Side side, int from, const Bits<W>& targets) const
    -> Bits<W> {
    Bits<W> both, needed, after[2] = {stones[0], stones[1]};
    if (targets.none()) return both;
    auto& own = after[index(side)];
    own.reset(from);
    // All lines are open while the stone is off the board. Its new place can only close some of them.
    const bool opens = board_.sees_through(from, after[index(other(side))], after[0] | after[1]) &&
                       has_network(after, other(side), &needed);
    if (!opens) return both;
    targets.each([&](int to) {
        own.set(to);
        const auto taken = after[0] | after[1];
        if ((board_.may_belong(to, side, own, taken) || board_.sees_through(from, own, taken)) &&
            has_network(after, side) && (!needed.test(to) || has_network(after, other(side))))
            both.set(to);
        own.reset(to);
    });
    return both;
}

}  // namespace isthmus::network
