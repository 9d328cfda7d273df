// Turning paths: paths through stones that see each other, with a turn at every stone (rules 5). The readable
// definition is src/isthmus/rules/turning_paths.py.
//
// The number of paths grows exponentially with the number of stones. So the search looks ahead: it leaves out the
// stones that the rest of the path cannot use, extends the end with fewer possible next steps, and remembers which
// continuations do not exist.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

namespace isthmus {

// What the stones of a colour see. Directions are 0 to 7, and i and i ^ 1 are opposite. A set of stones or directions
// is a word of bits.
struct Sights {
    static constexpr int most = 32;
    static constexpr int nothing = -1;

    int stones = 0;                                      // between the goals
    std::array<std::array<std::int8_t, 8>, most> to;     // by direction: the stone that it sees, or `nothing`
    std::array<std::array<std::uint8_t, most>, 2> goal;  // the directions in which it sees a stone in each goal
};

class TurningPaths {
public:
    explicit TurningPaths(const Sights& sights) : sights_(sights) {
        for (int goal = 0; goal < 2; ++goal)
            for (int stone = 0; stone < sights.stones; ++stone)
                for (int direction = 0; direction < 8; ++direction)
                    if (sights.goal[goal][stone] >> direction & 1) from_goal_[goal][stone] |= 1u << (direction ^ 1);
    }

    // Whether there is a path of at least `needed` stones (1 or more) from goal to goal. If so, `path()` is one.
    bool find(int needed) {
        needed_ = needed;
        failed_.clear();
        path_.clear();
        return sights_.stones >= needed && extend({End{}, End{}}, ~0u >> (Sights::most - sights_.stones), 0);
    }
    // The sights along the path, in no order: a stone, and a direction in which the next thing seen is on the path too.
    const std::vector<std::pair<int, int>>& path() const { return path_; }

private:
    static constexpr int in_goal = Sights::most;
    static constexpr int any = 8;

    // An end of a path: its last stone, and the direction in which the path arrived there.
    struct End {
        int at = in_goal, came = any;
        bool operator==(const End&) const = default;
    };
    // A path grows from both goals.
    using Ends = std::array<End, 2>;
    // By stone: the directions in which a path may arrive there.
    using Arrivals = std::array<std::uint8_t, Sights::most>;

    // Calls visit(stone, direction) for each possible next step from an end.
    template <class Visit>
    void each_way(const End& end, int goal, Visit&& visit) const {
        if (end.at == in_goal) {
            for (int stone = 0; stone < sights_.stones; ++stone)
                for (unsigned ways = from_goal_[goal][stone]; ways; ways &= ways - 1)
                    visit(stone, std::countr_zero(ways));
            return;
        }
        for (int direction = 0; direction < 8; ++direction)
            if (const int next = sights_.to[end.at][direction]; direction != end.came && next >= 0)
                visit(next, direction);
    }

    // Whether the ends see each other and the path turns at both. If so, adds that sight to the path.
    bool join(const Ends& ends) {
        const int from = ends[0].at == in_goal;
        const auto& [end, other] = std::pair(ends[from], ends[!from]);
        for (int direction = 0; direction < 8; ++direction) {
            if (direction == end.came) continue;
            const bool met = other.at == in_goal
                                 ? sights_.goal[!from][end.at] >> direction & 1
                                 : sights_.to[end.at][direction] == other.at && (direction ^ 1) != other.came;
            if (!met) continue;
            path_.emplace_back(end.at, direction);
            return true;
        }
        return false;
    }

    // Extends a path that has used `used` stones, by stones of `left`, until it is complete.
    bool extend(const Ends& ends, std::uint32_t left, int used) {
        const int needed = std::max(0, needed_ - used);
        if (needed == 0 && join(ends)) return true;
        left = useful(ends, left, needed);
        if (left == 0) return false;
        const auto key =
            left | std::uint64_t(ends[0].at | ends[0].came << 6 | ends[1].at << 10 | ends[1].came << 16 | needed << 20)
                       << 32;
        if (failed_.contains(key)) return false;
        int ways[2] = {0, 0};
        for (int end = 0; end < 2; ++end)
            each_way(ends[end], end, [&](int stone, int) { ways[end] += left >> stone & 1; });
        const int end = ways[1] < ways[0];
        bool found = false;
        each_way(ends[end], end, [&](int stone, int direction) {
            if (found || !(left >> stone & 1)) return;
            auto after = ends;
            after[end] = {stone, direction};
            found = extend(after, left & ~(1u << stone), used + 1);
            if (found) path_.emplace_back(stone, direction ^ 1);
        });
        if (!found) failed_.insert(key);
        return found;
    }

