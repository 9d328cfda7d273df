// The solver: what is the result of a position with best play? It asks one claim after the other.
#pragma once

#include "eval/switching_games.hpp"
#include "search/certificate.hpp"
#include "search/connection_knowledge.hpp"
#include "search/distance.hpp"
#include "search/placement_certificate.hpp"
#include "search/tactical_knowledge.hpp"

namespace isthmus {

// What is known of games without search: perfect play by theory, virtual connections, and for the order distances.
template <Game G>
class SolverKnowledge {
public:
    explicit SolverKnowledge(const G& game)
        : perfect_(game), connections_(game), tactics_(game), distances_(game), game_(game) {}

    void look(const typename G::State& state, const StepList& steps, Evaluation& answer) {
        if (game_.opening(state).under_way()) return;
        const auto play = perfect_(state);
        if (!play || !play->proved) {
            // Steps that tactics drop lose. Connections drop others as well, which only do no better than those they
            // leave; two such filters could drop each other's only winner.
            tactics_.look(state, steps, answer);
            if (!answer.winner) connections_.look(state, steps, answer);
            return;
        }
        answer.winner = play->winner;
        if (play->winning_steps.empty()) return;
        for (const Step step : steps) answer.weights.push_back(step == play->winning_steps.front() ? 1.0f : 0.0f);
    }
    std::array<int, 2> guess(const typename G::State& state) const { return distances_(state); }

private:
    PerfectPlayer<G> perfect_;
    ConnectionKnowledge<G> connections_;
    TacticalKnowledge<G> tactics_;
    Distances<G> distances_;
    const G& game_;
};

template <Game G>
class Solver {
public:
    using State = typename G::State;

    Solver(const G& game, const State& state, const SolveLimits& limits, std::function<bool()> keep_on)
        : game_(game),
          state_(state),
          limits_(limits),
          knowledge_(game),
          table_(limits.memory),
          budget_(limits.nodes, limits.seconds, std::move(keep_on)),
          search_(game, knowledge_, table_, budget_, SymmetricKeys<G>(game, limits.symmetries)),
          seat_(game.to_act(state).seat),
          other_(seat_ == Seat::First ? Seat::Second : Seat::First) {}

    // For a state where the game goes on.
    SolveAnswer solve() {
        SolveAnswer answer;
        narrow(answer);
        if (answer.least > -1) find_turn(answer);
        if (limits_.certificates && answer.least == answer.most) certify(answer);
        answer.nodes = budget_.spent();
        answer.seconds = budget_.seconds();
        return answer;
    }

private:
    void narrow(SolveAnswer& answer) {
        const auto wins = settle({seat_, false});
        if (wins == 1) answer.least = 1;
        if (wins == -1) answer.most = search_.saw_draw() ? 0 : -1;
        if (answer.most != 0) return;
        const auto draws = settle({seat_, true});
        if (draws == 1) answer.least = 0;
        if (draws == -1) answer.most = -1;
    }
    // 1 true, -1 false, 0 unknown. Where lines ran deeper than states remember, a claim is false only if its opposite
    // is proved.
    int settle(const Claim& claim) {
        const auto numbers = search_.settle(state_, claim);
        if (numbers.is_proved()) return 1;
        if (!numbers.is_refuted()) return 0;
        if (!search_.forgot()) return -1;
        return search_.settle(state_, claim.opposite()).is_proved() ? -1 : 0;
    }
    void find_turn(SolveAnswer& answer) {
        State state = state_;
        do {
            const auto step = search_.good_step(state, {seat_, answer.least == 0});
            if (!step) return answer.turn.clear();
            answer.turn.push_back(*step);
            game_.apply(state, *step);
        } while (!game_.over(state) && game_.mid_turn(state));
    }
    void certify(SolveAnswer& answer) {
        std::vector<Claim> claims;
        if (answer.least == 0) claims = {{seat_, true}, {other_, true}};
        if (answer.least != 0) claims = {{answer.least == 1 ? seat_ : other_, false}};
        for (const auto& claim : claims) {
            auto certificate = search_.settle(state_, claim).is_proved() ? written(claim) : std::nullopt;
            if (!certificate) return answer.certificates.clear();
            answer.certificates.push_back(std::move(*certificate));
        }
    }

    std::optional<Certificate> written(const Claim& claim) {
        using Writer = CertificateWriterOf<G, SolverKnowledge<G>>;
        return Writer(game_, search_, claim, limits_.certificate_lines).write(state_);
    }

    const G& game_;
    State state_;
    SolveLimits limits_;
    SolverKnowledge<G> knowledge_;
    ProofTable table_;
    Budget budget_;
    ProofSearch<G, SolverKnowledge<G>> search_;
    Seat seat_, other_;
};

template <Game G>
SolveAnswer solve(const G& game, const typename G::State& state, const SolveLimits& limits,
                  std::function<bool()> keep_on) {
    return Solver<G>(game, state, limits, std::move(keep_on)).solve();
}

}  // namespace isthmus
