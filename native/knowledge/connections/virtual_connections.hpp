// Virtual connections: ways to join two places that the opponent cannot prevent, found by two rules (H-search:
// Anshelevich 2002). They prove positions of placement games without a search, and show where the other side must play
// (must-play region: Hayward, Björnsson, Johanson, Kan, Po and van Rijswijck 2005).
//
// A *full* connection of two places works even if the opponent moves first, a *half* connection only if its owner does.
// Each has a carrier: the empty points that it needs. The rules find many connections, but not all.
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "rules/connect.hpp"

namespace isthmus {

// Names for pairs of points, as bits. A common pair does not make two ways incompatible.
template <int W>
class PointPairs {
public:
    void clear() { pairs_.clear(); }
    // No bit if there are too many.
    std::uint64_t name(const Bits<W>& pair) {
        const auto at = static_cast<std::size_t>(std::find(pairs_.begin(), pairs_.end(), pair) - pairs_.begin());
        if (at == most) return 0;
        if (at == pairs_.size()) pairs_.push_back(pair);
        return std::uint64_t{1} << at;
    }
    Bits<W> points(std::uint64_t names) const {
        Bits<W> points;
        for (; names; names &= names - 1) points |= pairs_[static_cast<std::size_t>(std::countr_zero(names))];
        return points;
    }

private:
    static constexpr std::size_t most = 64;
    std::vector<Bits<W>> pairs_;
};

template <int W>
class VirtualConnections {
public:
    struct Full {
        Bits<W> carrier;
        std::uint64_t pairs;  // names of the pairs of points in it; each point of a pair answers the other
    };
    struct Half : Full {
        int key;  // where the owner moves; in the carrier, but in no pair
    };
    // The connections of two places. Within each kind no carrier contains another.
    struct Ways {
        std::vector<Full> full;
        std::vector<Half> half;
    };

    VirtualConnections(const Contest<W>& contest, const Links<W>& links, Side side)
        : region_(contest.region),
          links_(links),
          goals_{contest.goals[index(side)][0], contest.goals[index(side)][1]} {}

    // When to stop: at this number of full connections, those of neighbours included, or at the first between the goals
    // if that is enough.
    struct Effort {
        bool one_is_enough;
        std::size_t most;
    };

    // The ways found to join the goals, for a side with these stones that has not won. Valid until the next call.
    const Ways& find(const Bits<W>& own, const Bits<W>& theirs, PointPairs<W>& names, const Effort& effort);

private:
    static constexpr int goal = 0, other_goal = 1;
    static constexpr std::size_t most_full = 6, most_half = 16, most_goal_half = 64;
    static constexpr int most_joined = 4;  // half connections that make one full

    struct Fresh {
        int one, two;
        Full full;
    };

    // Places: the two goals with the stones that touch them, the other chains, the empty points.
    void lay_out(const Bits<W>& own, const Bits<W>& empty);
    void add(int point, const Bits<W>& around);
    int count() const { return static_cast<int>(point_.size()); }
    Ways& pair(int one, int two) { return pairs_[std::min(one, two) * count() + std::max(one, two)]; }
    bool needs(const Bits<W>& carrier, int place) const { return point_[place] >= 0 && carrier.test(point_[place]); }

    void connect_neighbours();

    // Joins a full connection from `from` to `middle` with each full connection from there to a third place.
    void join_beyond(int from, int middle, const Full& full);

    static bool within(const Bits<W>& small, const Bits<W>& large) { return small.minus(large).none(); }
    // Adds a way. Keeps only ways whose carriers contain no other carrier, the smallest ones up to a limit. Returns
    // false if the way was not added.
    template <class Way>
    static bool keep(std::vector<Way>& ways, const Way& way, std::size_t most);
    void add_full(int one, int two, const Full& full);
    void add_half(int one, int two, const Half& half);
    // Half connections without a common point make a full one: whichever point the opponent takes, one of them is left.
    void join_halves(int one, int two, const std::vector<Half>& halves, std::size_t before, const Bits<W>& shared,
                     const Bits<W>& all, int joined);

