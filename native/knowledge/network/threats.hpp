// Forced wins by threats in Network while both colours drop stones. The attacker plays only drops that threaten to
// complete a network, the defender only drops that stop all such completions. It follows the threat-space search of
// gomoku (Allis, van den Herik and Huntjens, "Go-Moku and Threat-Space Search", 1993), but searches every single reply.
#pragma once

#include "knowledge/network/near_networks.hpp"

namespace isthmus::network {

// A network that lacks one or two drops. Only a stone of the other colour on one of its cells stops it.
template <int W>
struct Lack {
    Bits<W> drops;
    Bits<W> cells;  // the drops and the empty cells between its stones
};

// Finds the networks of a colour that lack at most a given number of drops, unless there are too many chains to follow.
template <int W>
class Lacks {
public:
    explicit Lacks(const Network<W>& game) : game_(game), board_(game.board()), needed_(game.facts().network - 2) {}

    // Returns whether it found all.
    bool find(const Bits<W>& own, const Bits<W>& theirs, Side side, int drops, std::vector<Lack<W>>& found);

private:
    static constexpr int step_limit[] = {0, 20'000, 6'000};  // by drops
    static constexpr int follow_limit = 300;

    // The number of inner stones of the longest chain from the finish to each stone. It bounds what a chain can still
    // gain.
    void measure(const Camp<W>& camp);
    void follow(int point, int came, Bits<W> left, int used);

    // Extends a chain that ends on `point`, arrived at in a direction, with `used` inner stones. `cells` must have no
    // stones except the `drops`.
    void prolong(int point, int came, const Bits<W>& left, int used, int budget, const Bits<W>& drops,
                 const Bits<W>& cells);
    void report(const Bits<W>& drops, const Bits<W>& cells);

    const Network<W>& game_;
    const CellBoard<W>& board_;
    int needed_;  // inner stones
    Side side_;
    Bits<W> own_, taken_, open_, finish_, first_, second_, companions_known_;
    std::array<Bits<W>, Bits<W>::capacity> companions_;  // by first drop: where a second drop may go
    std::array<std::int8_t, Bits<W>::capacity> reach_;
    std::array<std::array<std::int16_t, 8>, Bits<W>::capacity> sight_;
    std::vector<Lack<W>>* found_;
    int follow_left_, steps_left_;
};

// The drops of a colour that threaten to complete a network, with the cells on which a reply stops all completions.
template <int W>
struct Threats {
    Bits<W> drops;
    std::array<Bits<W>, Bits<W>::capacity> stops;

    void collect(const std::vector<Lack<W>>& lacks, const Bits<W>& against) {
        drops = {};
        for (const auto& lack : lacks) {
            if (lack.cells.meets(against)) continue;
            lack.drops.each([&](int drop) {
                if (drops.test(drop)) {
                    stops[drop] &= lack.cells;
                } else {
                    drops.set(drop);
                    stops[drop] = lack.cells;
                }
            });
        }
        drops.each([&](int drop) { stops[drop].reset(drop); });
    }
};

// The search. Sound, not complete.
template <int W>
class ThreatSearch {
public:
    static constexpr int deepest = 6;

    explicit ThreatSearch(const Network<W>& game) : game_(game), lacks_(game) {}

    // The networks of a colour that lack at most a given number of drops, in a position without networks. Returns
    // whether these are all.
    bool find(const Bits<W>* stones, Side side, int drops, std::vector<Lack<W>>& found);
    // The cells where `side` must play to stop every completion of the opponent; all cells if there is no completion.
    // Nothing if there are too many to find.
    std::optional<Bits<W>> must(const Bits<W>* stones, Side side);
    // Whether `side` wins by threats on the cells `allowed`; then `step()` is the first. The side is to act and cannot
    // complete a network at once. `lacks` are its networks that lack two drops, except those stopped by stones on the
    // cells `against`.
    bool wins(const Bits<W>* stones, Side side, const std::vector<Lack<W>>& lacks, const Bits<W>& against,
              const Bits<W>& allowed, int depth, int nodes);
    int step() const { return step_; }

private:
    struct Level {
        Threats<W> threats;
        std::vector<Lack<W>> lacks;
    };

