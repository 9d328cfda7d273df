// Shared by every search for a proof: when a claim holds, and when to stop.
#pragma once

#include <chrono>

#include "rules/game.hpp"
#include "solve/solution.hpp"

namespace isthmus {

// Whether a claim holds in a state in which the game is over.
template <Game G>
bool holds(const G& game, const typename G::State& state, const Claim& claim) {
    const auto winner = winning_seat(game, state);
    return winner ? *winner == claim.seat : claim.or_draw;
}

// Decides when a search must end.
class Budget {
public:
    Budget(std::uint64_t nodes, double seconds, WhileSolving keep_on)
        : nodes_(nodes), seconds_(seconds), keep_on_(std::move(keep_on)), began_(Clock::now()) {}

    // Counts a node. False if the search must pause or end; once it must end, it stays false.
    bool spend() {
        if (ended()) return false;
        if (++progress_.nodes > nodes_) ended_ = true;
        if (Clock::now() > look_again_) {
            look_again_ = Clock::now() + std::chrono::milliseconds(5);
            ended_ |= seconds() >= seconds_ || (keep_on_ && !keep_on_(progress_));
        }
        return !ended_;
    }
    void line_written() { ++progress_.lines; }
    // Whether the search must end or pause.
    bool ended() const { return ended_ || progress_.nodes >= pause_; }
    // Pauses the search this many nodes from now, until `resume`.
    void pause_after(std::uint64_t nodes) { pause_ = progress_.nodes + nodes; }
    void resume() { pause_ = never; }
    std::uint64_t spent() const { return progress_.nodes; }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }

private:
    using Clock = std::chrono::steady_clock;
    std::uint64_t nodes_;
    double seconds_;
    WhileSolving keep_on_;
    Clock::time_point began_, look_again_{};
    static constexpr std::uint64_t never = ~std::uint64_t{0};
    SolveProgress progress_;
    std::uint64_t pause_ = never;
    bool ended_ = false;
};

}  // namespace isthmus
