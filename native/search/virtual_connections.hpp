// Virtual connections: ways to join two places that hold whatever the opponent does, found by two rules
// (H-search: Anshelevich 2002). They prove positions of Hex and of every placement game with one contest without
// search, and show where the other side has to play (must-play region: Hayward, Björnsson, Johanson, Kan, Po and van
// Rijswijck 2005).
//
// A *full* connection of two places holds even if the opponent moves first, a *half* one if the owner does. Each has a
// carrier: the empty points that it needs. The rules find many connections, not all.
#pragma once

#include <algorithm>
#include <vector>

#include "rules/connect.hpp"

namespace isthmus {

template <int W>
class VirtualConnections {
public:
    struct Found {
        bool full = false;   // the goals are joined whoever moves
        int key = -1;        // if not, a point that joins them if the owner moves; -1: none is known
        Bits<W> everywhere;  // the points that all half connections found need: the opponent has to play on one
    };

    VirtualConnections(const Contest<W>& contest, const Links<W>& links, Side side)
        : region_(contest.region),
          links_(links),
          goals_{contest.goals[index(side)][0], contest.goals[index(side)][1]} {}

    // For a side that has these stones and has not won.
    Found find(const Bits<W>& own, const Bits<W>& theirs) {
        lay_out(own, region_.minus(own | theirs));
        connect_neighbours();
        Found found;
        for (std::size_t next = 0; next < news_.size(); ++next) {
            if (!pair(goal, other_goal).full.empty()) {
                found.full = true;
                return found;
            }
            if (news_.size() > most_news) break;
            const auto fresh = news_[next];
            const auto& known = pair(fresh.one, fresh.two).full;
            const auto is_it = [&](const Full& full) { return full.carrier == fresh.carrier; };
            if (std::none_of(known.begin(), known.end(), is_it)) continue;  // a smaller one came
            join_beyond(fresh.one, fresh.two, fresh.carrier);
            join_beyond(fresh.two, fresh.one, fresh.carrier);
        }
        found.full = !pair(goal, other_goal).full.empty();
        found.everywhere = empty_;
        const Half* smallest = nullptr;
        for (const auto& half : pair(goal, other_goal).half) {
            found.everywhere &= half.carrier;
            if (!smallest || half.carrier.count() < smallest->carrier.count()) smallest = &half;
        }
        if (smallest) found.key = smallest->key;
        return found;
    }

private:
    static constexpr int goal = 0, other_goal = 1;
    static constexpr std::size_t most_full = 6, most_half = 16, most_goal_half = 64, most_news = 30000;
    static constexpr int most_joined = 4;  // half connections that make one full

    struct Full {
        Bits<W> carrier;
    };
    struct Half {
        Bits<W> carrier;
        int key;  // where the owner moves; part of the carrier
    };
    struct Pair {
        std::vector<Full> full;
        std::vector<Half> half;
    };
    struct Fresh {
        int one, two;
        Bits<W> carrier;
    };

    // Places: the two goals with the stones that touch them, the other chains, the empty points.
    void lay_out(const Bits<W>& own, const Bits<W>& empty) {
        empty_ = empty;
        around_.clear();
        point_.clear();
        auto left = own & region_;
        for (const auto& border : goals_) {
            const auto chain = links_.chain(left & border, left);
            left = left.minus(chain);
            add(-1, (links_.neighbours(chain) | border) & empty);
        }
        while (left.any()) {
            const auto chain = links_.chain(Bits<W>::of(left.first()), left);
            left = left.minus(chain);
            add(-1, links_.neighbours(chain) & empty);
        }
        first_empty_ = count();
        empty.each([&](int point) { add(point, links_.neighbours(Bits<W>::of(point)) & empty); });
        if (pairs_.size() < static_cast<std::size_t>(count() * count()))
            pairs_.resize(static_cast<std::size_t>(count() * count()));
        for (auto& pair : pairs_) pair.full.clear(), pair.half.clear();
        news_.clear();
    }
    void add(int point, const Bits<W>& around) {
        point_.push_back(point);
        around_.push_back(around);
    }
    int count() const { return static_cast<int>(point_.size()); }
    Pair& pair(int one, int two) { return pairs_[std::min(one, two) * count() + std::max(one, two)]; }
    bool needs(const Bits<W>& carrier, int place) const { return point_[place] >= 0 && carrier.test(point_[place]); }

