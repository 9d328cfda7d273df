// What virtual connections tell a solver of a placement game with one contest: Hex, Bridg-It.
#pragma once

#include "rules/placement.hpp"
#include "search/proof_number.hpp"
#include "search/virtual_connections.hpp"

namespace isthmus {

// Nothing is known of other games.
template <Game G>
class ConnectionKnowledge : public NoKnowledge {
public:
    explicit ConnectionKnowledge(const G&) {}
};

template <int W>
class ConnectionKnowledge<Placement<W>> {
public:
    explicit ConnectionKnowledge(const Placement<W>& game)
        : game_(game),
          of_use_(game.facts().contests.size() == 1),
          connections_{side(Side::Black), side(Side::White)},
          answers_(of_use_ ? answers_kept : 1) {}

    void look(const typename Placement<W>::State& state, const StepList& steps, Evaluation& answer) {
        if (!of_use_ || state.opening.under_way()) return;
        const auto key = game_.key(state);
        auto& known = answers_[key & (answers_.size() - 1)];
        if (known.key != key || !known.filled) known = {key, true, find_out(state)};
        if (known.answer.settled) answer.winner = known.answer.winner;
        if (known.answer.good.none()) return;
        for (const Step step : steps)
            answer.weights.push_back(known.answer.good.test(game_.facts().grid.point(step)) ? 1.0f : 0.0f);
    }

private:
    static constexpr std::size_t answers_kept = std::size_t{1} << 14;
    struct Answer {
        bool settled = false;
        Side winner = Side::Black;
        Bits<W> good;  // elsewhere the side to move does no better; nowhere: all steps lose
    };
    struct Kept {
        std::uint64_t key = 0;
        bool filled = false;
        Answer answer;
    };

    VirtualConnections<W> side(Side side) const {
        return {game_.facts().contests.front(), game_.facts().links[index(side)], side};
    }
    Answer find_out(const typename Placement<W>::State& state) {
        const Side mover = state.side, opponent = other(mover);
        const auto &own = state.stones[index(mover)], &theirs = state.stones[index(opponent)];
        const auto threats = connections_[index(opponent)].find(theirs, own);
        if (threats.full || threats.everywhere.none()) return {true, opponent, {}};
        const auto ways = connections_[index(mover)].find(own, theirs);
        if (ways.key >= 0) return {true, mover, Bits<W>::of(ways.key)};
        return {false, mover, threats.everywhere};
    }

    const Placement<W>& game_;
    bool of_use_;
    VirtualConnections<W> connections_[2];
    std::vector<Kept> answers_;
};

}  // namespace isthmus
