// PlacementCertificateWriter: short certificates for placement games.
//
// In these games an extra stone never harms its side, and a missing stone never helps it. So a proof is written for the
// worst position that it covers: the winner has only the stones that the proof needs, and the opponent has all points
// outside its carrier. Answers outside the carrier need no line, and many positions share one line.
#pragma once

#include "rules/placement.hpp"
#include "solve/certificate.hpp"

namespace isthmus {

template <int W, Prover<Placement<W>> K>
class PlacementCertificateWriter {
public:
    using G = Placement<W>;
    using State = typename G::State;

    PlacementCertificateWriter(const G& game, ProofSearch<G, K>& search, const Claim& claim, CertificateLines lines)
        : game_(game),
          search_(search),
          claim_(claim),
          lines_(std::move(lines)),
          all_(game.facts().grid.template all<W>()) {}

    std::optional<Certificate> write(const State& state) {
        const bool written = state.opening.under_way() ? open(state).has_value() : prove(state).has_value();
        if (!written) return std::nullopt;
        return Certificate{claim_, lines_.finish()};
    }

private:
    struct Part {
        std::int64_t line;
        Bits<W> stones;   // the winner's stones that the proof needs
        Bits<W> carrier;  // the empty points that it needs
    };

    // Before the choice of colours there is no worst position, so each position has its own line.
    std::optional<std::int64_t> open(const State& state) {
        if (!state.opening.under_way()) {
            const auto part = prove(state);
            return part ? std::optional(part->line) : std::nullopt;
        }
        StepList steps;
        game_.steps(state, steps);
        if (game_.to_act(state).seat == claim_.seat) {
            const auto step = search_.good_step(state, claim_);
            if (!step) return std::nullopt;
            steps = {*step};
        }
        CertificateLine line;
        for (const Step step : steps) {
            State after = state;
            game_.apply(after, step);
            if (game_.over(after) && !holds(game_, after, claim_)) return std::nullopt;
            const auto number = game_.over(after) ? std::optional(CertificateLine::over) : open(after);
            if (!number) return std::nullopt;
            line.turns.push_back({{step}, *number});
        }
        return lines_.add(std::move(line));
    }

    std::optional<Part> prove(const State& state) {
        winner_ = index(state.opening.seat(Side::Black) == claim_.seat ? Side::Black : Side::White);
        const bool ours = index(state.side) == winner_;
        const auto empty = all_.minus(state.stones[0] | state.stones[1]);
        for (const auto& part : parts_[winner_][ours])
            if (part.stones.minus(state.stones[winner_]).none() && part.carrier.minus(empty).none()) return part;
        const auto part = ours ? prove_by_one(state) : prove_by_all(state, empty);
        if (part) parts_[winner_][ours].push_back(*part);
        return part;
    }

    std::optional<Part> prove_by_one(const State& state) {
        const auto step = search_.good_step(state, claim_);
        if (!step) return std::nullopt;
        State after = state;
        game_.apply(after, *step);
        const int point = game_.facts().grid.point(*step);
        Part part{CertificateLine::over, {}, {}};
        if (game_.over(after)) {
            part.stones = needed(after.stones[winner_]);
        } else if (const auto further = prove(after)) {
            part = *further;
        } else {
            return std::nullopt;
        }
        CertificateLine line;
        line.turns = {{{*step}, part.line}};
        part.stones.reset(point);
        part.carrier.set(point);
        return finished(part, std::move(line));
    }

    // Collects replies until no point belongs to the carriers of all.
    std::optional<Part> prove_by_all(const State& state, const Bits<W>& empty) {
        std::vector<Part> replies;
        for (auto left = empty; left.any(); left &= replies.back().carrier) {
            State after = state;
            game_.apply(after, static_cast<Step>(game_.facts().grid.cell(left.first())));
            const auto reply = prove(after);
            if (!reply) return std::nullopt;
            replies.push_back(*reply);
        }
        for (std::size_t i = 0; i < replies.size();) {
            auto shared = empty;
            for (std::size_t j = 0; j < replies.size(); ++j)
                if (j != i) shared &= replies[j].carrier;
            if (shared.none()) {
                replies.erase(replies.begin() + static_cast<std::ptrdiff_t>(i));
            } else {
                ++i;
            }
        }
        Part part{};
        for (const auto& reply : replies) part.stones |= reply.stones, part.carrier |= reply.carrier;
        CertificateLine line;
        part.carrier.each([&](int point) {
            for (const auto& reply : replies) {
                if (reply.carrier.test(point)) continue;
                line.turns.push_back({{static_cast<Step>(game_.facts().grid.cell(point))}, reply.line});
                break;
            }
        });
        return finished(part, std::move(line));
    }

    std::optional<Part> finished(Part part, CertificateLine line) {
        const auto& grid = game_.facts().grid;
        line.stones.emplace();
        (*line.stones)[winner_] = grid.cells_of(part.stones);
        (*line.stones)[1 - winner_] = grid.cells_of(all_.minus(part.stones | part.carrier));
        const auto number = lines_.add(std::move(line));
        if (!number) return std::nullopt;
        part.line = *number;
        return part;
    }

    // The winning stones, without those that the win does not need.
    Bits<W> needed(Bits<W> stones) const {
        stones.each([&](int point) {
            auto fewer = stones;
            fewer.reset(point);
            if (wins(fewer)) stones = fewer;
        });
        return stones;
    }
    bool wins(const Bits<W>& stones) const {
        int won = 0;
        for (const auto& contest : game_.facts().contests)
            won += contest.won(static_cast<Side>(winner_), stones, game_.facts().links[winner_]);
        return won >= game_.facts().contests_to_win;
    }

    const G& game_;
    ProofSearch<G, K>& search_;
    Claim claim_;
    CertificateLines lines_;
    Bits<W> all_;
    int winner_ = 0;                 // the side that wins, as an index
    std::vector<Part> parts_[2][2];  // written so far: by winning side, and by whether it moves
};

template <Game G, Prover<G> K>
struct CertificateWriterFor {
    using Type = CertificateWriter<G, K>;
};
template <int W, class K>
struct CertificateWriterFor<Placement<W>, K> {
    using Type = PlacementCertificateWriter<W, K>;
};
template <Game G, class K>
using CertificateWriterOf = typename CertificateWriterFor<G, K>::Type;

}  // namespace isthmus
