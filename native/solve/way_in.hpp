// WayIn: how a seat gets into a fortress while stones are dropped.
#pragma once

#include <map>

#include "solve/thinning.hpp"

namespace isthmus {

// The stones of the seat and of the opponent, and whether the seat acts.
struct DropPlace {
    int own, others;
    bool acts;
    auto operator<=>(const DropPlace&) const = default;
};

// The positions from which the seat gets into the fortress, for every number of stones on the way there. They are
// decided from the last drop back to the first, with the same rows of bits as in the fortress.
template <GoesRound G>
class WayIn {
public:
    using State = typename G::State;
    using Stones = typename Layers<G>::Stones;
    using Place = DropPlace;

    // The positions with these numbers of stones. Rows are by own set.
    struct Layer {
        Place at;
        Place then;                     // after a turn
        const Layer* next = nullptr;    // the layer of that place; null: all stones are dropped
        const Layer* passed = nullptr;  // after a pass of a blocked side; null: unknown, and treated as unsafe
        SetTurns turns;                 // of the side that acts, by its sets
        SetRows without;                // by point, if the seat acts: the opponent's sets without it
        SetRows goes_on, wins;          // the game is not over; the seat has just won by a drop, by the set after it
        SetRows safe;
        std::vector<bool> changed;  // by row, when it was last decided
    };

    // Begins at a state at the start of a turn, after the choice of colours and without a past.
    WayIn(const G& game, const State& start, const Layers<G>& layers, const Fortress<G>& fortress)
        : game_(game), start_(start), side_(fortress.phase().side), layers_(layers), fortress_(fortress) {
        need(place(start));
    }

    // Whether the start leads into the fortress. `changed`: whether the fortress has changed since the last call, by
    // own set; only what follows from that is computed.
    bool leads_in(const std::vector<bool>& changed) {
        decide(changed);
        const auto at = place(start_);
        const auto layer = on_the_way_.find(at);
        const auto& rows = layer == on_the_way_.end() ? fortress_.rows(at.acts) : layer->second.safe;
        return rows[own(at).number(start_.stones[index(side_)])].test(
            others(at).number(start_.stones[index(other(side_))]));
    }

    // The layers, each after those that follow it.
    const std::vector<Layer*>& order() const { return order_; }
    const Fortress<G>& fortress() const { return fortress_; }
    const State& start() const { return start_; }
    Place place(const State& state) const {
        return {state.stones[index(side_)].count(), state.stones[index(other(side_))].count(), state.side == side_};
    }
    const auto& own(Place at) const { return layers_.sets(side_, at.own).all; }
    const auto& others(Place at) const { return layers_.sets(other(side_), at.others).all; }

private:
    int all_stones() const { return fortress_.phase().stones; }
    bool complete(Place at) const { return at.own == all_stones() && at.others == all_stones(); }
    // Whether the side that acts still drops stones.
    bool drops(Place at) const { return (at.acts ? at.own : at.others) < all_stones(); }
    Place after_turn(Place at) const {
        return {at.own + (at.acts && drops(at)), at.others + (!at.acts && drops(at)), !at.acts};
    }
    State standing(Place at, int own_set, int other_set) const {
        const auto &ours = own(at)[own_set], &theirs = others(at)[other_set];
        const bool white = side_ == Side::White;
        return game_.standing(start_, white ? theirs : ours, white ? ours : theirs, at.acts ? side_ : other(side_));
    }

