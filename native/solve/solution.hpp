// What a solver is asked and what it answers, apart from any game.
#pragma once

#include <array>
#include <functional>
#include <utility>
#include <vector>

#include "rules/symmetry.hpp"
#include "rules/turns.hpp"

namespace isthmus {

// A seat wins, or at least does not lose.
struct Claim {
    Seat seat = Seat::First;
    bool or_draw = false;
    bool operator==(const Claim&) const = default;

    // What is true exactly if this is false.
    Claim opposite() const { return {seat == Seat::First ? Seat::Second : Seat::First, !or_draw}; }
};

// A position of a proof: where the seat of the claim acts one turn, elsewhere all turns, each with the line of the
// position after it, which is a later one unless the proof goes round, or `over`.
struct CertificateLine {
    static constexpr std::int64_t over = -1;
    std::vector<std::pair<StepSequence, std::int64_t>> turns;
    // In placement games a line may stand for all positions at least as good for the seat of the claim as one with
    // these stones: (black, white).
    std::optional<std::array<std::vector<Cell>, 2>> stones;
};

// A proof as a list of positions, each once, that a checker can follow with nothing but the rules.
struct Certificate {
    Claim claim;
    std::vector<CertificateLine> lines;  // the first one is the position of the claim
    bool goes_round = false;             // turns may lead to earlier lines
};

// How far a solver has come: nodes looked at, and lines of a certificate written.
struct SolveProgress {
    std::uint64_t nodes = 0;
    std::size_t lines = 0;
};
// Asked every few milliseconds; false ends the work with what is known.
using WhileSolving = std::function<bool(const SolveProgress&)>;

struct SolveLimits {
    std::uint64_t nodes = std::uint64_t{1} << 62;
    double seconds = 1e9;
    std::size_t memory = std::size_t{256} << 20;  // bytes, of the table
    bool certificates = false;
    std::size_t certificate_lines = 1'000'000;  // for each certificate
    std::vector<BoardSymmetry> symmetries;
};

// The result for the seat that acts: -1 lost, 0 drawn, 1 won. What is not proved leaves `least` below `most`.
struct SolveAnswer {
    int least = -1;
    int most = 1;
    StepSequence turn;  // reaches `least`, if it is more than -1; completes a turn that has begun
    std::uint64_t nodes = 0;
    double seconds = 0;
    double table = 0;  // bytes that retrograde analysis would have taken, where that was more than the limit
    std::vector<Certificate> certificates;  // one of a win, two of a draw; none if a limit did not leave room
};

}  // namespace isthmus