    // The stones of `left` that the rest of the path may use; none if there are fewer than `needed`. Each of them is on
    // some walk from end to end that turns at every stone, and can still be reached from an end if any one of the
    // others is removed.
    std::uint32_t useful(const Ends& ends, std::uint32_t left, int needed) const {
        while (left && std::popcount(left) >= needed) {
            const auto ahead = arrivals(ends[0], 0, left), back = arrivals(ends[1], 1, left);
            std::array<std::uint32_t, Sights::most> joined{};  // by stone: the stones before and after it on such walks
            std::uint32_t first[2] = {0, 0};                   // the stones next to each end
            for (int end = 0; end < 2; ++end)
                each_way(ends[end], end, [&](int stone, int direction) {
                    if (left >> stone & 1 && turns((end ? ahead : back)[stone], direction ^ 1))
                        first[end] |= 1u << stone;
                });
            for (auto stones = left; stones; stones &= stones - 1) {
                const int stone = std::countr_zero(stones);
                for (int direction = 0; direction < 8; ++direction) {
                    const int next = sights_.to[stone][direction];
                    if (next < 0 || !(left >> next & 1) || !turns(ahead[stone], direction) ||
                        !turns(back[next], direction ^ 1))
                        continue;
                    joined[stone] |= 1u << next;
                    joined[next] |= 1u << stone;
                }
            }
            auto kept = reached(first[0], left, joined) & reached(first[1], left, joined);
            for (auto stones = kept; stones; stones &= stones - 1) {
                const auto cut = stones & -stones;
                kept &= cut | reached(first[0] | first[1], kept & ~cut, joined);
            }
            if (kept == left) return left;
            left = kept;
        }
        return 0;
    }

    // Whether a walk that has arrived in one of these directions may leave in this one.
    static bool turns(unsigned arrived, int leaves) { return (arrived & ~(1u << leaves)) != 0; }

    // Where walks from an end may arrive if they may use a stone several times.
    Arrivals arrivals(const End& end, int goal, std::uint32_t left) const {
        Arrivals found{};
        std::uint32_t waiting = 0;
        const auto arrive = [&](int stone, int direction) {
            if (!(left >> stone & 1)) return;
            const unsigned before = found[stone], after = before | 1u << direction;
            found[stone] = static_cast<std::uint8_t>(after);
            // The first direction of arrival allows every next step but one. The second allows that one, and further
            // ones allow nothing new.
            if (after != before && !(before & (before - 1))) waiting |= 1u << stone;
        };
        each_way(end, goal, arrive);
        while (waiting) {
            const int stone = std::countr_zero(waiting);
            waiting &= waiting - 1;
            for (int direction = 0; direction < 8; ++direction)
                if (const int next = sights_.to[stone][direction]; next >= 0 && turns(found[stone], direction))
                    arrive(next, direction);
        }
        return found;
    }

    static std::uint32_t reached(std::uint32_t from, std::uint32_t left,
                                 const std::array<std::uint32_t, Sights::most>& joined) {
        std::uint32_t found = from & left;
        for (auto waiting = found; waiting;) {
            const auto more = joined[std::countr_zero(waiting)] & left & ~found;
            waiting = (waiting & (waiting - 1)) | more;
            found |= more;
        }
        return found;
    }

    const Sights& sights_;
    std::array<Arrivals, 2> from_goal_{};
    int needed_ = 0;
    std::unordered_set<std::uint64_t> failed_;
    std::vector<std::pair<int, int>> path_;
};

}  // namespace isthmus
