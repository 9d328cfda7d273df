// The features for the evaluator of Network: the lengths of chains, the number of inner stones that a network through
// each cell would still need, and the effect of a step on both colours' lines.
#pragma once

#include <cmath>

#include "knowledge/network/near_networks.hpp"

namespace isthmus::network {

// One colour's chains and gaps. The gap of a cell is the number of inner stones that a network through it still lacks
// after a stone of this colour there. It uses the longest chains as if they shared no stone; at most `widest_gap`.
template <int W>
struct Chances {
    static constexpr int widest_gap = 5;
    static constexpr int out_of_reach = -2;  // as the length of a chain
    static constexpr int chain_limit = 400;  // chains followed from each goal area

    Bits<W> own;
    Bits<W> landings;                                     // where a stone may land in the next turn
    std::array<std::int8_t, Bits<W>::capacity> reach[2];  // inner stones of the longest chain from either goal area
    std::array<std::int8_t, Bits<W>::capacity> gap;       // where there is no stone
    int lines = 0, linked = 0, alone = 0;  // pairs that see each other; stones in two or more pairs, in none
    int gaps[widest_gap + 1] = {};         // landings by gap
    int longest[2] = {};

    void find(const Network<W>& game, const Bits<W>* stones, Side side) {
        const auto& board = game.board();
        own = stones[index(side)];
        const auto taken = stones[0] | stones[1];
        const Camp<W> camp(board, side, own);
        lines = linked = alone = 0;
        own.each([&](int point) {
            int friends = 0;
            for (int direction = 0; direction < 8; ++direction) {
                const int found = board.seen(point, direction, taken);
                sight_[point][direction] = static_cast<std::int16_t>(found >= 0 && own.test(found) ? found : -1);
                friends += found >= 0 && own.test(found);
            }
            lines += friends;
            linked += friends >= 2;
            alone += friends == 0;
        });
        for (int end = 0; end < 2; ++end) {
            reach[end].fill(out_of_reach);
            longest[end] = out_of_reach;
            left_ = chain_limit;
            (end ? camp.finish : camp.start).each([&](int point) {
                reach[end][point] = 0;
                longest[end] = std::max(longest[end], 0);
                follow(end, point, -1, camp.inner, 0);
            });
        }
        find_landings(game, stones, side);
        find_gaps(game, board, taken, side);
    }

private:
    void follow(int end, int point, int came, const Bits<W>& left, int used) {
        for (int direction = 0; direction < 8; ++direction) {
            const int next = sight_[point][direction];
            if (next < 0 || direction == came || !left.test(next)) continue;
            if (--left_ < 0) return;
            reach[end][next] = std::max<std::int8_t>(reach[end][next], static_cast<std::int8_t>(used + 1));
            longest[end] = std::max(longest[end], used + 1);
            auto rest = left;
            rest.reset(next);
            follow(end, next, direction, rest, used + 1);
        }
    }
    void find_landings(const Network<W>& game, const Bits<W>* stones, Side side) {
        if (own.count() < game.facts().stones) {
            landings = game.open(own, stones[0] | stones[1], side);
            return;
        }
        landings = {};
        own.each([&](int from) { landings |= game.targets(stones, side, from); });
    }
    void find_gaps(const Network<W>& game, const CellBoard<W>& board, const Bits<W>& taken, Side side) {
        const int needed = game.facts().network - 2;
        const auto& [first, second] = board.goals(side);
        std::fill(std::begin(gaps), std::end(gaps), 0);
        game.board().all().minus(taken).each([&, &first = first, &second = second](int point) {
            int best = -2 * widest_gap;
            int to[2][8];
            for (int direction = 0; direction < 8; ++direction) {
                const int found = board.seen(point, direction, taken);
                const bool of_use = found >= 0 && own.test(found);
                for (int end = 0; end < 2; ++end) to[end][direction] = of_use ? reach[end][found] : out_of_reach;
            }
            if (first.test(point) || second.test(point)) {
                const int end = first.test(point);  // the chain leads to the other goal area
                for (int direction = 0; direction < 8; ++direction) best = std::max(best, to[end][direction]);
            } else {
                // Both directions of a line count together, because a network turns at each inner stone.
                for (int one = 0; one < 8; one += 2)
                    for (int two = 0; two < 8; two += 2)
                        if (one != two)
                            best = std::max(
                                best, std::max(to[0][one], to[0][one + 1]) + std::max(to[1][two], to[1][two + 1]) + 1);
            }
            gap[point] = static_cast<std::int8_t>(std::clamp(needed - best, 0, widest_gap));
            if (landings.test(point)) ++gaps[gap[point]];
        });
    }

