// EnvironmentView<G>: what an environment shows of a position, and the step that each action means:
// docs/design/0022-environments.md. src/isthmus/rl/view.py does the same in Python.
//
// The planes are the game's, then `choosing` and `opening turns`, which show the state of the opening. In a canonical
// view the board looks as if the side to act were Black (view 0 of the planes), and actions are steps in that picture.
// Otherwise the board stays as it is, and actions are steps.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "rules/planes.hpp"

namespace isthmus {

// A game in which the legal steps are usually exactly the empty points, so that the stones alone give most planes.
template <class G>
concept FillsBoard = HasFixed<G> && requires(const G& g, const typename G::State& s, PlaneSink& sink) {
                                        { g.only_empty(s) } -> std::same_as<bool>;
                                        { g.points() } -> std::same_as<std::remove_cvref_t<decltype(s.stones[0])>>;
                                        { g.write_standing(s, sink) } -> std::same_as<void>;
                                    };

template <Depicts G>
class EnvironmentView {
public:
    using State = typename G::State;

    // `mark`: the byte of a mark. `more`: the number of planes after these, which MorePlanes writes.
    EnvironmentView(const G& game, const std::vector<BoardSymmetry>& symmetries, bool canonical, std::uint8_t mark,
                    int more)
        : game_(game),
          places_(game.grid().rows() * game.grid().columns()),
          depiction_(game, canonical ? symmetries : std::vector<BoardSymmetry>{}, {game.grid().columns(), 1, places_},
                     mark),
          canonical_(canonical),
          mark_(mark),
          planes_(depiction_.planes() + 2 + more),
          pie_(game.opening(game.initial()).turns) {
        for (int cell = 0; cell < game.ids().cells; ++cell) same_.push_back(static_cast<Cell>(cell));
        for (int side = 0; side < 2; ++side) {
            to_[side] = same_;
            if (canonical && side == index(Side::White))
                if (const auto found = std::find_if(symmetries.begin(), symmetries.end(),
                                                    [](const BoardSymmetry& symmetry) { return symmetry.swaps; });
                    found != symmetries.end())
                    to_[side] = found->to;
            back_[side].resize(to_[side].size());
            for (std::size_t cell = 0; cell < to_[side].size(); ++cell)
                back_[side][static_cast<std::size_t>(to_[side][cell])] = static_cast<Cell>(cell);
        }
        turns_ = to_[1] != same_;
        for (const Side side : {Side::Black, Side::White}) {
            fixed_[index(side)].assign(first_more(), 0);
            depiction_.write_fixed(side, fixed_[index(side)].data());
        }
    }

    int planes() const { return planes_; }
    int rows() const { return game_.grid().rows(); }
    int columns() const { return game_.grid().columns(); }
    std::size_t bytes() const { return static_cast<std::size_t>(planes_ * places_); }
    int actions() const { return game_.num_steps(); }
    std::vector<std::string> plane_names() const {
        auto names = depiction_.plane_names();
        names.insert(names.end(), {"choosing", "opening turns"});
        return names;
    }
    // Clears the planes that MorePlanes writes, and returns where they are.
    PlaneSink more(Side side, std::uint8_t* to) const {
        std::fill(to + first_more(), to + bytes(), std::uint8_t{0});
        return depiction_.sink(side, to).after(depiction_.planes() + 2);
    }

    // The action for a step; below, the step for an action that is a cell.
    Step action(const State& state, Step step) const {
        const Side side = game_.to_act(state).side;
        return turned(side, step, to_[index(side)]);
    }
    Step step(Side side, Step cell_action) const { return static_cast<Step>(back_[index(side)][cell_action]); }

    // Writes the planes of a position. `steps`: the legal steps, empty at the end. It sets every byte except those of
    // MorePlanes.
    void write(const State& state, const StepList& steps, std::uint8_t* to) const {
        const Side side = game_.to_act(state).side;
        begin(side, to);
        depiction_.write_changing(state, steps, to);
        opening_planes(state, side, to);
    }
    // Writes one byte per action: 1 if it is legal. At the end all are 1, because a mask must not be empty.
    void write_mask(const std::vector<Step>& actions, bool over, std::uint8_t* to) const {
        std::memset(to, over, static_cast<std::size_t>(this->actions()));
        for (const Step action : actions) to[action] = 1;
    }
    // The stones in the picture of a side to act.
    template <class Points>
    Points pictured(Side side, const Points& points) const {
        if (!turns(side)) return points;
        Points out{};
        points.each([&](int point) { out.set(turned_point(side, point)); });
        return out;
    }
    bool turns(Side side) const { return turns_ && side == Side::White; }
    int turned_point(Side side, int point) const {
        const Grid& grid = game_.grid();
        return grid.point(to_[index(side)][static_cast<std::size_t>(grid.cell(point))]);
    }
    // Writes planes and mask where exactly the empty points are legal. `own` and `opponent` are the stones in the
    // picture; `to` may be null.
    template <class Points>
    void write_filling(const State& state, const Points& own, const Points& opponent, std::uint8_t* to,
                       std::uint8_t* mask) const
        requires FillsBoard<G>
    {
        const Side side = game_.to_act(state).side;
        const auto empty = game_.points().minus(own | opponent);
        const Grid& grid = game_.grid();
        std::memset(mask + grid.cells(), 0, static_cast<std::size_t>(actions() - grid.cells()));
        if (grid.cells() == places_) {
            empty.bytes(mask, places_, 1);
        } else {
            std::memset(mask, 0, static_cast<std::size_t>(grid.cells()));
            empty.each([&](int point) { mask[grid.cell(point)] = 1; });
        }
        if (!to) return;
        begin(side, to);
        own.bytes(to + Plane::Own * places_, places_, mark_);
        opponent.bytes(to + Plane::Opponent * places_, places_, mark_);
        empty.bytes(to + Plane::Legal * places_, places_, mark_);
        auto sink = depiction_.sink(side, to);
        game_.write_standing(state, sink);
        opening_planes(state, side, to);
    }

private:
    std::size_t first_more() const { return static_cast<std::size_t>((depiction_.planes() + 2) * places_); }
    void begin(Side side, std::uint8_t* to) const {
        std::memcpy(to, fixed_[index(side)].data(), fixed_[index(side)].size());
    }
    void opening_planes(const State& state, Side side, std::uint8_t* to) const {
        const auto opening = game_.opening(state);
        if (!opening.under_way()) return;
        auto sink = depiction_.sink(side, to);
        if (opening.choosing()) return sink.fill(depiction_.planes());
        sink.fill(depiction_.planes() + 1, static_cast<double>(opening.turns) / pie_);
    }
    Step turned(Side side, Step step, const std::vector<Cell>& to) const {
        const auto ids = game_.ids();
        if (ids.is_cell(step)) return static_cast<Step>(to[step]);
        if (!canonical_ || side == Side::Black) return step;
        if (ids.is_take(step)) return ids.take(other(ids.taken(step)));
        if constexpr (PlacesMoves<G>)
            if (step >= ids.first_move()) return game_.turned(step, to);
        return step;
    }

    const G& game_;
    int places_;
    Depiction<G> depiction_;
    bool canonical_;
    std::uint8_t mark_;
    int planes_;
    int pie_;
    std::vector<Cell> same_, to_[2], back_[2];  // cells to cells of the picture, and back, by side to act
    bool turns_ = false;                        // White's picture differs from the board
    std::vector<std::uint8_t> fixed_[2];        // the bytes that are the same in all positions, by side to act
};

}  // namespace isthmus
