// The solver: finds the result of a position with best play, by settling one claim after the other.
#pragma once

#include "solve/certificate.hpp"
#include "solve/going_round.hpp"
#include "solve/known.hpp"
#include "solve/patient.hpp"
#include "solve/placement_certificate.hpp"

namespace isthmus {

// The game that the search for a proof plays: the game itself, or Patient.
template <Game G>
struct SearchedGame {
    using Type = const G&;
};
template <Remembers G>
struct SearchedGame<G> {
    using Type = Patient<G>;
};

template <Game G, Prover<G> K>
class Solver {
public:
    // `known`: see NetForGame.
    Solver(const G& game, const typename G::State& state, const SolveLimits& limits,
           std::shared_ptr<const MorePlanes<G>> known, WhileSolving keep_on);

    // Solves a state in which the game is not over.
    SolveAnswer solve();

private:
    using Searched = std::remove_cvref_t<typename SearchedGame<G>::Type>;
    using State = typename Searched::State;

    // The result, then the turn and the proofs for it
    void narrow(SolveAnswer& answer);
    void finish(SolveAnswer& answer);
    // If all positions fit into memory, the search gets only a part of the nodes that examining them all would take.
    void narrow_going_round(SolveAnswer& answer);
    // Call it after settling the claim that the turn proves.
    void find_turn(SolveAnswer& answer);
    void certify(SolveAnswer& answer) {
        certify(answer, [&](const Claim& claim) { return settle(claim) == 1 ? written(claim) : std::nullopt; });
    }
    template <class Write>
    void certify(SolveAnswer& answer, Write&& write);
    std::optional<Certificate> written(const Claim& claim);

    // Settles one claim: 1 true, -1 false, 0 unknown.
    int settle(const Claim& claim);
    // Failure to find a win with some patience is a refutation only if no game was cut short and the past did not
    // matter. So this tries both the claim and its opposite, always the one that seems easier to prove, and gives more
    // patience to one that fails.
    int settle_with_patience(const Claim& claim);
    State start() const;

    static constexpr int least_patience = 4, most_patience = 64;
    static constexpr std::uint64_t first_nodes = 2'000;
    static constexpr double positions_a_node = 16;

