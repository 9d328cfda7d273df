// CertificateWriter: writes down the proof that a search found, for any Game.
#pragma once

#include <unordered_map>

#include "solve/proof_number.hpp"

namespace isthmus {

// The lines of a certificate, written from the end: a line refers only to lines written before it.
class CertificateLines {
public:
    CertificateLines(std::size_t most, Budget& budget) : most_(most), budget_(budget) {}

    // The number of the line, to which later lines may refer; none if there is no room left.
    std::optional<std::int64_t> add(CertificateLine line) {
        if (lines_.size() == most_) return std::nullopt;
        lines_.push_back(std::move(line));
        budget_.line_written();
        return static_cast<std::int64_t>(lines_.size()) - 1;
    }

    // The last line and all lines that it needs, renumbered so that it comes first.
    std::vector<CertificateLine> finish() {
        std::vector<std::int64_t> number(lines_.size(), CertificateLine::over);
        std::vector<bool> needed(lines_.size());
        needed.back() = true;
        std::vector<CertificateLine> out;
        for (auto i = lines_.size(); i-- > 0;) {
            if (!needed[i]) continue;
            number[i] = static_cast<std::int64_t>(out.size());
            for (const auto& [steps, after] : lines_[i].turns)
                if (after != CertificateLine::over) needed[static_cast<std::size_t>(after)] = true;
            out.push_back(std::move(lines_[i]));
        }
        for (auto& line : out)
            for (auto& [steps, after] : line.turns)
                if (after != CertificateLine::over) after = number[static_cast<std::size_t>(after)];
        return out;
    }

private:
    std::size_t most_;
    Budget& budget_;
    std::vector<CertificateLine> lines_;
};

template <Game G, Prover<G> K>
class CertificateWriter {
public:
    using State = typename G::State;

    CertificateWriter(const G& game, ProofSearch<G, K>& search, const Claim& claim, CertificateLines lines)
        : game_(game), search_(search), claim_(claim), lines_(std::move(lines)) {}

    // The certificate of a state in which the game is not over and the claim is proved. None if the search's budget is
    // spent, or there is no room for all lines.
    std::optional<Certificate> write(const State& state) {
        if (!visit(state)) return std::nullopt;
        return Certificate{claim_, lines_.finish()};
    }

private:
    std::optional<std::int64_t> visit(State state) {
        const auto key = game_.key(state);
        const auto [known, is_new] = numbers_.try_emplace(key, std::nullopt);
        if (!is_new) return known->second;  // none while this line is being written: the proof would be circular
        if constexpr (FavoursOneSeat<G>) state = calmest(state);
        CertificateLine line;
        bool complete = true;
        if (game_.to_act(state).seat == claim_.seat) {
            StepSequence steps;
            State after = state;
            do {
                const auto step = search_.good_step(after, claim_);
                if (!step) return std::nullopt;
                steps.push_back(*step);
                game_.apply(after, *step);
            } while (!game_.over(after) && game_.mid_turn(after));
            complete = add(line, steps, after);
        } else {
            each_turn(game_, state, [&](const StepSequence& steps, const State& after) {
                complete = complete && add(line, steps, after);
            });
        }
        if (!complete) return std::nullopt;
        const auto number = lines_.add(std::move(line));
        if (number) numbers_[key] = *number;
        return number;
    }
    bool add(CertificateLine& line, const StepSequence& steps, State after) {
        if constexpr (FavoursOneSeat<G>) after = game_.rested(after);
        const auto number = game_.over(after) ? std::optional(CertificateLine::over) : visit(after);
        if (number) line.turns.push_back({steps, *number});
        return number.has_value();
    }

    // The state with the least patience that still proves the claim. So the positions after it need less, and none
    // leads back to it.
    State calmest(const State& state) {
        for (int patience = 1; patience < state.patience; ++patience)
            if (const auto less = game_.with_patience(state, patience); search_.settle(less, claim_).is_proved())
                return less;
        return state;
    }

    const G& game_;
    ProofSearch<G, K>& search_;
    Claim claim_;
    CertificateLines lines_;
    std::unordered_map<std::uint64_t, std::optional<std::int64_t>> numbers_;
};

}  // namespace isthmus