    // Prepares a layer and all layers that follow it, which are decided before it.
    const Layer* need(Place at) {
        if (complete(at)) return nullptr;
        const auto [known, is_new] = on_the_way_.try_emplace(at);
        auto& layer = known->second;
        if (!is_new) return &layer;
        layer.at = at;
        const Place after = layer.then = after_turn(at);
        layer.next = need(after);
        const Side acting = at.acts ? side_ : other(side_);
        const auto& sets = at.acts ? own(at) : others(at);
        layer.turns = drops(at) ? placements_of(game_, acting, sets, at.acts ? own(after) : others(after))
                                : moves_of(game_, acting, sets);
        layer.without = sets_without(others(at), Layers<G>::Stones::capacity);
        for (int set = 0; set < own(at).size(); ++set) {
            SetRow goes_on = apart(layer, own(at)[set]);
            const SetRow both = goes_on;
            both.each([&](int one) {
                if (game_.over(standing(at, set, one))) goes_on.take(one);
            });
            layer.goes_on.push_back(std::move(goes_on));
        }
        if (at.acts && drops(at)) find_wins(layer);
        layer.safe.assign(layer.goes_on.size(), SetRow(others(at).size()));
        layer.changed.assign(layer.goes_on.size(), true);
        if (someone_is_blocked(layer)) {
            const Place passed{at.own, at.others, !at.acts};
            const auto* there = need(passed);
            if (std::find(order_.begin(), order_.end(), there) != order_.end()) layer.passed = there;
        }
        order_.push_back(&layer);
        return &layer;
    }
    // The opponent's sets that share no point with an own one.
    SetRow apart(const Layer& layer, const Stones& ours) const {
        SetRow row(others(layer.at).size());
        for (int set = 0; set < others(layer.at).size(); ++set) row.put(set);
        ours.each([&](int point) { row.keep(layer.without[point]); });
        return row;
    }
    // A drop opens no line, so it completes no network of the opponent. A move might, so wins by moves are left out
    // here.
    void find_wins(Layer& layer) const {
        const Place after = layer.then;
        const auto& goes_on = layer.next ? layer.next->goes_on : fortress_.phase().goes_on;
        for (int set = 0; set < own(after).size(); ++set) {
            SetRow ended = apart(layer, own(after)[set]), wins(others(after).size());
            ended.remove(goes_on[set]);
            ended.each([&](int one) {
                if (game_.outcome(standing(after, set, one))->winner == side_) wins.put(one);
            });
            layer.wins.push_back(std::move(wins));
        }
    }
    // The positions in which the seat acts and must pass.
    SetRow blocked(const Layer& layer, int set) const {
        SetRow row = layer.goes_on[set];
        for (const auto& turn : layer.turns[set]) row.remove(layer.without[turn.to]);
        return row;
    }
    bool someone_is_blocked(const Layer& layer) const {
        bool found = false;
        for (int set = 0; set < own(layer.at).size() && !found; ++set) {
            if (layer.at.acts) {
                found = !blocked(layer, set).none();
            } else {
                const auto& ours = own(layer.at)[set];
                layer.goes_on[set].each([&](int one) {
                    const auto& turns = layer.turns[one];
                    found |= std::all_of(turns.begin(), turns.end(), [&](auto turn) { return ours.test(turn.to); });
                });
            }
        }
        return found;
    }

    void decide(const std::vector<bool>& changed) {
        for (auto* layer : order_) {
            const auto& next = layer->next ? layer->next->safe : fortress_.rows(!layer->at.acts);
            const auto& next_changed = layer->next ? layer->next->changed : changed;
            for (int set = 0; set < own(layer->at).size(); ++set) {
                bool is_due = layer->passed && layer->passed->changed[set];
                if (layer->at.acts)
                    for (const auto& turn : layer->turns[set]) is_due |= next_changed[turn.set];
                else
                    is_due |= next_changed[set];
                layer->changed[set] = false;
                if (!is_due) continue;
                auto row = layer->at.acts ? with_a_turn(*layer, next, set) : with_all_turns(*layer, next[set], set);
                layer->changed[set] = row != layer->safe[set];
                layer->safe[set] = std::move(row);
            }
        }
    }
    SetRow with_a_turn(const Layer& layer, const SetRows& next, int set) const {
        SetRow row(others(layer.at).size());
        for (const auto& turn : layer.turns[set]) {
            row.add(next[turn.set], layer.without[turn.to]);
            if (!layer.wins.empty()) row.add(layer.wins[turn.set], layer.without[turn.to]);
        }
        if (layer.passed) row.add(layer.passed->safe[set], blocked(layer, set));
        row.keep(layer.goes_on[set]);
        return row;
    }
    SetRow with_all_turns(const Layer& layer, const SetRow& next, int set) const {
        SetRow row(others(layer.at).size());
        const auto& ours = own(layer.at)[set];
        layer.goes_on[set].each([&](int one) {
            bool can_turn = false, safe = true;
            for (const auto& turn : layer.turns[one]) {
                if (ours.test(turn.to)) continue;
                can_turn = true;
                if (safe = next.test(turn.set); !safe) break;
            }
            if (!can_turn) safe = layer.passed && layer.passed->safe[set].test(one);
            if (safe) row.put(one);
        });
        return row;
    }

    const G& game_;
    State start_;
    Side side_;
    const Layers<G>& layers_;
    const Fortress<G>& fortress_;
    std::map<Place, Layer> on_the_way_;
    std::vector<Layer*> order_;
};

}  // namespace isthmus
