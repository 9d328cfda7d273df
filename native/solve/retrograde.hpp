// Retrograde analysis of games that can go round: all positions with so many stones at once, from those that are
// decided back to those that lead there. What no such way decides, both seats can keep undecided for ever.
//
// Positions have no past here. They lie in layers by the stones of who moves and of the opponent; a placement leads to
// another layer for good, any other turn is *quiet* and can be taken back by a quiet turn of the same side. Colours are
// exchanged so that White moves; of equal images of its stones one is kept. A position takes one byte.
#pragma once

#include <deque>
#include <memory>

#include "rules/turns.hpp"
#include "solve/claim.hpp"
#include "solve/stone_sets.hpp"

namespace isthmus {

// `room`: where stones of a colour may stand; `may_stand`: whether a set of them may, and so any part of it; `sound`:
// whether all stones of a state do. `standing`: a state with these stones that may come after another one, its past
// forgotten. Quiet turns have to be such as can be taken back.
template <class G>
concept GoesRound = Remembers<G> && requires(const G& g, const typename G::State& s, Side side, int count) {
                                        g.room(side);
                                        { g.may_stand(s.stones[0]) } -> std::same_as<bool>;
                                        { g.sound(s) } -> std::same_as<bool>;
                                        {
                                            g.standing(s, s.stones[0], s.stones[1], side)
                                        } -> std::same_as<typename G::State>;
                                        { g.layer_turns(s, count, count) } -> std::same_as<LayerTurns>;
                                        { G::going_round_draws } -> std::convertible_to<bool>;
                                    };

// What is known of a position for the side that moves: decided after so many ranks, each of which leads to lower ones
// or to layers with more stones; odd ranks are won, even ones lost.
struct Rank {
    static constexpr std::uint8_t undecided = 0, most = 253, none = 255;  // none: not a position of a game that goes on
    std::uint8_t number = undecided;
    bool won() const { return number != none && number % 2; }
    bool lost() const { return number != undecided && number % 2 == 0; }
};

template <GoesRound G>
class Retrograde {
public:
    using State = typename G::State;
    using Stones = std::remove_cvref_t<decltype(State{}.stones[0])>;

    // For what may come after a state.
    Retrograde(const G& game, const State& root, const std::vector<BoardSymmetry>& symmetries, Budget& budget)
        : game_(game), root_(root), budget_(budget) {
        const auto counts = static_cast<std::size_t>(game.ids().cells + 1);
        layers_.resize(counts * counts);
        sets_.resize(2 * counts);
        PointMap same(Stones::capacity, -1);
        game.room(Side::Black).each([&](int point) { same[point] = point; });
        game.room(Side::White).each([&](int point) { same[point] = point; });
        turns_.push_back(same);
        for (const auto& symmetry : symmetries) {
            auto to = same;
            for (int cell = 0; cell < game.ids().cells; ++cell) {
                const auto& grid = game.board().grid();
                to[grid.point(cell)] = grid.point(symmetry.to[cell]);
            }
            if (!symmetry.swaps) turns_.push_back(to);
            if (symmetry.swaps && swap_.empty()) swap_ = to;
        }
    }

    // About how many positions have to be looked at, a byte each; `too_many` if that is far more than `most`, or if no
    // symmetry exchanges the colours.
    double positions(double most) {
        if (swap_.empty()) return too_many;
        const int own = root_.stones[index(root_.side)].count(),
                  others = root_.stones[index(other(root_.side))].count();
        // Who moves next has the other stones, if an unfinished turn has placed one already.
        need(game_.mid_turn(root_) ? Counts{others, own} : Counts{own, others});
        for (const auto& [whites, blacks] : needed_)
            if (std::max(choices(Side::White, whites), choices(Side::Black, blacks)) > most_choices) return too_many;
        double sum = 0;
        for (const auto& counts : needed_) sum += size(counts);
        return sum > worth_counting * most ? too_many : sum;
    }
    static constexpr double worth_counting = 64;
    static constexpr double too_many = 1e18;

    // Decides all positions, once they were counted; false if the budget is spent, more positions are needed than there
    // is room for after all, or a way to a win is too long.
    bool run(double most) {
        room_ = most;
        for (int stones = game_.ids().cells; stones >= 0; --stones)
            while (const auto counts = unsolved(stones))
                if (!decide(*counts)) return false;
        return true;
    }

