// Combines ways to win single contests into ways to win as many as the game requires. Ways are compatible if their
// carriers share no point, or only whole pairs of points, which both ways use alike.
#pragma once

#include "knowledge/connections/virtual_connections.hpp"

namespace isthmus {

template <int W>
class MajorityWays {
public:
    using Full = typename VirtualConnections<W>::Full;
    using Ways = typename VirtualConnections<W>::Ways;

    // The possibilities of one side that must still win a number of the open contests. With one contest, they are those
    // of its ways.
    struct Outlook {
        bool full = false;   // it wins even if the opponent moves; then only the carrier is also set
        Bits<W> keys;        // the points on which its move wins
        Bits<W> everywhere;  // if it moves: the empty points that every known way to win needs
        Bits<W> together;    // all points of some ways that have only `everywhere` in common
        Bits<W> carrier;     // of one way to win, with its key
    };

    void clear() { contests_.clear(), pairs_.clear(); }
    PointPairs<W>& pairs() { return pairs_; }
    void add(const Ways& contest) { contests_.push_back(contest); }

    Outlook outlook(int needed, const Bits<W>& empty) const {
        Outlook found{false, {}, empty, {}, empty};
        sets_of_full(0, none, needed, {{}, 0}, [&](const Bits<W>& carrier) {
            found.full = true;
            found.carrier = carrier;
            return false;
        });
        if (found.full) return found;
        for (std::size_t i = 0; i < contests_.size(); ++i)
            for (const auto& half : contests_[i].half)
                sets_of_full(0, i, needed - 1, half, [&](const Bits<W>& carrier) {
                    if (found.everywhere.minus(carrier).any()) found.together |= carrier;
                    if (carrier.count() < found.carrier.count()) found.carrier = carrier;
                    found.everywhere &= carrier;
                    found.keys.set(half.key);
                    return true;
                });
        return found;
    }

private:
    static constexpr auto none = static_cast<std::size_t>(-1);

    // Calls back for each combination of `taken` with full ways of different contests, from `next` on and without
    // `except`, that are compatible with it and with each other. Ends when the callback returns false.
    template <class Function>
    bool sets_of_full(std::size_t next, std::size_t except, int ways, const Full& taken, Function&& found) const {
        if (ways == 0) return found(taken.carrier);
        for (auto i = next; i < contests_.size(); ++i) {
            if (i == except) continue;
            for (const auto& [carrier, pairs] : contests_[i].full) {
                const auto shared = carrier & taken.carrier;
                if (shared.any() && shared.minus(pairs_.points(pairs & taken.pairs)).any()) continue;
                const Full both{taken.carrier | carrier, taken.pairs | pairs};
                if (!sets_of_full(i + 1, except, ways - 1, both, found)) return false;
            }
        }
        return true;
    }

    std::vector<Ways> contests_;
    PointPairs<W> pairs_;
};

}  // namespace isthmus