    int left_;
    std::array<std::array<std::int16_t, 8>, Bits<W>::capacity> sight_;
};

// The place of a cell by its distances, up to 3, from the nearest own goal area and from the nearest enemy one (at
// least 1): an index below `place_count`.
inline constexpr int place_count = 12;
inline int place_of(const Grid& grid, Side side, int point) {
    const int last = grid.rows() - 1, row = grid.row(point), column = grid.column(point);
    const int up = std::min({row, last - row, 3}), across = std::min({column, last - column, 3});
    return side == Side::Black ? 3 * up + across - 1 : 3 * across + up - 1;
}

// The features of one colour in a position, for the value. The places of its stones come last.
inline constexpr const char* colour_features[] = {
    "lines",    "linked",   "alone",    "longer",   "shorter",  "goals",    "extras",   "gap0",
    "gap1",     "gap2",     "gap3",     "landings", "place0_1", "place0_2", "place0_3", "place1_1",
    "place1_2", "place1_3", "place2_1", "place2_2", "place2_3", "place3_1", "place3_2", "place3_3"};
inline constexpr int colour_feature_count = static_cast<int>(std::size(colour_features));

template <int W>
std::array<float, colour_feature_count> features_of(const Chances<W>& chances, const CellBoard<W>& board, Side side) {
    const auto log = [](int count) { return std::log1p(static_cast<float>(count)); };
    const auto& [first, second] = board.goals(side);
    const int starts = (chances.own & first).count(), finishes = (chances.own & second).count();
    const auto [shorter, longer] = std::minmax(chances.longest[0], chances.longest[1]);
    std::array<float, colour_feature_count> features{
        static_cast<float>(chances.lines) / 4,
        static_cast<float>(chances.linked),
        static_cast<float>(chances.alone),
        static_cast<float>(longer),
        static_cast<float>(shorter),
        static_cast<float>((starts > 0) + (finishes > 0)),
        static_cast<float>(std::max(0, starts - 1) + std::max(0, finishes - 1)),
        log(chances.gaps[0]),
        log(chances.gaps[1]),
        log(chances.gaps[2]),
        log(chances.gaps[3]),
        log(chances.landings.count())};
    chances.own.each(
        [&](int point) { features[colour_feature_count - place_count + place_of(board.grid(), side, point)] += 1; });
    return features;
}

// The features of a step, for its weight. The place where its stone lands comes last.
inline constexpr const char* step_features[] = {
    "own_gap0", "own_gap1",   "own_gap2", "own_gap3",     "gap0",     "gap1",         "gap2",
    "gap3",     "friends",    "enemies",  "enemy_blocks", "splits",   "first_goal",   "more_goal",
    "touching", "near_enemy", "lost",     "lost_chain",   "opened",   "enemy_opened", "last_goal",
    "place0_1", "place0_2",   "place0_3", "place1_1",     "place1_2", "place1_3",     "place2_1",
    "place2_2", "place2_3",   "place3_1", "place3_2",     "place3_3"};
inline constexpr int step_feature_count = static_cast<int>(std::size(step_features));

template <int W>
std::array<float, step_feature_count> features_of_step(const CellBoard<W>& board, const Chances<W>* chances, Side side,
                                                       int left, int landed) {
    std::array<float, step_feature_count> features{};
    if (landed < 0) return features;
    const auto& mine = chances[index(side)];
    const auto& theirs = chances[index(other(side))];
    auto own = mine.own;
    if (left >= 0) own.reset(left);
    const auto taken = own | theirs.own;
    if (mine.gap[landed] < 4) features[mine.gap[landed]] = 1;
    if (theirs.gap[landed] < 4) features[4 + theirs.gap[landed]] = 1;
    // Friends and enemies seen from a cell, and lines of each colour through it.
    const auto look = [&](int point, int* seen, int* through) {
        for (int direction = 0; direction < 8; direction += 2) {
            const int one = board.seen(point, direction, taken), two = board.seen(point, direction + 1, taken);
            const bool friends[2] = {one >= 0 && own.test(one), two >= 0 && own.test(two)};
            const bool enemies[2] = {one >= 0 && !friends[0], two >= 0 && !friends[1]};
            seen[0] += friends[0] + friends[1];
            seen[1] += enemies[0] + enemies[1];
            through[0] += friends[0] && friends[1];
            through[1] += enemies[0] && enemies[1];
        }
    };
    int seen[2] = {}, through[2] = {};
    look(landed, seen, through);
    features[8] = static_cast<float>(seen[0]);
    features[9] = static_cast<float>(seen[1]);
    features[10] = static_cast<float>(through[1]);
    features[11] = static_cast<float>(through[0]);
    const auto& goals = board.goals(side);
    for (const auto& goal : goals)
        if (goal.test(landed)) features[own.meets(goal) ? 13 : 12] = 1;
    const auto near = board.near(landed);
    features[14] = static_cast<float>((near & own).count());
    features[15] = static_cast<float>((near & theirs.own).count());
    features[step_feature_count - place_count + place_of(board.grid(), side, landed)] = 1;
    if (left < 0) return features;
    int before[2] = {}, opened[2] = {};
    look(left, before, opened);
    features[16] = static_cast<float>(before[0]);
    features[17] = static_cast<float>(std::max<int>(0, mine.reach[0][left]) + std::max<int>(0, mine.reach[1][left]));
    features[18] = static_cast<float>(opened[0]);
    features[19] = static_cast<float>(opened[1]);
    for (const auto& goal : goals) features[20] += goal.test(left) && !own.meets(goal);
    return features;
}

}  // namespace isthmus::network
