// The mirror rule of Trellis, made exact (rules 2.1). A turn mirrors under a symmetry of the board if its stones are
// the image of the opponent's stones of the previous turn. No turn may bring a streak of mirroring turns to ten.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "rules/types.hpp"

namespace isthmus {

// The stones of one turn: none, one, or two in ascending order.
struct TurnStones {
    static constexpr Cell none = -1;
    Cell cell[2] = {none, none};

    bool operator==(const TurnStones&) const = default;
    bool empty() const { return cell[0] == none; }
    static TurnStones of(Cell one) { return {{one, none}}; }
    static TurnStones of(Cell one, Cell two) { return {{std::min(one, two), std::max(one, two)}}; }
};

class MirrorRule {
public:
    static constexpr int symmetries = 7;
    static constexpr int forbidden_streak = 10;
    using Streaks = std::array<std::uint8_t, symmetries>;

    explicit MirrorRule(int size) {
        const int last = size - 1;
        for (int row = 0; row < size; ++row)
            for (int column = 0; column < size; ++column) {
                const int places[symmetries][2] = {
                    {last - row, last - column}, {column, last - row}, {last - column, row},       {last - row, column},
                    {row, last - column},        {column, row},        {last - column, last - row}};
                for (int g = 0; g < symmetries; ++g)
                    image_[g].push_back(static_cast<Cell>(places[g][0] * size + places[g][1]));
            }
    }

    // The turns that would bring one of the player's streaks to ten, after the opponent's turn `before`.
    std::vector<TurnStones> banned(const Streaks& streaks, const TurnStones& before) const {
        std::vector<TurnStones> banned;
        if (before.empty()) return banned;
        for (int g = 0; g < symmetries; ++g)
            if (streaks[g] == forbidden_streak - 1) banned.push_back(image(g, before));
        return banned;
    }
    void update(Streaks& streaks, const TurnStones& before, const TurnStones& turn) const {
        for (int g = 0; g < symmetries; ++g) {
            const bool mirrors = !before.empty() && !turn.empty() && image(g, before) == turn;
            streaks[g] = static_cast<std::uint8_t>(mirrors ? streaks[g] + 1 : 0);
        }
    }

private:
    TurnStones image(int g, const TurnStones& stones) const {
        if (stones.cell[1] == TurnStones::none) return TurnStones::of(image_[g][stones.cell[0]]);
        return TurnStones::of(image_[g][stones.cell[0]], image_[g][stones.cell[1]]);
    }
    std::array<std::vector<Cell>, symmetries> image_;
};

}  // namespace isthmus
