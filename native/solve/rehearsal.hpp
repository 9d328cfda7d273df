// Rehearsal: plays through a proof before it is written, several times, to find turns that reach few positions.
#pragma once

#include <limits>

#include "solve/way_in.hpp"

namespace isthmus {

// Follows all turns of the opponent, and one turn of the seat, from the start until nothing new is reached. The seat
// prefers a turn that wins, then one to a position already reached, then one to the set of own stones that it used most
// in the round before.
template <GoesRound G>
class Rehearsal {
public:
    using Place = DropPlace;
    using Reached = std::map<Place, SetRows>;  // by own set

    Rehearsal(const WayIn<G>& way_in, Budget& budget)
        : way_in_(way_in), fortress_(way_in.fortress()), phase_(fortress_.phase()), budget_(budget) {}

    // The positions reached in the best round. From each of them the seat can stay among them. None if the budget is
    // spent.
    Reached run() {
        for (int set = 0; set < phase_.sets(); ++set)
            used_[phase_.stones].push_back(fortress_.rows(false)[set].count());
        Reached best;
        std::size_t least = 0;
        for (int round = 0; round < rounds; ++round) {
            liked_ = std::exchange(used_, {});
            reached_.clear(), number_ = 0;
            play();
            if (budget_.ended()) return {};
            if (round == 0 || number_ < least) least = number_, best = std::move(reached_);
        }
        return best;
    }

private:
    static constexpr int rounds = 8;
    using Layer = typename WayIn<G>::Layer;

    void play() {
        const auto& start = way_in_.start();
        const auto at = way_in_.place(start);
        reach(at, way_in_.own(at).number(start.stones[index(phase_.side)]),
              way_in_.others(at).number(start.stones[index(other(phase_.side))]));
        const auto& order = way_in_.order();
        for (auto layer = order.rbegin(); layer != order.rend(); ++layer)
            if (const auto found = reached_.find((*layer)->at); found != reached_.end())
                for (int set = 0; set < way_in_.own((*layer)->at).size(); ++set)
                    found->second[set].each(
                        [&](int one) { found->first.acts ? turn(**layer, set, one) : answers(**layer, set, one); });
        while (!waiting_.empty()) {
            auto now = std::exchange(waiting_, {});
            for (const auto& [acts, set, one] : now) {
                if (!budget_.spend()) return;
                acts ? move(set, one) : answers(set, one);
            }
        }
    }

    // While stones are dropped: a turn of the seat, and all answers of the opponent
    void turn(const Layer& layer, int set, int one) {
        if (!layer.wins.empty())
            for (const auto& [to, after] : layer.turns[set])
                if (layer.wins[after].test(one) && layer.without[to].test(one)) return;
        const auto& safe = layer.next ? layer.next->safe : fortress_.rows(layer.then.acts);
        if (const int after = best(layer.turns[set], safe, layer.without, layer.then, one); after >= 0)
            use(layer.then, after, one);
        else if (layer.passed)
            reach(layer.passed->at, set, one);
    }
    void answers(const Layer& layer, int set, int one) {
        const auto& ours = way_in_.own(layer.at)[set];
        const auto& goes_on = layer.next ? layer.next->goes_on[set] : phase_.goes_on[set];
        bool passes = true;
        for (const auto& [to, after] : layer.turns[one]) {
            if (ours.test(to)) continue;
            passes = false;
            if (goes_on.test(after)) reach(layer.then, set, after);
        }
        if (passes && layer.passed) reach(layer.passed->at, set, one);
    }
    // With all stones dropped
    void move(int set, int one) {
        if (phase_.wins[set].test(one)) return;
        const Place then = complete(false);
        const int after = best(phase_.own_moves[set], fortress_.rows(false), phase_.without, then, one);
        if (after >= 0)
            use(then, after, one);
        else
            reach(then, set, one);  // a blocked side passes
    }
    void answers(int set, int one) {
        phase_.each_answer(set, one, [&](int after) { reach(complete(true), set, after); });
    }

    Place complete(bool acts) const { return {phase_.stones, phase_.stones, acts}; }
    // The own set after the preferred turn; -1 if no turn is safe.
    int best(const std::vector<SetTurn>& turns, const SetRows& safe, const SetRows& without, Place then, int one) {
        const auto& reached = rows(then);
        const auto& liked = liked_[then.own];
        int best = -1, most = -1;
        for (const auto& [to, after] : turns) {
            if (!safe[after].test(one) || !without[to].test(one)) continue;
            const int uses = reached[after].test(one) ? std::numeric_limits<int>::max()
                             : liked.empty()          ? 0
                                                      : liked[after];
            if (uses > most) best = after, most = uses;
        }
        return best;
    }
    SetRows& rows(Place at) {
        auto& rows = reached_[at];
        if (rows.empty()) rows.assign(way_in_.own(at).size(), SetRow(way_in_.others(at).size()));
        return rows;
    }
    void reach(Place at, int set, int one) {
        auto& row = rows(at)[set];
        if (row.test(one)) return;
        row.put(one), ++number_;
        if (at.own == phase_.stones && at.others == phase_.stones) waiting_.push_back({at.acts, set, one});
    }
    // Reaches the position after a turn of the seat.
    void use(Place at, int set, int one) {
        auto& uses = used_[at.own];
        uses.resize(static_cast<std::size_t>(way_in_.own(at).size()));
        ++uses[set];
        reach(at, set, one);
    }

    struct Waiting {
        bool acts;
        int set, one;
    };
    const WayIn<G>& way_in_;
    const Fortress<G>& fortress_;
    const MovePhase<G>& phase_;
    Budget& budget_;
    std::map<int, std::vector<int>> liked_, used_;  // by the number of own stones, then by set
    Reached reached_;
    std::size_t number_ = 0;
    std::vector<Waiting> waiting_;
};

}  // namespace isthmus