    const G& rules_;
    typename SearchedGame<G>::Type game_;
    typename G::State start_;
    SolveLimits limits_;
    K knowledge_;
    ProofTable table_;
    Budget budget_;
    ProofSearch<Searched, K> search_;
    Seat seat_, other_;
};

// The bodies ----------------------------------------------------------------------------------------------------------
template <Game G, Prover<G> K>
Solver<G, K>::Solver(const G& game, const typename G::State& state, const SolveLimits& limits,
                     std::shared_ptr<const MorePlanes<G>> known, WhileSolving keep_on)
    : rules_(game),
      game_(game),
      start_(state),
      limits_(limits),
      knowledge_(game, limits.net, limits.symmetries, std::move(known)),
      table_(limits.memory),
      budget_(limits.nodes, limits.seconds, std::move(keep_on)),
      search_(game_, knowledge_, table_, budget_, SymmetricKeys<Searched>(game_, limits.symmetries)),
      seat_(game.to_act(state).seat),
      other_(seat_ == Seat::First ? Seat::Second : Seat::First) {}

template <Game G, Prover<G> K>
SolveAnswer Solver<G, K>::solve() {
    SolveAnswer answer;
    if constexpr (GoesRound<G>) {
        narrow_going_round(answer);
    } else {
        narrow(answer);
        finish(answer);
    }
    answer.nodes = budget_.spent();
    answer.seconds = budget_.seconds();
    return answer;
}

template <Game G, Prover<G> K>
void Solver<G, K>::narrow(SolveAnswer& answer) {
    const auto wins = settle({seat_, false});
    if (wins == 1) answer.least = 1;
    if (wins == -1) answer.most = search_.saw_draw() ? 0 : -1;
    if (answer.most != 0) return;
    const auto draws = settle({seat_, true});
    if (draws == 1) answer.least = 0;
    if (draws == -1) answer.most = -1;
}

template <Game G, Prover<G> K>
void Solver<G, K>::finish(SolveAnswer& answer) {
    if (answer.least > -1 && answer.turn.empty()) find_turn(answer);
    if (limits_.certificates && answer.least == answer.most) certify(answer);
}

template <Game G, Prover<G> K>
void Solver<G, K>::narrow_going_round(SolveAnswer& answer) {
    GoingRound<G> table(rules_, start_, limits_.symmetries, budget_);
    const auto room = static_cast<double>(limits_.memory);
    const double positions = table.positions(room);
    const bool fits = positions > 0 && positions <= room;
    if (fits) budget_.pause_after(first_nodes + static_cast<std::uint64_t>(positions / positions_a_node));
    narrow(answer);
    budget_.resume();
    if (answer.least == answer.most || !fits) {
        if (answer.least != answer.most) answer.table = positions;
        return finish(answer);
    }
    table_.clear();
    if (table.run(room)) {
        const auto [least, most] = table.bounds();
        answer.least = std::max(answer.least, least);
        answer.most = std::min(answer.most, most);
        if (answer.least > -1) answer.turn = table.turn(answer.least);
        if (answer.least == answer.most) {
            if (limits_.certificates)
                certify(answer,
                        [&](const Claim& claim) { return table.certificate(claim, limits_.certificate_lines); });
            return;
        }
    }
    if (!budget_.ended()) narrow(answer);
    finish(answer);
}

template <Game G, Prover<G> K>
int Solver<G, K>::settle(const Claim& claim) {
    if constexpr (Remembers<G>) {
        return settle_with_patience(claim);
    } else {
        const auto numbers = search_.settle(start(), claim);
        return numbers.is_proved() - numbers.is_refuted();
    }
}

template <Game G, Prover<G> K>
int Solver<G, K>::settle_with_patience(const Claim& claim) {
    struct Attempt {
        Claim claim;
        int patience = least_patience;
        ProofNumbers numbers{};
    };
    Attempt own{claim}, opposite{claim.opposite()};
    while (!budget_.ended()) {
        const bool first = own.numbers.proof <= opposite.numbers.proof;
        auto& [asked, patience, numbers] = first ? own : opposite;
        if (patience > most_patience) break;
        game_.ask(asked.seat, patience);
        auto begin = start();
        const auto rival = (first ? opposite : own).numbers.proof;
        numbers = search_.settle(begin, asked, std::min(ProofNumbers::never, rival + rival / 4 + 1));
        if (numbers.is_proved()) return first ? 1 : -1;
        if (!numbers.is_refuted()) continue;
        if (numbers.is_given_up()) {
            patience *= 2;
        } else if (game_.history(begin).recorded()) {
            patience = most_patience + 1;  // more would not help
        } else {
            game_.ask(asked.opposite().seat, patience);  // the seat that wins, and the patience that was enough
            return first ? -1 : 1;
        }
        numbers = patience > most_patience ? ProofNumbers::refuted() : ProofNumbers{};
    }
    return 0;
}

template <Game G, Prover<G> K>
auto Solver<G, K>::start() const -> State {
    if constexpr (Remembers<G>)
        return game_.begin(start_);
    else
        return start_;
}

template <Game G, Prover<G> K>
void Solver<G, K>::find_turn(SolveAnswer& answer) {
    State state = start();
    do {
        const auto step = search_.good_step(state, {seat_, answer.least == 0});
        if (!step) return answer.turn.clear();
        answer.turn.push_back(*step);
        game_.apply(state, *step);
    } while (!game_.over(state) && game_.mid_turn(state));
}

template <Game G, Prover<G> K>
template <class Write>
void Solver<G, K>::certify(SolveAnswer& answer, Write&& write) {
    std::vector<Claim> claims;
    if (answer.least == 0) claims = {{seat_, true}, {other_, true}};
    if (answer.least != 0) claims = {{answer.least == 1 ? seat_ : other_, false}};
    for (const auto& claim : claims) {
        if (auto certificate = write(claim)) answer.certificates.push_back(std::move(*certificate));
    }
}

template <Game G, Prover<G> K>
auto Solver<G, K>::written(const Claim& claim) -> std::optional<Certificate> {
    using Writer = CertificateWriterOf<Searched, K>;
    return Writer(game_, search_, claim, {limits_.certificate_lines, budget_}).write(start());
}

template <Game G, Knows<G> B>
SolveAnswer solve(const G& game, const typename G::State& state, const SolveLimits& limits, WhileSolving keep_on) {
    std::shared_ptr<const MorePlanes<G>> known;
    if constexpr (Depicts<G>)
        if (limits.net) known = known_planes<B>(game, limits.net->shape().planes);
    return Solver<G, KnownOf<G, B>>(game, state, limits, std::move(known), std::move(keep_on)).solve();
}

}  // namespace isthmus