    // Of a state at the start of a turn, with colours settled and the game going on; what came before is forgotten.
    Rank rank(const State& state) const { return {*slot(state)}; }

    // In a state as above: of all that the side to move could have, with as many stones, against these of the other
    // side, the part with which it wins.
    double peril(const State& state) const {
        const Side mover = state.side;
        const auto& movers = sets(mover, state.stones[index(mover)].count()).all;
        const auto& waiting = state.stones[index(other(mover))];
        double positions = 0, won = 0;
        State changed = state;
        for (int set = 0; set < movers.size(); ++set) {
            if (movers[set].meets(waiting)) continue;
            changed.stones[index(mover)] = movers[set];
            const auto found = rank(changed);
            if (found.number == Rank::none) continue;
            ++positions, won += found.won();
        }
        return positions > 0 ? won / positions : 0;
    }

    // Calls found(steps, after, placed) for each way to complete the turn; false ends it.
    template <class Found>
    void each_end(const State& state, Found&& found) const {
        StepSequence made;
        walk(state, made, false, found);
    }

private:
    using Counts = std::pair<int, int>;  // stones of White, who moves, and of Black
    using AllSets = StoneSets<sizeof(Stones) / 8>;
    struct Sets {
        explicit Sets(AllSets sets) : all(std::move(sets)) {}
        AllSets all;
        std::vector<int> row, first;                    // of each set; of each row the set that stands for its images
        std::vector<std::uint8_t> turn;                 // the symmetry that leads from a set to that of its row
        std::vector<std::vector<std::uint8_t>> steady;  // by row: the symmetries, but the identity, that keep its set
        std::vector<std::vector<int>> image;            // by symmetry
        std::vector<int> swapped;                       // among the sets of the other colour
    };
    struct Layer {
        std::vector<std::uint8_t> ranks;
        bool solved = false;
    };
    static constexpr double most_choices = 1 << 22;

    // Counting
    void need(Counts counts) {
        if (find(needed_, counts)) return;
        needed_.push_back(counts);
        layers_[place(counts)] = std::make_unique<Layer>();
        const auto [own, others] = counts;
        const auto turns = game_.layer_turns(root_, own, others);
        if (turns.places) need({others, own + 1});
        if (turns.stays) need({others, own});
    }
    static bool find(const std::vector<Counts>& all, Counts counts) {
        return std::find(all.begin(), all.end(), counts) != all.end();
    }
    std::size_t place(Counts counts) const {
        return static_cast<std::size_t>(counts.first * (game_.ids().cells + 1) + counts.second);
    }
    Layer& layer(Counts counts) const { return *layers_[place(counts)]; }
    double choices(Side side, int count) const { return AllSets::choices(game_.room(side).count(), count); }
    double size(Counts counts) const {
        const double rows = std::ceil(sets(Side::White, counts.first).all.size() / static_cast<double>(turns_.size()));
        return rows * sets(Side::Black, counts.second).all.size();
    }
    // The sets of a size, made when they are first asked for.
    Sets& sets(Side side, int count) const {
        auto& known = sets_[static_cast<std::size_t>(index(side) * (game_.ids().cells + 1) + count)];
        if (!known)
            known = std::make_unique<Sets>(
                AllSets(game_.room(side), count, [&](const Stones& set) { return game_.may_stand(set); }));
        return *known;
    }
    // What the symmetries make of them.
    void complete(Side side, int count) {
        auto& [all, row, first, turn, steady, images, swapped] = sets(side, count);
        if (!row.empty() || !all.size()) return;
        const auto total = static_cast<std::size_t>(all.size());
        row.assign(total, -1), turn.assign(total, 0), images.assign(turns_.size(), std::vector<int>(total));
        for (int set = 0; set < all.size(); ++set) {
            for (std::size_t i = 0; i < turns_.size(); ++i) images[i][set] = all.number(image(all[set], turns_[i]));
            swapped.push_back(sets(other(side), count).all.number(image(all[set], swap_)));
        }
        for (int set = 0; set < all.size(); ++set) {
            std::size_t least = 0;
            for (std::size_t i = 1; i < turns_.size(); ++i)
                if (images[i][set] < images[least][set]) least = i;
            turn[set] = static_cast<std::uint8_t>(least);
            const int stands = images[least][set];
            if (stands == set) {
                row[set] = static_cast<int>(first.size());
                first.push_back(set);
                auto& keep = steady.emplace_back();
                for (std::size_t i = 1; i < turns_.size(); ++i)
                    if (images[i][set] == set) keep.push_back(static_cast<std::uint8_t>(i));
            } else {
                row[set] = row[stands];
            }
        }
    }
    // A layer with so many stones that is needed and not yet decided.
    std::optional<Counts> unsolved(int stones) const {
        for (const auto& counts : needed_)
            if (counts.first + counts.second == stones && !layer(counts).solved) return counts;
        return std::nullopt;
    }

