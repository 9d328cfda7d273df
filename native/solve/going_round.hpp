// GoingRound: applies the results of retrograde analysis to a real game, with its opening and its past, and writes the
// proofs.
#pragma once

#include <deque>
#include <unordered_map>

#include "solve/closed_set.hpp"

namespace isthmus {

// The least and the greatest possible result for a seat: -1 lost, 0 drawn, 1 won.
struct Bounds {
    int least = -1;
    int most = 1;
};

template <GoesRound G>
class GoingRound {
public:
    using State = typename G::State;

    // Covers every position that can follow a state in which the game is not over.
    GoingRound(const G& game, const State& root, const std::vector<BoardSymmetry>& symmetries, Budget& budget)
        : game_(game),
          root_(root),
          free_(root),
          seat_(game.to_act(root).seat),
          table_(game, root, symmetries, budget),
          budget_(budget) {
        game_.history(free_).clear();
    }

    // The number of positions to examine, roughly, at one byte each. 0 if retrograde analysis would not help, or if the
    // number is far more than `most`.
    double positions(double most) { return game_.sound(root_) ? table_.positions(most) : 0; }
    // Examines them all; false if that could not be completed.
    bool run(double most) {
        room_ = most;
        return table_.run(most);
    }

    // The bounds for the seat to act in the root state.
    Bounds bounds() {
        Bounds all{-1, -1};
        table_.each_turn(free_, [&](Step, const State& after) {
            const auto [least, most] = bounds(after, seat_);
            all = {std::max(all.least, least), std::max(all.most, most)};
            return true;
        });
        // A position that has already occurred twice may turn the way to a win into a draw.
        if (repeated_past()) all = {std::min(all.least, 0), std::max(all.most, 0)};
        return all;
    }
    // A turn that achieves `least`.
    StepSequence turn(int least) { return {best(free_, {seat_, least == 0})}; }

    // The proof that a claim is true; none if there is no room for the lines. The proof of a win keeps the past of the
    // root. In other proofs turns may lead to any line, earlier ones too.
    std::optional<Certificate> certificate(const Claim& claim, std::size_t most_lines) {
        lines_.clear(), order_.clear(), waiting_.clear(), numbers_.clear();
        number(free_);
        closed_.reset();
        if (claim.or_draw && after_opening(free_) && ClosedSet<G>::bytes(table_.positions(room_)) <= room_) {
            closed_.emplace(game_, free_, table_, claim.seat, budget_);
            if (!closed_->found()) closed_.reset();
        }
        for (std::size_t line = 0; line < lines_.size(); ++line) {
            const State state = state_of(line);
            if (lines_.size() > most_lines || !budget_.spend()) return std::nullopt;
            budget_.line_written();
            CertificateLine found;
            if (game_.to_act(state).seat == claim.seat) {
                const Step step = best(state, claim);
                State after = state;
                game_.apply(after, step);
                game_.history(after).clear();
                found.turns = {{{step}, number(after)}};
            } else {
                table_.each_turn(state, [&](Step step, const State& after) {
                    found.turns.push_back({{step}, number(after)});
                    return true;
                });
            }
            lines_[line] = std::move(found);
        }
        Certificate out{claim, std::move(lines_), claim.or_draw};
        if (!claim.or_draw) sort(out.lines);
        return out;
    }

private:
    // The position of a line that is not written yet.
    struct Place {
        std::remove_cvref_t<decltype(State{}.stones[0])> black, white;
        Side side;
        Opening opening;
    };

