// Network as planes, and the places of its moves in a policy; docs/planes.md lists the planes.
#pragma once

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rules/planes.hpp"

namespace isthmus::network {

// The base of a Game that adds the refinements Depicts and PlacesMoves. The place of a move to an adjacent cell is the
// cell that it leaves, on a plane for its direction. If stones may move anywhere, the policy has places only for drops.
template <class Game>
class NetworkPlanes {
public:
    std::vector<std::string> own_plane_names() const {
        return {"own supply", "opponent supply", "moving", "repetitions", "network length", "moves anywhere"};
    }
    template <class State>
    void write_planes(const State& s, PlaneSink& sink) const;

    int move_planes() const { return facts().anywhere ? 0 : static_cast<int>(std::size(directions())); }
    std::optional<PolicyPlace> policy_place(Step move) const;
    Step turned(Step move, const std::vector<Cell>& to) const {
        const auto [from, target] = game().ends(move);
        return game().id(grid().point(to[grid().cell(from)]), grid().point(to[grid().cell(target)]));
    }

private:
    static constexpr int most_stones = 24, longest_network = 12;

    const Game& game() const { return static_cast<const Game&>(*this); }
    const auto& facts() const { return game().facts(); }
    const Grid& grid() const { return game().grid(); }
    const auto& directions() const { return game().board().directions; }
};

// The bodies ----------------------------------------------------------------------------------------------------------
template <class Game>
template <class State>
void NetworkPlanes<Game>::write_planes(const State& s, PlaneSink& sink) const {
    const int sides[2] = {index(s.side), index(other(s.side))};
    const auto share = [](int part, int most) { return static_cast<double>(part) / most; };
    for (int whose = 0; whose < 2; ++whose) {
        const auto side = static_cast<Side>(sides[whose]);
        sink.mark(Plane::Own + whose, s.stones[sides[whose]], grid());
        for (const auto& goal : game().board().goals(side)) sink.mark(Plane::OwnGoals + whose, goal, grid());
        sink.fill(first_own_plane + whose, share(game().supply(s, side), most_stones));
    }
    if (game().supply(s, s.side) == 0) sink.fill(first_own_plane + 2);
    const int most_before = Game::repeats_to_draw - 1;
    sink.fill(first_own_plane + 3, share(std::clamp(game().occurrences(s) - 1, 0, most_before), most_before));
    sink.fill(first_own_plane + 4, share(facts().network, longest_network));
    if (facts().anywhere) sink.fill(first_own_plane + 5);
}

template <class Game>
std::optional<PolicyPlace> NetworkPlanes<Game>::policy_place(Step move) const {
    if (facts().anywhere) return std::nullopt;
    const auto [from, target] = game().ends(move);
    const int rows = grid().row(target) - grid().row(from), columns = grid().column(target) - grid().column(from);
    int direction = 0;
    while (rows != directions()[direction][0] || columns != directions()[direction][1]) ++direction;
    return PolicyPlace{1 + direction, grid().cell(from)};
}

}  // namespace isthmus::network