    bool attack(const Bits<W>& own, const Bits<W>& theirs, Side side, const std::vector<Lack<W>>& lacks,
                const Bits<W>& against, const Bits<W>& allowed, int depth);

    const Network<W>& game_;
    Lacks<W> lacks_;
    std::vector<Lack<W>> answers_;
    std::array<Level, deepest> levels_;
    int nodes_left_ = 0;
    int step_ = -1;
};

// The bodies ----------------------------------------------------------------------------------------------------------
template <int W>
bool Lacks<W>::find(const Bits<W>& own, const Bits<W>& theirs, Side side, int drops, std::vector<Lack<W>>& found) {
    found.clear();
    const int held = own.count();
    drops = std::min(drops, game_.facts().stones - held);
    if (drops <= 0 || held + drops < game_.facts().network) return true;
    own_ = own;
    taken_ = own | theirs;
    side_ = side;
    open_ = game_.open(own, taken_, side);
    companions_known_ = {};
    found_ = &found;
    steps_left_ = step_limit[drops];
    const Camp<W> camp(board_, side, own);
    finish_ = camp.finish;
    measure(camp);
    const auto& [first, second] = board_.goals(side);
    first_ = first;
    second_ = second;
    camp.start.each([&](int point) { prolong(point, -1, camp.inner, 0, drops, {}, {}); });
    (open_ & first).each([&](int point) {
        const auto here = Bits<W>::of(point);
        prolong(point, -1, camp.inner, 0, drops - 1, here, here);
    });
    return steps_left_ >= 0;
}

template <int W>
void Lacks<W>::measure(const Camp<W>& camp) {
    camp.inner.each([&](int point) {
        reach_[point] = -1;
        for (int direction = 0; direction < 8; ++direction)
            sight_[point][direction] = static_cast<std::int16_t>(board_.seen(point, direction, taken_));
    });
    follow_left_ = follow_limit;
    camp.finish.each([&](int point) {
        for (int direction = 0; direction < 8; ++direction) {
            const int next = board_.seen(point, direction, taken_);
            if (next >= 0 && camp.inner.test(next)) follow(next, direction, camp.inner, 0);
        }
    });
    if (follow_left_ < 0) camp.inner.each([&](int point) { reach_[point] = 100; });
}

template <int W>
void Lacks<W>::follow(int point, int came, Bits<W> left, int used) {
    if (--follow_left_ < 0) return;
    left.reset(point);
    ++used;
    reach_[point] = std::max(reach_[point], static_cast<std::int8_t>(used));
    for (int direction = 0; direction < 8; ++direction) {
        const int next = sight_[point][direction];
        if (next >= 0 && direction != came && left.test(next)) follow(next, direction, left, used);
    }
}

template <int W>
void Lacks<W>::prolong(int point, int came, const Bits<W>& left, int used, int budget, const Bits<W>& drops,
                       const Bits<W>& cells) {
    if (--steps_left_ < 0) return;
    const auto taken = taken_ | drops;
    const int at_most = used + left.count() + budget;
    for (int direction = 0; direction < 8; ++direction) {
        if (direction == came) continue;
        const int next = board_.seen(point, direction, taken);
        if (next >= 0 && own_.test(next)) {
            if (finish_.test(next)) {
                if (used >= needed_) report(drops, cells | board_.between(point, direction, next));
            } else if (left.test(next) && at_most >= needed_ && (budget > 0 || used + reach_[next] >= needed_)) {
                auto rest = left;
                rest.reset(next);
                prolong(next, direction, rest, used + 1, budget, drops, cells | board_.between(point, direction, next));
            }
        }
        if (budget == 0) continue;
        auto free = next < 0 ? board_.ray(point, direction) : board_.between(point, direction, next);
        free = (free & open_).minus(cells);
        free = used >= needed_ ? free.minus(first_) : free.minus(first_ | second_);
        free.each([&](int drop) {
            auto more = drops, crossed = cells | board_.between(point, direction, drop);
            more.set(drop);
            crossed.set(drop);
            if (second_.test(drop))
                report(more, crossed);
            else if (at_most >= needed_)
                prolong(drop, direction, left, used + 1, budget - 1, more, crossed);
        });
    }
}

template <int W>
void Lacks<W>::report(const Bits<W>& drops, const Bits<W>& cells) {
    if (drops.none()) return;
    const int one = drops.first(), two = drops.last();
    if (one != two) {
        if (!companions_known_.test(one)) {
            companions_known_.set(one);
            const auto here = Bits<W>::of(one);
            companions_[one] = game_.open(own_ | here, taken_ | here, side_);
        }
        if (!companions_[one].test(two)) return;
    }
    found_->push_back({drops, cells});
}

template <int W>
bool ThreatSearch<W>::find(const Bits<W>* stones, Side side, int drops, std::vector<Lack<W>>& found) {
    return lacks_.find(stones[index(side)], stones[index(other(side))], side, drops, found);
}

template <int W>
auto ThreatSearch<W>::must(const Bits<W>* stones, Side side) -> std::optional<Bits<W>> {
    if (!lacks_.find(stones[index(other(side))], stones[index(side)], other(side), 1, answers_)) return std::nullopt;
    auto cells = game_.board().all();
    for (const auto& lack : answers_) cells &= lack.cells;
    return cells;
}

template <int W>
bool ThreatSearch<W>::wins(const Bits<W>* stones, Side side, const std::vector<Lack<W>>& lacks, const Bits<W>& against,
                           const Bits<W>& allowed, int depth, int nodes) {
    nodes_left_ = nodes;
    return attack(stones[index(side)], stones[index(other(side))], side, lacks, against, allowed,
                  std::min(depth, deepest) - 1);
}

template <int W>
bool ThreatSearch<W>::attack(const Bits<W>& own, const Bits<W>& theirs, Side side, const std::vector<Lack<W>>& lacks,
                             const Bits<W>& against, const Bits<W>& allowed, int depth) {
    const int supply = game_.facts().stones - own.count(), reply_supply = game_.facts().stones - theirs.count();
    if (depth < 0 || supply < 2 || reply_supply < 1 || lacks.empty()) return false;
    auto& [threats, next] = levels_[depth];
    threats.collect(lacks, against);
    const auto taken = own | theirs;
    const auto replies = game_.open(theirs, taken, other(side));
    for (auto drops = threats.drops & allowed; drops.any(); drops.reset(drops.first())) {
        if (threats.stops[drops.first()].meets(replies)) continue;
        step_ = drops.first();
        return true;
    }
    if (depth == 0 || supply < 3 || reply_supply < 2) return false;
    for (auto drops = threats.drops & allowed; drops.any(); drops.reset(drops.first())) {
        if (--nodes_left_ < 0) return false;
        const int drop = drops.first();
        auto mine = own;
        mine.set(drop);
        lacks_.find(mine, theirs, side, 2, next);
        bool all = true;
        for (auto left = threats.stops[drop] & replies; all && left.any(); left.reset(left.first())) {
            const auto reply = Bits<W>::of(left.first());
            Bits<W> after[2];
            after[index(side)] = mine;
            after[index(other(side))] = theirs | reply;
            const auto needed = must(after, side);
            if (!needed) return false;
            all = needed->any() && attack(mine, theirs | reply, side, next, reply, *needed, depth - 1);
        }
        if (!all) continue;
        step_ = drop;
        return true;
    }
    return false;
}

}  // namespace isthmus::network
