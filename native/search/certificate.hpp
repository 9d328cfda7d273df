// Certificates: a proof as a list of positions, each once, that a checker can follow with nothing but the rules.
#pragma once

#include <unordered_map>
#include <utility>

#include "rules/turns.hpp"
#include "search/proof_number.hpp"

namespace isthmus {

// A position of a proof: where the seat of the claim acts one turn, elsewhere all turns, each with the line of the
// position after it, which is a later one, or `over`.
struct CertificateLine {
    static constexpr std::int64_t over = -1;
    std::vector<std::pair<StepSequence, std::int64_t>> turns;
};

struct Certificate {
    Claim claim;
    std::vector<CertificateLine> lines;  // the first one is the position of the claim
};

template <Game G, Knowledge<G> K>
class CertificateWriter {
public:
    using State = typename G::State;

    CertificateWriter(const G& game, ProofSearch<G, K>& search, const Claim& claim, std::size_t most_lines)
        : game_(game), search_(search), most_lines_(most_lines) {
        certificate_.claim = claim;
    }

    // The certificate of a state where the game goes on and the claim is proved; none if the budget or the room for
    // lines is spent. At the start of a turn, or in mid-turn of the seat of the claim or the other.
    std::optional<Certificate> write(const State& state) {
        if (!visit(state)) return std::nullopt;
        const auto count = static_cast<std::int64_t>(certificate_.lines.size());
        std::reverse(certificate_.lines.begin(), certificate_.lines.end());
        for (auto& line : certificate_.lines)
            for (auto& [steps, after] : line.turns)
                if (after != CertificateLine::over) after = count - 1 - after;
        return std::move(certificate_);
    }

private:
    // The number of the state's line, counted from the last one.
    std::optional<std::int64_t> visit(const State& state) {
        const auto key = game_.key(state);
        if (const auto known = numbers_.find(key); known != numbers_.end()) return known->second;
        CertificateLine line;
        if (game_.to_act(state).seat == certificate_.claim.seat) {
            StepSequence steps;
            State after = state;
            do {
                const auto step = search_.good_step(after, certificate_.claim);
                if (!step) return std::nullopt;
                steps.push_back(*step);
                game_.apply(after, *step);
            } while (!game_.over(after) && game_.mid_turn(after));
            if (!add(line, steps, after)) return std::nullopt;
        } else {
            bool complete = true;
            each_turn(game_, state, [&](const StepSequence& steps, const State& after) {
                complete = complete && add(line, steps, after);
            });
            if (!complete) return std::nullopt;
        }
        if (certificate_.lines.size() == most_lines_) return std::nullopt;
        const auto number = static_cast<std::int64_t>(certificate_.lines.size());
        certificate_.lines.push_back(std::move(line));
        numbers_[key] = number;
        return number;
    }
    bool add(CertificateLine& line, const StepSequence& steps, const State& after) {
        if (game_.over(after)) {
            line.turns.push_back({steps, CertificateLine::over});
            return true;
        }
        const auto number = visit(after);
        if (number) line.turns.push_back({steps, *number});
        return number.has_value();
    }

    const G& game_;
    ProofSearch<G, K>& search_;
    std::size_t most_lines_;
    Certificate certificate_;
    std::unordered_map<std::uint64_t, std::int64_t> numbers_;
};

}  // namespace isthmus