    // Places in the layers: one for all images of a position.
    std::uint8_t* slot(Counts counts, int white, int black) const {
        const auto& whites = sets(Side::White, counts.first);
        const auto& blacks = sets(Side::Black, counts.second);
        const auto row = static_cast<std::size_t>(whites.row[white]);
        const int turned = blacks.image[whites.turn[white]][black];
        int column = turned;
        for (const auto i : whites.steady[row]) column = std::min(column, blacks.image[i][turned]);
        return &layer(counts)
                    .ranks[row * static_cast<std::size_t>(blacks.all.size()) + static_cast<std::size_t>(column)];
    }
    std::uint8_t* slot(const State& state) const {
        const int black = state.stones[0].count(), white = state.stones[1].count();
        const auto& blacks = sets(Side::Black, black);
        const auto& whites = sets(Side::White, white);
        const int b = blacks.all.number(state.stones[0]), w = whites.all.number(state.stones[1]);
        return state.side == Side::White ? slot({white, black}, w, b)
                                         : slot({black, white}, blacks.swapped[b], whites.swapped[w]);
    }
    State standing(Counts counts, int white, int black) const {
        return game_.standing(root_, sets(Side::Black, counts.second).all[black],
                              sets(Side::White, counts.first).all[white], Side::White);
    }

    // Deciding
    bool decide(Counts counts) {
        std::vector<Counts> together{counts};
        const Counts answered{counts.second, counts.first};
        if (answered != counts && find(needed_, answered)) together.push_back(answered);
        for (std::size_t i = 0; i < together.size(); ++i) {
            bool quiet = false;
            if (!allot(together[i]) || !first_look(together[i], quiet)) return false;
            if (!quiet || find(together, answered)) continue;
            // A blocked side passes to a layer that was not counted, and perhaps to more of them.
            need(answered);
            together.push_back(answered);
            for (int stones = game_.ids().cells; stones > counts.first + counts.second; --stones)
                while (const auto later = unsolved(stones))
                    if (!decide(*later)) return false;
        }
        for (int rank = 1;; ++rank) {
            bool any = false;
            for (const auto& one : together)
                if (!spread(one, static_cast<std::uint8_t>(rank), any)) return false;
            if (!any && rank > 1) break;
            if (rank == Rank::most) return false;
        }
        for (const auto& one : together) layer(one).solved = true;
        return true;
    }
    bool allot(Counts counts) {
        for (const int count : {counts.first, counts.second})
            for (const Side side : {Side::Black, Side::White}) {
                if (choices(side, count) > most_choices) return false;
                complete(side, count);
            }
        auto& ranks = layer(counts).ranks;
        const auto& whites = sets(Side::White, counts.first);
        const auto needed = whites.first.size() * static_cast<std::size_t>(sets(Side::Black, counts.second).all.size());
        if (static_cast<double>(needed) > room_ * 1.1 + static_cast<double>(ranks.size())) return false;
        room_ -= static_cast<double>(needed) - static_cast<double>(ranks.size());
        ranks.assign(needed, Rank::none);
        return true;
    }
    // What shows without quiet turns: wins and losses at once, or by a placement.
    bool first_look(Counts counts, bool& quiet) {
        const auto& whites = sets(Side::White, counts.first);
        const auto& blacks = sets(Side::Black, counts.second);
        auto* place = layer(counts).ranks.data();
        for (const int white : whites.first)
            for (int black = 0; black < blacks.all.size(); ++black, ++place) {
                if (whites.all[white].meets(blacks.all[black]) || place != slot(counts, white, black)) continue;
                if (!budget_.spend()) return false;
                const State state = standing(counts, white, black);
                if (game_.over(state)) continue;
                bool open = false, won = false;
                each_end(state, [&](const StepSequence&, const State& after, bool placed) {
                    const bool over = game_.over(after);
                    quiet |= !placed && !over;
                    if (over || placed) {
                        const auto found = over ? ended(after) : rank(after);
                        won = found.lost();
                        open |= !found.won();
                    } else {
                        open = true;
                    }
                    return !won;
                });
                *place = won ? 1 : open ? Rank::undecided : 2;
            }
        return true;
    }
    // The end of a game as a rank for who would move: lost, as a rule.
    Rank ended(const State& after) const {
        const auto winner = game_.outcome(after)->winner;
        if (!winner) return {Rank::undecided};
        return {static_cast<std::uint8_t>(*winner == after.side ? 1 : 2)};
    }
    // What follows for the positions before those of a rank.
    bool spread(Counts counts, std::uint8_t rank, bool& any) {
        const auto& whites = sets(Side::White, counts.first);
        const auto& blacks = sets(Side::Black, counts.second);
        const auto& others = sets(Side::White, counts.second).all;
        const Counts before{counts.second, counts.first};
        const bool quietly = find(needed_, before) && !layer(before).ranks.empty();
        const auto& ranks = layer(counts).ranks;
        for (std::size_t place = 0; place < ranks.size(); ++place) {
            if (ranks[place] != rank) continue;
            any = true;
            if (!quietly) continue;
            if (!budget_.spend()) return false;
            const int white = whites.first[place / blacks.all.size()];
            const int black = static_cast<int>(place % blacks.all.size());
            // The opponent, who has just made a quiet turn, takes it back.
            const int mover = blacks.swapped[black], waiting = whites.swapped[white];
            const State back = standing(before, mover, waiting);
            each_quiet(back, [&](const State& earlier) {
                auto* found = slot(before, others.number(earlier.stones[1]), waiting);
                if (*found != Rank::undecided) return;
                const bool lost = rank % 2;  // for who made that turn, if it has no better one
                if (!lost || all_lose(game_.standing(root_, earlier.stones[0], earlier.stones[1], Side::White)))
                    *found = static_cast<std::uint8_t>(rank + 1);
            });
        }
        return true;
    }
    bool all_lose(const State& state) const {
        bool all = true;
        each_end(state, [&](const StepSequence&, const State& after, bool) {
            all = (game_.over(after) ? ended(after) : rank(after)).won();
            return all;
        });
        return all;
    }
    // A list of steps while this lives; they are kept, so that it stops allocating.
    class Borrowed {
    public:
        explicit Borrowed(const Retrograde& from) : from_(from) {
            if (from.buffers_.size() == from.borrowed_) from.buffers_.emplace_back();
            steps = &from.buffers_[from.borrowed_++];
        }
        ~Borrowed() { --from_.borrowed_; }
        Borrowed(const Borrowed&) = delete;
        Borrowed& operator=(const Borrowed&) = delete;
        StepList* steps;