    Bits<W> region_;
    Links<W> links_;
    Bits<W> goals_[2];
    Bits<W> empty_;
    std::vector<int> point_;       // of a place; -1: a chain or goal
    std::vector<Bits<W>> around_;  // the empty points beside a place
    int first_empty_ = 0;
    std::vector<Ways> pairs_;
    std::vector<std::vector<int>> joined_;  // to a place: the places with a full connection
    std::vector<Fresh> news_;
    PointPairs<W>* names_ = nullptr;
};

// The bodies ----------------------------------------------------------------------------------------------------------
template <int W>
auto VirtualConnections<W>::find(const Bits<W>& own, const Bits<W>& theirs, PointPairs<W>& names, const Effort& effort)
    -> const Ways& {
    names_ = &names;
    lay_out(own, region_.minus(own | theirs));
    connect_neighbours();
    const auto& goals = pair(goal, other_goal);
    for (std::size_t next = 0; next < news_.size() && news_.size() <= effort.most; ++next) {
        if (effort.one_is_enough && !goals.full.empty()) break;
        const auto fresh = news_[next];
        const auto& known = pair(fresh.one, fresh.two).full;
        const auto is_it = [&](const Full& full) { return full.carrier == fresh.full.carrier; };
        if (std::none_of(known.begin(), known.end(), is_it)) continue;  // replaced by a smaller one
        join_beyond(fresh.one, fresh.two, fresh.full);
        join_beyond(fresh.two, fresh.one, fresh.full);
    }
    return goals;
}

template <int W>
void VirtualConnections<W>::lay_out(const Bits<W>& own, const Bits<W>& empty) {
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
    if (joined_.size() < point_.size()) joined_.resize(point_.size());
    for (auto& places : joined_) places.clear();
    news_.clear();
}

template <int W>
void VirtualConnections<W>::add(int point, const Bits<W>& around) {
    point_.push_back(point);
    around_.push_back(around);
}

template <int W>
void VirtualConnections<W>::connect_neighbours() {
    for (int two = first_empty_; two < count(); ++two)
        for (int one = 0; one < two; ++one)
            if (around_[one].test(point_[two])) add_full(one, two, {{}, 0});
}

template <int W>
void VirtualConnections<W>::join_beyond(int from, int middle, const Full& full) {
    if (middle <= other_goal) return;
    const auto& places = joined_[middle];
    for (std::size_t place = 0; place < places.size(); ++place) {
        const int to = places[place];
        if (to == from || needs(full.carrier, to)) continue;
        const auto& further = pair(middle, to).full;
        for (std::size_t i = 0; i < further.size(); ++i) {
            const auto& more = further[i];
            if (full.carrier.meets(more.carrier) || needs(more.carrier, from)) continue;
            Full both{full.carrier | more.carrier, full.pairs | more.pairs};
            if (point_[middle] < 0) {
                add_full(from, to, both);
            } else {
                both.carrier.set(point_[middle]);
                add_half(from, to, {both, point_[middle]});
            }
        }
    }
}

template <int W>
template <class Way>
bool VirtualConnections<W>::keep(std::vector<Way>& ways, const Way& way, std::size_t most) {
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

template <int W>
void VirtualConnections<W>::add_full(int one, int two, const Full& full) {
    auto& known = pair(one, two);
    if (known.full.empty()) joined_[one].push_back(two), joined_[two].push_back(one);
    if (!keep(known.full, full, most_full)) return;
    std::erase_if(known.half, [&](const auto& half) { return within(full.carrier, half.carrier); });
    news_.push_back({one, two, full});
}

template <int W>
void VirtualConnections<W>::add_half(int one, int two, const Half& half) {
    auto& known = pair(one, two);
    for (const auto& full : known.full)
        if (within(full.carrier, half.carrier)) return;
    const bool goals = std::max(one, two) == other_goal;
    if (!keep(known.half, half, goals ? most_goal_half : most_half)) return;
    const auto halves = known.half;
    join_halves(one, two, halves, halves.size() - 1, half.carrier, half.carrier, 1);
}

template <int W>
void VirtualConnections<W>::join_halves(int one, int two, const std::vector<Half>& halves, std::size_t before,
                                        const Bits<W>& shared, const Bits<W>& all, int joined) {
    for (std::size_t i = 0; i < before; ++i) {
        const auto still = shared & halves[i].carrier;
        if (still == shared) continue;
        const auto wider = all | halves[i].carrier;
        if (still.none()) {
            add_full(one, two, {wider, wider.count() == 2 ? names_->name(wider) : 0});
        } else if (joined + 1 < most_joined) {
            join_halves(one, two, halves, i, still, wider, joined + 1);
        }
    }
}

}  // namespace isthmus
