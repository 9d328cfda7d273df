// Near-networks of Network: the steps that complete a network, and the cells that a completion needs (rules 5).
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "games/network.hpp"

namespace isthmus::network {

// The stones of one colour that matter for networks. A stone in a goal area can only be an end.
template <int W>
struct Camp {
    Bits<W> start, finish, inner;

    Camp(const CellBoard<W>& board, Side side, const Bits<W>& own) {
        const auto& [first, second] = board.goals(side);
        start = own & first;
        finish = own & second;
        inner = own.minus(first | second);
    }
};

// A step of one colour that completes its network.
template <int W>
struct Completion {
    int left, landed;  // `left` is -1 for a drop
    Bits<W> cells;     // of the network; the step remains possible until the other colour takes one of them
};

// The steps with which a colour completes its network, in a position without networks. Such a step is legal, and does
// not also complete a network of the opponent.
template <int W>
class Completions {
public:
    explicit Completions(const Network<W>& game) : game_(game), board_(game.board()) {}

    // Calls visit(completion) for each until it returns false.
    template <class Visit>
    void each(const Bits<W>* stones, Side side, Visit&& visit) {
        const auto& own = stones[index(side)];
        const auto taken = stones[0] | stones[1];
        const int held = own.count();
        const bool drop = held < game_.facts().stones;
        if (held + drop < game_.facts().network) return;
        const auto& [first, second] = board_.goals(side);
        if (drop) {
            auto open = game_.open(own, taken, side);
            if (!own.meets(first)) open &= first;
            if (!own.meets(second)) open &= second;
            for (; open.any(); open.reset(open.first()))
                if (!attempt(stones, side, -1, open.first(), visit)) return;
            return;
        }
        for (auto from = own; from.any(); from.reset(from.first())) {
            auto rest = own;
            rest.reset(from.first());
            auto open = game_.targets(stones, side, from.first());
            if (!rest.meets(first)) open &= first;
            if (!rest.meets(second)) open &= second;
            for (; open.any(); open.reset(open.first()))
                if (!attempt(stones, side, from.first(), open.first(), visit)) return;
        }
    }
    // Whether a step is a completion; then `cells` has the cells that its network needs. The step must be legal, apart
    // from the rule against completing both networks.
    bool completes(const Bits<W>* stones, Side side, int left, int landed, Bits<W>& cells) {
        Bits<W> after[2] = {stones[0], stones[1]};
        auto& own = after[index(side)];
        if (left >= 0) own.reset(left);
        own.set(landed);
        const auto taken = after[0] | after[1];
        const auto& theirs = after[index(other(side))];
        if (!board_.may_belong(landed, side, own, taken) && (left < 0 || !board_.sees_through(left, own, taken)))
            return false;
        return game_.has_network(after, side, &cells) &&
               (left < 0 || !board_.sees_through(left, theirs, taken) || !game_.has_network(after, other(side)));
    }
    // Whether such a move completes a network of the other colour.
    bool helps_other(const Bits<W>* stones, Side side, int left, int landed) {
        if (left < 0) return false;
        Bits<W> after[2] = {stones[0], stones[1]};
        after[index(side)].reset(left);
        after[index(side)].set(landed);
        const auto taken = after[0] | after[1];
        const auto& theirs = after[index(other(side))];
        return board_.sees_through(left, theirs, taken) && game_.has_network(after, other(side));
    }

private:
    template <class Visit>
    bool attempt(const Bits<W>* stones, Side side, int left, int landed, Visit&& visit) {
        Completion<W> completion{left, landed, {}};
        return !completes(stones, side, left, landed, completion.cells) || visit(completion);
    }

    const Network<W>& game_;
    const CellBoard<W>& board_;
};

}  // namespace isthmus::network
