// Layers: all positions of a game that can go round, grouped by their numbers of stones, with one byte for each.
//
// Positions have no past here. A layer is given by the numbers of stones of the side to move and of the other side. A
// placement leads to another layer, from which no turn leads back. Any other turn is *quiet*: a quiet turn of the same
// side can take it back. Colours are exchanged if necessary, so that White moves. Of White's sets of stones that are
// images of each other, only one is kept.
#pragma once

#include <memory>
#include <optional>

#include "rules/game.hpp"
#include "solve/solution.hpp"
#include "solve/stone_sets.hpp"

namespace isthmus {

// A game in which going round is a draw, and no past forbids a turn. A turn is one step, and quiet turns can be taken
// back. `room`: the points where stones of a colour may stand. `may_stand`: whether a set of stones is allowed; then so
// are all its subsets. `sound`: whether all stones of a state are allowed. `standing`: a state with these stones that
// can follow another state, without its past. `targets`: the points to which a stone of a set may move.
template <class G>
concept GoesRound = Remembers<G> && requires(const G& g, const typename G::State& s, Side side, int count) {
                                        g.room(side);
                                        { g.may_stand(s.stones[0]) } -> std::same_as<bool>;
                                        { g.sound(s) } -> std::same_as<bool>;
                                        {
                                            g.standing(s, s.stones[0], s.stones[1], side)
                                        } -> std::same_as<typename G::State>;
                                        g.targets(s.stones, side, count);
                                        { g.layer_turns(s, count, count) } -> std::same_as<LayerTurns>;
                                    };

template <GoesRound G>
class Layers {
public:
    using State = typename G::State;
    using Stones = std::remove_cvref_t<decltype(State{}.stones[0])>;
    using Counts = std::pair<int, int>;  // stones of White, which is to move, and of Black
    using AllSets = StoneSets<sizeof(Stones) / 8>;
    struct Sets {
        explicit Sets(AllSets sets) : all(std::move(sets)) {}
        AllSets all;
        std::vector<int> row, first;                    // the row of each set; the set that represents each row
        std::vector<std::uint8_t> turn;                 // by set: the symmetry that maps it to its row's set
        std::vector<std::vector<std::uint8_t>> steady;  // by row: the symmetries that fix its set, without the identity
        std::vector<std::vector<int>> image;            // by symmetry, then set
        std::vector<int> swapped;                       // the image among the sets of the other colour
    };
    struct Layer {
        std::vector<std::uint8_t> ranks;  // by rows: the first set of each of White's rows, with all sets of Black's
        bool solved = false;
    };

    // Covers every position that can follow a state at the start of a turn.
    Layers(const G& game, const State& root, const std::vector<BoardSymmetry>& symmetries) : game_(game), root_(root) {
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

    // The number of positions in all needed layers, roughly. `too_many` if it is far more than `most`, or if no
    // symmetry exchanges the colours.
    double positions(double most) {
        if (swap_.empty()) return too_many;
        need({root_.stones[index(root_.side)].count(), root_.stones[index(other(root_.side))].count()});
        for (const auto& [whites, blacks] : needed_)
            if (std::max(choices(Side::White, whites), choices(Side::Black, blacks)) > most_choices) return too_many;
        double sum = 0;
        for (const auto& counts : needed_) sum += size(counts);
        return sum > worth_counting * most ? too_many : sum;
    }
    static constexpr double worth_counting = 64;
    static constexpr double too_many = 1e18;

    // Marks a layer as needed, and all layers to which its turns lead.
    void need(Counts counts) {
        if (is_needed(counts)) return;
        needed_.push_back(counts);
        layers_[place(counts)] = std::make_unique<Layer>();
        const auto [own, others] = counts;
        const auto turns = game_.layer_turns(root_, own, others);
        if (turns.places) need({others, own + 1});
        if (turns.stays) need({others, own});
    }
    bool is_needed(Counts counts) const { return std::find(needed_.begin(), needed_.end(), counts) != needed_.end(); }
    // A needed layer with this many stones that is not solved yet.
    std::optional<Counts> unsolved(int stones) const {
        for (const auto& counts : needed_)
            if (counts.first + counts.second == stones && !layer(counts).solved) return counts;
        return std::nullopt;
    }
    // The layer must be needed.
    Layer& layer(Counts counts) const { return *layers_[place(counts)]; }

    // Allocates the places of a layer with one rank, and takes their bytes from the room. False if there is too little
    // room.
    bool allot(Counts counts, std::uint8_t rank, double& room) {
        for (const int count : {counts.first, counts.second})
            for (const Side side : {Side::Black, Side::White}) {
                if (choices(side, count) > most_choices) return false;
                complete(side, count);
            }
        auto& ranks = layer(counts).ranks;
        const auto& whites = sets(Side::White, counts.first);
        const auto needed = whites.first.size() * static_cast<std::size_t>(sets(Side::Black, counts.second).all.size());
        if (static_cast<double>(needed) > room * 1.1 + static_cast<double>(ranks.size())) return false;
        room -= static_cast<double>(needed) - static_cast<double>(ranks.size());
        ranks.assign(needed, rank);
        return true;
    }

    // The sets of a size, made on first use. Their images under the symmetries exist once a layer with that many stones
    // is allocated.
    Sets& sets(Side side, int count) const {
        auto& known = sets_[static_cast<std::size_t>(index(side) * (game_.ids().cells + 1) + count)];
        if (!known)
            known = std::make_unique<Sets>(
                AllSets(game_.room(side), count, [&](const Stones& set) { return game_.may_stand(set); }));
        return *known;
    }
    // The place in a layer that a position shares with all its images, given the numbers of its sets, or a state.
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
    // White to move.
    State standing(Counts counts, int white, int black) const {
        return game_.standing(root_, sets(Side::Black, counts.second).all[black],
                              sets(Side::White, counts.first).all[white], Side::White);
    }

private:
    static constexpr double most_choices = 1 << 22;

    std::size_t place(Counts counts) const {
        return static_cast<std::size_t>(counts.first * (game_.ids().cells + 1) + counts.second);
    }
    double choices(Side side, int count) const { return AllSets::choices(game_.room(side).count(), count); }
    double size(Counts counts) const {
        const double rows = std::ceil(sets(Side::White, counts.first).all.size() / static_cast<double>(turns_.size()));
        return rows * sets(Side::Black, counts.second).all.size();
    }
    // Computes the images of the sets under the symmetries.
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

    const G& game_;
    State root_;
    std::vector<PointMap> turns_;  // the symmetries that keep the colours, the identity first
    PointMap swap_;                // one that exchanges them
    std::vector<Counts> needed_;
    std::vector<std::unique_ptr<Layer>> layers_;  // by place
    mutable std::vector<std::unique_ptr<Sets>> sets_;
};

}  // namespace isthmus
