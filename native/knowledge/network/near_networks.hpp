// Near-networks of Network: the steps that complete a network, the cells that a completion needs, and the lengths of
// the chains that reach each stone from a goal area (rules 5).
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "games/network.hpp"

namespace isthmus::network {

// Lines of sight with the cells between, and goal areas, which CellBoard does not have.
template <int W>
class Lines {
public:
    explicit Lines(const CellBoard<W>& board) : rays_(static_cast<std::size_t>(Bits<W>::capacity)) {
        const auto& grid = board.grid();
        const int last = grid.rows() - 1;
        goals_[0] = {grid.template where<W>([](int r, int) { return r == 0; }),
                     grid.template where<W>([=](int r, int) { return r == last; })};
        goals_[1] = {grid.template where<W>([](int, int c) { return c == 0; }),
                     grid.template where<W>([=](int, int c) { return c == last; })};
        board.all().each([&](int point) {
            for (int direction = 0; direction < 8; ++direction) {
                const auto [up, right] = CellBoard<W>::directions[direction];
                int at = grid.at(grid.row(point) + up, grid.column(point) + right);
                for (; at >= 0; at = grid.at(grid.row(at) + up, grid.column(at) + right))
                    rays_[point][direction].set(at);
            }
        });
    }
    // The start and the end of a colour's networks.
    const std::array<Bits<W>, 2>& goals(Side side) const { return goals_[index(side)]; }
    // The first stone that a cell sees in a direction, or -1.
    int seen(int point, int direction, const Bits<W>& taken) const {
        const auto blockers = rays_[point][direction] & taken;
        if (blockers.none()) return -1;
        return direction % 2 ? blockers.last() : blockers.first();
    }
    // All cells in a direction.
    const Bits<W>& ray(int point, int direction) const { return rays_[point][direction]; }
    // The cells strictly between two on a line.
    Bits<W> between(int from, int direction, int to) const {
        auto cells = rays_[from][direction].minus(rays_[to][direction]);
        cells.reset(to);
        return cells;
    }

private:
    std::array<Bits<W>, 2> goals_[2];
    std::vector<std::array<Bits<W>, 8>> rays_;
};

// The stones of one colour that matter for networks. A stone in a goal area can only be an end.
template <int W>
struct Camp {
    Bits<W> start, finish, inner;

    Camp(const Lines<W>& lines, Side side, const Bits<W>& own) {
        const auto& [first, second] = lines.goals(side);
        start = own & first;
        finish = own & second;
        inner = own.minus(first | second);
    }
};

// A search for a network that also gives the cells it needs: its stones and the empty cells between them.
template <int W>
class NetworkSearch {
public:
    NetworkSearch(const Lines<W>& lines, int length) : lines_(lines), needed_(length - 2) {}

    // Whether `own` forms a network; if so, `cells` is set to the cells that it needs.
    bool find(Side side, const Bits<W>& own, const Bits<W>& taken, Bits<W>& cells) {
        const Camp<W> camp(lines_, side, own);
        if (camp.start.none() || camp.finish.none() || camp.inner.count() < needed_) return false;
        finish_ = camp.finish;
        taken_ = taken;
        known_ = {};
        for (auto starts = camp.start; starts.any();) {
            const int point = starts.first();
            starts.reset(point);
            cells = Bits<W>::of(point);
            if (prolong(point, -1, camp.inner, 0, cells)) return true;
        }
        return false;
    }

private:
    bool prolong(int point, int came, const Bits<W>& left, int used, Bits<W>& cells) {
        if (!known_.test(point)) {
            known_.set(point);
            for (int direction = 0; direction < 8; ++direction)
                sight_[point][direction] = static_cast<std::int16_t>(lines_.seen(point, direction, taken_));
        }
        for (int direction = 0; direction < 8; ++direction) {
            const int next = sight_[point][direction];
            if (next < 0 || direction == came) continue;
            if (finish_.test(next)) {
                if (used < needed_) continue;
            } else {
                if (!left.test(next)) continue;
                auto rest = left;
                rest.reset(next);
                if (used + 1 + rest.count() < needed_ || !prolong(next, direction, rest, used + 1, cells)) continue;
            }
            cells |= lines_.between(point, direction, next);
            cells.set(next);
            return true;
        }
        return false;
    }

    const Lines<W>& lines_;
    int needed_;  // inner stones
    Bits<W> finish_, taken_, known_;
    std::array<std::array<std::int16_t, 8>, Bits<W>::capacity> sight_;
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
    Completions(const Network<W>& game, const Lines<W>& lines)
        : game_(game), board_(game.board()), lines_(lines), search_(lines, game.facts().network) {}

    // Calls visit(completion) for each until it returns false.
    template <class Visit>
    void each(const Bits<W>* stones, Side side, Visit&& visit) {
        const auto& own = stones[index(side)];
        const auto taken = stones[0] | stones[1];
        const int held = own.count();
        const bool drop = held < game_.facts().stones;
        if (held + drop < game_.facts().network) return;
        const auto& [first, second] = lines_.goals(side);
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
    // Whether a step, legal by its cells, is a completion; then `cells` has the cells that its network needs.
    bool completes(const Bits<W>* stones, Side side, int left, int landed, Bits<W>& cells) {
        Bits<W> after[2] = {stones[0], stones[1]};
        auto& own = after[index(side)];
        if (left >= 0) own.reset(left);
        own.set(landed);
        const auto taken = after[0] | after[1];
        const auto& theirs = after[index(other(side))];
        if (!board_.may_belong(landed, side, own, taken) && (left < 0 || !board_.sees_through(left, own, taken)))
            return false;
        if (!search_.find(side, own, taken, cells)) return false;
        Bits<W> unused;
        return left < 0 || !board_.sees_through(left, theirs, taken) ||
               !search_.find(other(side), theirs, taken, unused);
    }
    // Whether a move, legal by its cells, completes a network of the other colour.
    bool helps_other(const Bits<W>* stones, Side side, int left, int landed) {
        if (left < 0) return false;
        Bits<W> after[2] = {stones[0], stones[1]}, unused;
        after[index(side)].reset(left);
        after[index(side)].set(landed);
        const auto taken = after[0] | after[1];
        const auto& theirs = after[index(other(side))];
        return board_.sees_through(left, theirs, taken) && search_.find(other(side), theirs, taken, unused);
    }

private:
    template <class Visit>
    bool attempt(const Bits<W>* stones, Side side, int left, int landed, Visit&& visit) {
        Completion<W> completion{left, landed, {}};
        return !completes(stones, side, left, landed, completion.cells) || visit(completion);
    }

    const Network<W>& game_;
    const CellBoard<W>& board_;
    const Lines<W>& lines_;
    NetworkSearch<W> search_;
};

}  // namespace isthmus::network