    void connect_neighbours() {
        for (int two = first_empty_; two < count(); ++two)
            for (int one = 0; one < two; ++one)
                if (around_[one].test(point_[two])) add_full(one, two, {});
    }

    // A full connection from `from` to `middle`, and each from there to a third place.
    void join_beyond(int from, int middle, Bits<W> carrier) {
        if (middle <= other_goal) return;
        for (int to = 0; to < count(); ++to) {
            if (to == from || to == middle || needs(carrier, to)) continue;
            const auto& further = pair(middle, to).full;
            for (std::size_t i = 0; i < further.size(); ++i) {
                const auto more = further[i].carrier;
                if (carrier.meets(more) || needs(more, from)) continue;
                auto both = carrier | more;
                if (point_[middle] < 0) {
                    add_full(from, to, both);
                } else {
                    both.set(point_[middle]);
                    add_half(from, to, {both, point_[middle]});
                }
            }
        }
    }

    static bool within(const Bits<W>& small, const Bits<W>& large) { return small.minus(large).none(); }
    // Keeps the ways whose carriers contain no other, at most so many, the smallest; false if this one is not kept.
    template <class Way>
    static bool keep(std::vector<Way>& ways, const Way& way, std::size_t most) {
        for (const auto& known : ways)
            if (within(known.carrier, way.carrier)) return false;
        std::erase_if(ways, [&](const auto& known) { return within(way.carrier, known.carrier); });
        if (ways.size() == most) {
            const auto largest = std::max_element(ways.begin(), ways.end(), [](const auto& a, const auto& b) {
                return a.carrier.count() < b.carrier.count();
            });
            if (largest->carrier.count() <= way.carrier.count()) return false;
            ways.erase(largest);
        }
        ways.push_back(way);
        return true;
    }
    void add_full(int one, int two, const Bits<W>& carrier) {
        auto& known = pair(one, two);
        if (!keep(known.full, {carrier}, most_full)) return;
        std::erase_if(known.half, [&](const auto& half) { return within(carrier, half.carrier); });
        news_.push_back({one, two, carrier});
    }
    void add_half(int one, int two, const Half& half) {
        auto& known = pair(one, two);
        for (const auto& full : known.full)
            if (within(full.carrier, half.carrier)) return;
        const bool goals = std::max(one, two) == other_goal;
        if (!keep(known.half, half, goals ? most_goal_half : most_half)) return;
        const auto halves = known.half;
        join_halves(one, two, halves, halves.size() - 1, half.carrier, half.carrier, 1);
    }
    // Half connections that share no point together are a full one: whatever the opponent takes, one is left.
    void join_halves(int one, int two, const std::vector<Half>& halves, std::size_t before, const Bits<W>& shared,
                     const Bits<W>& all, int joined) {
        for (std::size_t i = 0; i < before; ++i) {
            const auto still = shared & halves[i].carrier;
            if (still == shared) continue;
            const auto wider = all | halves[i].carrier;
            if (still.none()) {
                add_full(one, two, wider);
            } else if (joined + 1 < most_joined) {
                join_halves(one, two, halves, i, still, wider, joined + 1);
            }
        }
    }

    Bits<W> region_;
    Links<W> links_;
    Bits<W> goals_[2];
    Bits<W> empty_;
    std::vector<int> point_;       // of a place; -1: a chain or goal
    std::vector<Bits<W>> around_;  // the empty points beside a place
    int first_empty_ = 0;
    std::vector<Pair> pairs_;
    std::vector<Fresh> news_;
};

}  // namespace isthmus
