// Trinidad as planes, and the places of its row moves in a policy; docs/planes.md lists the planes.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "rules/planes.hpp"
#include "rules/rows.hpp"

namespace isthmus::trinidad {

// The base of a Game that adds the refinements Depicts and PlacesMoves. The place of a row move is the field of its
// rearmost piece, on a plane for its direction and distance. Moves farther than `farthest` share the place of moves of
// that distance.
template <class Game>
class TrinidadPlanes {
public:
    static constexpr int directions = 6;

    std::vector<std::string> own_plane_names() const { return {"initial pieces", "row to move"}; }
    template <class State>
    void write_planes(const State& s, PlaneSink& sink) const;

    int move_planes() const { return directions * farthest; }
    std::optional<PolicyPlace> policy_place(Step move) const {
        const auto [rear, direction, distance] = game().named(move);
        return PolicyPlace{1 + direction * farthest + std::min(distance, farthest) - 1, rear};
    }
    Step turned(Step move, const std::vector<Cell>& to) const;

private:
    static constexpr int farthest = 6;
    static constexpr int most_initial = 6;  // pieces of a colour in the initial phase

    const Game& game() const { return static_cast<const Game&>(*this); }
    const Grid& grid() const { return game().grid(); }
};

// The bodies ----------------------------------------------------------------------------------------------------------
template <class Game>
template <class State>
void TrinidadPlanes<Game>::write_planes(const State& s, PlaneSink& sink) const {
    const Grid& stones = game().board().grid();
    const int own = index(s.side), opponent = 1 - own;
    sink.mark(Plane::Own, s.stones[own], stones);
    sink.mark(Plane::Opponent, s.stones[opponent], stones);
    for (int end = 0; end < 2; ++end) {
        sink.mark(Plane::OwnGoals, game().contest().goals[own][end], stones);
        sink.mark(Plane::OpponentGoals, game().contest().goals[opponent][end], stones);
    }
    if (s.added >= 0) sink.mark(Plane::Pending, stones.cell(s.added));
    sink.fill(first_own_plane, static_cast<double>(s.to_place) / (2 * most_initial));
    if (s.added >= 0) sink.fill(first_own_plane + 1);
}

template <class Game>
Step TrinidadPlanes<Game>::turned(Step move, const std::vector<Cell>& to) const {
    const auto [rear, direction, distance] = game().named(move);
    const auto [up, right] = hexagon_directions[direction];
    const int from = grid().point(rear);
    const int ahead = grid().at(grid().row(from) + distance * up, grid().column(from) + distance * right);
    const int rear_image = grid().point(to[rear]), ahead_image = grid().point(to[grid().cell(ahead)]);
    const int rows = grid().row(ahead_image) - grid().row(rear_image);
    const int columns = grid().column(ahead_image) - grid().column(rear_image);
    int image = 0;
    while (rows != distance * hexagon_directions[image][0] || columns != distance * hexagon_directions[image][1])
        ++image;
    return game().id(typename Game::MoveName{to[rear], image, distance});
}

}  // namespace isthmus::trinidad
