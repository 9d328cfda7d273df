// Proofs by virtual connections in placement games, without a search;
// docs/design/0014-what-a-solver-knows-of-connection.md.
#pragma once

#include "knowledge/connections/fill_in.hpp"
#include "knowledge/connections/majority_ways.hpp"
#include "knowledge/contract.hpp"
#include "knowledge/placement/carrier.hpp"
#include "rules/placement.hpp"

namespace isthmus {

template <int W>
class PlacementConnections {
public:
    // `most_connections`: the most to find per contest. `answers_kept`: a power of two.
    explicit PlacementConnections(const Placement<W>& game, std::size_t most_connections = 30000,
                                  std::size_t answers_kept = std::size_t{1} << 14)
        : game_(game),
          effort_(game.facts().contests.size() == 1 ? Effort{true, most_connections}
                                                    : Effort{false, std::min(most_connections, most_of_several)}),
          fill_in_(game.facts().contests, game.facts().links),
          connections_{of(Side::Black), of(Side::White)},
          answers_(answers_kept) {}

    void look(const typename Placement<W>::State& state, const StepList& steps, Evaluation& answer) {
        last_ = nullptr;
        if (state.opening.under_way()) return;
        const auto key = game_.key(state);
        auto& known = answers_[key & (answers_.size() - 1)];
        if (known.key != key || !known.filled) known = {key, true, find_out(state)};
        last_ = &known.answer;
        if (known.answer.settled) answer.winner = known.answer.winner;
        if (known.answer.good.none()) return;
        if (answer.weights.empty()) answer.weights.assign(steps.size(), 1.0f);
        for (std::size_t i = 0; i < steps.size(); ++i)
            if (!known.answer.good.test(game_.facts().grid.point(steps[i]))) answer.weights[i] = 0;
    }
    // What the answer of the last `look` relies on. None before the choice of colours.
    std::optional<Basis<W>> basis() const { return last_ ? std::optional(last_->basis) : std::nullopt; }

private:
    using Effort = typename VirtualConnections<W>::Effort;
    // Several contests need several ways to win each. On a large board, finding all of them costs more time than it
    // saves.
    static constexpr std::size_t most_of_several = 1000;
    struct Answer {
        bool settled = false;
        Side winner = Side::Black;
        Bits<W> good;  // other points are no better for the side to move; empty: nothing is known about single steps
        Basis<W> basis;
    };
    struct Kept {
        std::uint64_t key = 0;
        bool filled = false;
        Answer answer;
    };

    std::vector<VirtualConnections<W>> of(Side side) const {
        std::vector<VirtualConnections<W>> connections;
        for (const auto& contest : game_.facts().contests)
            connections.emplace_back(contest, game_.facts().links[index(side)], side);
        return connections;
    }
    Answer find_out(const typename Placement<W>::State& state) {
        const Side mover = state.side, opponent = other(mover);
        auto filled = state;
        fill_in_.fill(filled.stones, filled.won);
        const auto added = [&](Side side) { return filled.stones[index(side)].minus(state.stones[index(side)]); };
        for (const Side side : {Side::Black, Side::White})
            if (needed(filled, side) <= 0) return {true, side, {}, {added(side), {}}};
        const auto threats = outlook(filled, opponent);
        const Bits<W> held = added(opponent);
        if (threats.full) return {true, opponent, {}, {threats.carrier | held, {}}};
        if (threats.everywhere.none()) return {true, opponent, {}, {threats.together | held, {}}};
        const auto ways = outlook(filled, mover);
        const Bits<W> won = ways.carrier | added(mover);
        if (ways.full) return {true, mover, threats.everywhere, {won, {}}};
        if (ways.keys.any()) return {true, mover, ways.keys, {won, {}}};
        return {false, mover, threats.everywhere, {threats.together | held, added(mover)}};
    }
    int needed(const typename Placement<W>::State& state, Side side) const {
        return game_.facts().contests_to_win - std::popcount(state.won[index(side)]);
    }
    typename MajorityWays<W>::Outlook outlook(const typename Placement<W>::State& state, Side side) {
        const auto& contests = game_.facts().contests;
        const auto &own = state.stones[index(side)], &theirs = state.stones[index(other(side))];
        majority_.clear();
        for (std::size_t i = 0; i < contests.size(); ++i)
            if (!((state.won[0] | state.won[1]) >> i & 1))
                majority_.add(connections_[index(side)][i].find(own, theirs, majority_.pairs(), effort_));
        return majority_.outlook(needed(state, side), game_.facts().grid.template all<W>().minus(own | theirs));
    }

    const Placement<W>& game_;
    Effort effort_;
    FillIn<W> fill_in_;
    std::vector<VirtualConnections<W>> connections_[2];
    MajorityWays<W> majority_;
    std::vector<Kept> answers_;
    const Answer* last_ = nullptr;
};

}  // namespace isthmus