    bool repeated_past() const {
        State copy = root_;
        const auto past = game_.history(copy).all();
        return std::adjacent_find(past.begin(), past.end()) != past.end();
    }
    Bounds bounds(const State& state, Seat seat) {
        if (game_.over(state)) {
            const auto winner = winning_seat(game_, state);
            const int result = !winner ? 0 : *winner == seat ? 1 : -1;
            return {result, result};
        }
        const auto acts = game_.to_act(state).seat;
        if (game_.opening(state).under_way()) return in_opening(state, seat, acts);
        const auto rank = table_.rank(state);
        if (rank.won() || rank.lost()) {
            const int result = rank.won() == (acts == seat) ? 1 : -1;
            return {result, result};
        }
        return {0, 0};
    }
    Bounds in_opening(const State& state, Seat seat, Seat acts) {
        const bool own = acts == seat;
        const auto [place, is_new] = opening_.try_emplace(game_.key(state) * 2 + (seat == Seat::First));
        if (!is_new) return place->second;
        Bounds all = own ? Bounds{-1, -1} : Bounds{1, 1};
        table_.each_turn(state, [&](Step step, const State& after) {
            const bool goes_on = game_.ids().is_cell(step) || game_.ids().is_take(step) || game_.over(after);
            const auto [least, most] = goes_on ? bounds(after, seat) : Bounds{};
            all = own ? Bounds{std::max(all.least, least), std::max(all.most, most)}
                      : Bounds{std::min(all.least, least), std::min(all.most, most)};
            return true;
        });
        return opening_[game_.key(state) * 2 + (seat == Seat::First)] = all;
    }

    // A turn that keeps a claim true. For a win, the turn that wins fastest. To avoid a loss, a turn that ends the game
    // if there is one, or else one that leads to a position already in the proof.
    Step best(const State& state, const Claim& claim) {
        std::optional<Step> found;
        int least = 0;
        table_.each_turn(state, [&](Step step, const State& after) {
            if (!keeps(after, claim)) return true;
            int cost = 0;
            if (game_.over(after)) {
                cost = -1;
            } else if (!claim.or_draw) {
                cost = after_opening(after) ? table_.rank(after).number : 0;
            } else if (!numbers_.contains(game_.key(after))) {
                cost = 1;
            }
            if (!found || cost < least) found = step, least = cost;
            return !game_.over(after);
        });
        return *found;
    }
    bool keeps(const State& after, const Claim& claim) {
        if (closed_) return closed_->holds(after);
        return bounds(after, claim.seat).least >= (claim.or_draw ? 0 : 1);
    }
    bool after_opening(const State& state) const { return !game_.opening(state).under_way(); }

    // The line of a state at the start of a turn, or `over`.
    std::int64_t number(const State& state) {
        if (game_.over(state)) return CertificateLine::over;
        const auto next = static_cast<std::int64_t>(lines_.size());
        const auto [place, is_new] = numbers_.try_emplace(game_.key(state), next);
        if (is_new) {
            lines_.emplace_back();
            waiting_.push_back({state.stones[0], state.stones[1], state.side, game_.opening(state)});
            const auto stones = state.stones[0].count() + state.stones[1].count();
            const bool ranked = after_opening(state) && lines_.size() > 1;
            order_.push_back(stones * 1024 + (ranked ? 512 - table_.rank(state).number : 0));
        }
        return place->second;
    }
    State state_of(std::size_t line) {
        const auto place = waiting_.front();
        waiting_.pop_front();
        if (line == 0) return free_;
        State state = game_.standing(root_, place.black, place.white, place.side);
        state.opening = place.opening;
        return state;
    }
    // In the proof of a win, lines lead only to later lines. Lines with fewer stones come first, and among these the
    // ones farther from the win.
    void sort(std::vector<CertificateLine>& lines) const {
        std::vector<std::int64_t> from(lines.size()), to(lines.size());
        for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<std::int64_t>(i);
        std::stable_sort(from.begin() + 1, from.end(), [&](auto a, auto b) { return order_[a] < order_[b]; });
        for (std::size_t i = 0; i < from.size(); ++i) to[from[i]] = static_cast<std::int64_t>(i);
        std::vector<CertificateLine> sorted;
        for (const auto i : from) {
            for (auto& [steps, after] : lines[i].turns)
                if (after != CertificateLine::over) after = to[after];
            sorted.push_back(std::move(lines[i]));
        }
        lines = std::move(sorted);
    }

    const G& game_;
    State root_, free_;  // with its past, and without
    Seat seat_;
    Retrograde<G> table_;
    Budget& budget_;
    double room_ = 0;
    std::unordered_map<std::uint64_t, Bounds> opening_;
    // The certificate, while it is being written
    std::vector<CertificateLine> lines_;
    std::vector<int> order_;
    std::deque<Place> waiting_;
    std::unordered_map<std::uint64_t, std::int64_t> numbers_;
    std::optional<ClosedSet<G>> closed_;
};

}  // namespace isthmus
