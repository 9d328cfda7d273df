// Connection on bit sets: links as shifts, chains as floods, contests (rules 2).
#pragma once

#include <vector>

#include "board/bits.hpp"
#include "rules/random.hpp"
#include "rules/types.hpp"

namespace isthmus {

// The links of one side, as shifts: each point in `from` is linked to the point `distance` away.
template <int W>
struct Links {
    struct Shift {
        int distance;
        Bits<W> from;
    };
    std::vector<Shift> shifts;

    // Adds the link from one point to another to the shift that it belongs to.
    void add(int from, int to) {
        for (auto& shift : shifts)
            if (shift.distance == to - from) return shift.from.set(from);
        shifts.push_back({to - from, Bits<W>::of(from)});
    }
    Bits<W> neighbours(const Bits<W>& of) const {
        Bits<W> near;
        for (const auto& shift : shifts) near |= (of & shift.from).moved(shift.distance);
        return near;
    }
    // All points of `within` that link to `seed` (part of `within`) through `within`. Each shift also uses what earlier
    // shifts of the same round have reached, which halves the number of rounds.
    Bits<W> chain(Bits<W> seed, const Bits<W>& within) const {
        while (true) {
            const auto before = seed;
            for (const auto& shift : shifts) seed |= (seed & shift.from).moved(shift.distance) & within;
            if (seed == before) return seed;
        }
    }
    bool joins(Bits<W> seed, const Bits<W>& goal, const Bits<W>& within) const {
        while (true) {
            if (seed.meets(goal)) return true;
            const auto before = seed;
            for (const auto& shift : shifts) seed |= (seed & shift.from).moved(shift.distance) & within;
            if (seed == before) return false;
        }
    }
};

template <int W>
struct Contest {
    Bits<W> region;
    Bits<W> goals[2][2];  // [side][from, to]

    bool won(Side side, const Bits<W>& stones, const Links<W>& links) const {
        const auto held = stones & region;
        const auto& [from, to] = goals[index(side)];
        return links.joins(held & from, to, held);
    }
    // The same, if only the chain of the last stone can have won the contest.
    bool won_by(int stone, Side side, const Bits<W>& stones, const Links<W>& links) const {
        if (!region.test(stone)) return false;
        const auto chain = links.chain(Bits<W>::of(stone), stones & region);
        const auto& [from, to] = goals[index(side)];
        return chain.meets(from) && chain.meets(to);
    }
};

// A uniformly random subset of `set` with `size` points. A fair coin decides each point. Then points are removed or
// added one by one, on average 0.4 times the square root of the set's size. By symmetry these are a uniform sample too.
template <int W>
Bits<W> random_subset(const Bits<W>& set, int size, Random& random) {
    Bits<W> chosen;
    for (int i = 0; i < W; ++i) chosen.word[i] = random.next() & set.word[i];
    int have = chosen.count();
    if (have > size) {
        for (; have > size; --have) chosen.reset(chosen.nth(random.below(have)));
    } else {
        auto rest = set.minus(chosen);
        for (int left = rest.count(); have < size; ++have, --left) {
            const int point = rest.nth(random.below(left));
            rest.reset(point);
            chosen.set(point);
        }
    }
    return chosen;
}

}  // namespace isthmus
