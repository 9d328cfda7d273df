// Thinning: shrinks a fortress for as long as it serves its purpose, so that the proof needs fewer positions.
#pragma once

#include <numeric>

#include "solve/fortress.hpp"

namespace isthmus {

// Drops sets of own stones in groups. A group is all sets that contain the same few stones, or a single set. Sets that
// share stones are few moves apart and depend on each other, so they are dropped together: first all with a stone on
// some point, then all with some pair of stones, and so on. Groups with the fewest safe positions per set are tried
// first.
template <GoesRound G>
class Thinning {
public:
    Thinning(Fortress<G>& fortress, const Layers<G>& layers, Budget& budget)
        : fortress_(fortress), phase_(fortress.phase()), layers_(layers), budget_(budget) {}

    // `still(changed)`: whether the remaining fortress is enough; see Fortress::drop.
    template <class Still>
    void run(Still&& still) {
        for (int common = 1; common <= phase_.stones; ++common) drop_with(common, still);
        still(std::vector<bool>(static_cast<std::size_t>(phase_.sets()), true));
    }

private:
    // Tries groups of sets with this many stones in common. Several groups are tried at once: twice as many as before
    // after a success, half as many after a failure.
    template <class Still>
    void drop_with(int common, Still&& still) {
        const auto groups = groups_with(common);
        std::size_t from = 0, many = groups.size() / 4 + 1;
        while (from < groups.size() && budget_.spend()) {
            many = std::min(many, groups.size() - from);
            std::vector<int> sets;
            for (auto i = from; i < from + many; ++i)
                for (const int set : groups[i])
                    if (fortress_.held(set)) sets.push_back(set);
            std::sort(sets.begin(), sets.end());
            sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
            if (sets.empty() || fortress_.drop(sets, still)) {
                from += many, many *= 2;
            } else {
                if (many == 1) ++from;
                many = many / 2 + (many == 1);
            }
        }
    }
    // The groups that are not empty, those with the fewest safe positions per set first.
    std::vector<std::vector<int>> groups_with(int common) const {
        struct Group {
            std::vector<int> sets;
            double safe = 0;
            double mean() const { return safe / static_cast<double>(sets.size()); }
        };
        const auto& parts = layers_.sets(phase_.side, common).all;
        std::vector<Group> groups;
        for (int part = 0; part < parts.size(); ++part) {
            Group group;
            for (int set = 0; set < phase_.sets(); ++set) {
                if (parts[part].minus(phase_.own->all[set]).any()) continue;
                const int held = fortress_.held(set);
                if (held) group.sets.push_back(set), group.safe += held;
            }
            if (!group.sets.empty()) groups.push_back(std::move(group));
        }
        std::stable_sort(groups.begin(), groups.end(),
                         [](const auto& a, const auto& b) { return a.mean() < b.mean(); });
        std::vector<std::vector<int>> out;
        for (auto& group : groups) out.push_back(std::move(group.sets));
        return out;
    }

    Fortress<G>& fortress_;
    const MovePhase<G>& phase_;
    const Layers<G>& layers_;
    Budget& budget_;
};

}  // namespace isthmus