    private:
        const Retrograde& from_;
    };
    // Calls found(after) for each quiet turn of White after which the game goes on, from a state at the start of a
    // turn.
    template <class Found>
    void each_quiet(const State& state, Found&& found) const {
        const Borrowed borrowed(*this);
        auto& steps = *borrowed.steps;
        game_.steps(state, steps);
        for (const Step step : steps) {
            if (game_.ids().is_cell(step)) continue;
            const State after = applied(state, step);
            if (!game_.over(after)) found(after);
        }
    }
    State applied(const State& state, Step step) const {
        State after = state;
        game_.apply(after, step);
        game_.history(after).clear();
        return after;
    }
    template <class Found>
    bool walk(const State& state, StepSequence& made, bool placed, Found&& found) const {
        const Borrowed borrowed(*this);
        auto& steps = *borrowed.steps;
        game_.steps(state, steps);
        for (const Step step : steps) {
            const State after = applied(state, step);
            const bool places = placed || game_.ids().is_cell(step);
            made.push_back(step);
            const bool on = !game_.over(after) && game_.mid_turn(after) ? walk(after, made, places, found)
                                                                        : found(made, after, places);
            made.pop_back();
            if (!on) return false;
        }
        return true;
    }

    const G& game_;
    State root_;
    Budget& budget_;
    std::vector<PointMap> turns_;  // symmetries that leave the colours, the identity first
    PointMap swap_;                // one that exchanges them
    std::vector<Counts> needed_;
    std::vector<std::unique_ptr<Layer>> layers_;  // by place
    mutable std::vector<std::unique_ptr<Sets>> sets_;
    mutable std::deque<StepList> buffers_;  // references stay good while it grows
    mutable std::size_t borrowed_ = 0;
    double room_ = 0;
};

}  // namespace isthmus
