// The questions and answers of a solver, independent of any game.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "rules/symmetry.hpp"
#include "rules/turns.hpp"

namespace isthmus {

class Net;

// A seat wins; or, with `or_draw`, it at least does not lose.
struct Claim {
    Seat seat = Seat::First;
    bool or_draw = false;
    bool operator==(const Claim&) const = default;

    // The claim that is true exactly if this one is false.
    Claim opposite() const { return {seat == Seat::First ? Seat::Second : Seat::First, !or_draw}; }
};

// A position in a proof. If the seat of the claim acts, the line has one turn, otherwise all turns. Each turn has the
// number of the next position's line, or `over`. It is a later line, unless the proof goes round.
struct CertificateLine {
    static constexpr std::int64_t over = -1;
    std::vector<std::pair<StepSequence, std::int64_t>> turns;
    // In placement games a line may cover all positions that are at least as good for the seat of the claim as the one
    // with these stones: (black, white).
    std::optional<std::array<std::vector<Cell>, 2>> stones;
};

// A proof as a list of different positions, which a checker can follow with the rules alone.
struct Certificate {
    Claim claim;
    std::vector<CertificateLine> lines;  // the first one is the position of the claim
    bool goes_round = false;             // turns may lead to earlier lines
};

// The progress of a solver: nodes visited, and lines of a certificate written.
struct SolveProgress {
    std::uint64_t nodes = 0;
    std::size_t lines = 0;
};
// Called every few milliseconds; false ends the work with the result so far.
using WhileSolving = std::function<bool(const SolveProgress&)>;

struct SolveLimits {
    std::uint64_t nodes = std::uint64_t{1} << 62;
    double seconds = 1e9;
    std::size_t memory = std::size_t{256} << 20;  // of the table, in bytes
    bool certificates = false;
    std::size_t certificate_lines = 1'000'000;  // for each certificate
    std::vector<BoardSymmetry> symmetries;
    std::shared_ptr<const Net> net;  // orders the search; null for none
};

// The result for the seat to act: -1 lost, 0 drawn, 1 won. If it is not proved, `least` is below `most`.
struct SolveAnswer {
    int least = -1;
    int most = 1;
    StepSequence turn;  // achieves `least`, if that is more than -1; completes an unfinished turn
    std::uint64_t nodes = 0;
    double seconds = 0;
    double table = 0;                       // bytes that retrograde analysis would have needed, if over the limit
    std::vector<Certificate> certificates;  // one for a win, two for a draw; less those that a limit cut short
};

}  // namespace isthmus
