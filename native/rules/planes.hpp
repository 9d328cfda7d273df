// Positions as planes of bytes, for learned evaluators and for environments: docs/design/0021-learned-evaluators.md.
//
//   PlaneSink     where a game marks its planes
//   MorePlanes    planes that do not come from the game
//   Depicts       the refinement of a game that can mark its planes
//   HasFixed      the refinement of a game that knows what is the same in all positions
//   PlacesMoves   the refinement of a game whose policy also has moves
//   OwnsLand      the refinement of a game in which a side owns more cells than those of its stones
//   Depiction     a game's planes and policy, from the point of view of the side to act
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "rules/game.hpp"
#include "rules/grid.hpp"
#include "rules/symmetry.hpp"

namespace isthmus {

// The planes that every game has. The game's own planes follow these.
enum Plane { Own, Opponent, Board, Legal, OwnGoals, OpponentGoals, Pending, first_own_plane };
inline constexpr std::array<const char*, first_own_plane> common_plane_names{
    "own", "opponent", "board", "legal", "own goals", "opponent goals", "pending"};

// The planes of one position. A game marks cells by its own numbers; the sink maps them to the view.
class PlaneSink {
public:
    // `offset` of each cell from the plane's first byte; a plane begins `stride` bytes after the one before it.
    PlaneSink(std::uint8_t* to, const std::vector<int>& offset, int stride, std::uint8_t one)
        : to_(to), offset_(offset), stride_(stride), one_(one) {}

    // The same with fewer planes: it begins with number `first`.
    PlaneSink after(int first) const { return {to_ + first * stride_, offset_, stride_, one_}; }

    void mark(int plane, int cell) { to_[plane * stride_ + offset_[cell]] = one_; }
    // A share from 0 to 1.
    void mark(int plane, int cell, double share) { to_[plane * stride_ + offset_[cell]] = byte(share); }
    template <int W>
    void mark(int plane, const Bits<W>& points, const Grid& grid) {
        points.each([&](int point) { mark(plane, grid.cell(point)); });
    }
    // Every cell, with a share from 0 to 1.
    void fill(int plane, double share = 1) {
        const auto filled = byte(share);
        for (const int offset : offset_) to_[plane * stride_ + offset] = filled;
    }

private:
    std::uint8_t byte(double share) const { return static_cast<std::uint8_t>(std::lround(share * one_)); }

    std::uint8_t* to_;
    const std::vector<int>& offset_;
    int stride_;
    std::uint8_t one_;
};

// Writes further planes, after those of the game, and judges steps. Shared by threads.
template <class G>
class MorePlanes {
public:
    virtual ~MorePlanes() = default;
    virtual int count() const = 0;
    // Into zeroed memory; the sink begins with these planes. `steps`: the legal steps; empty if the game is over.
    virtual void write(const typename G::State& state, const StepList& steps, PlaneSink& sink) const = 0;
    // The logarithms of the weights of the steps, 0 for the greatest.
    virtual void weigh(const typename G::State& state, const StepList& steps, std::vector<float>& out) const = 0;
};

// A game that can mark its planes. `write_planes` writes all except `Board` and `Legal`; unwritten planes stay 0. Own
// and opponent refer to the side to act.
template <class G>
concept Depicts = Game<G> && requires(const G& g, const typename G::State& s, PlaneSink& sink) {
                                 { g.grid() } -> std::convertible_to<const Grid&>;
                                 { g.own_plane_names() } -> std::convertible_to<std::vector<std::string>>;
                                 { g.write_planes(s, sink) } -> std::same_as<void>;
                             };

// A game that can write its planes in two parts: the marks that are the same in all positions of a side to act, and
// the others.
template <class G>
concept HasFixed = Depicts<G> && requires(const G& g, const typename G::State& s, Side side, PlaneSink& sink) {
                                     { g.write_fixed_planes(side, sink) } -> std::same_as<void>;
                                     { g.write_changing_planes(s, sink) } -> std::same_as<void>;
                                 };

// The place of a step in a policy: a plane and a cell. Steps that are cells have plane 0.
struct PolicyPlace {
    int plane;
    Cell cell;
};

// A game with special moves gives the number of planes they need, the place of each legal one (none, if the policy has
// no place for it), and its image under a symmetry.
template <class G>
concept PlacesMoves = Depicts<G> && requires(const G& g, Step move, const std::vector<Cell>& to) {
                                        { g.move_planes() } -> std::convertible_to<int>;
                                        { g.policy_place(move) } -> std::same_as<std::optional<PolicyPlace>>;
                                        { g.turned(move, to) } -> std::same_as<Step>;
                                    };

// A game in which a side also owns cells without stones, such as land. Nets learn to predict who owns what at the end.
template <class G>
concept OwnsLand = Game<G> && requires(const G& g, const typename G::State& s, Side side) {
                                  { g.owned(s, side) } -> std::same_as<std::vector<Cell>>;
                              };

// The layout of planes in memory: bytes between neighbouring rows, columns and planes.
struct PlaneLayout {
    int row, column, plane;
};

// The planes and the policy of a game in one layout, in every view. View 0 is the identity, or, if colours must be
// exchanged, the first symmetry that does so. `symmetries` must be all symmetries of the game, as in Python: with only
// some of them, the planes of a board with different links for each colour would be wrong. Const and shared by threads.
template <Depicts G>
class Depiction {
public:
    using State = typename G::State;

    Depiction(const G& game, const std::vector<BoardSymmetry>& symmetries, PlaneLayout layout, std::uint8_t one)
        : game_(game),
          layout_(layout),
          one_(one),
          planes_(first_own_plane + static_cast<int>(game.own_plane_names().size())) {
        BoardSymmetry same{{}, false};
        for (int cell = 0; cell < game.grid().cells(); ++cell) same.to.push_back(static_cast<Cell>(cell));
        views_[0].push_back(view(same));
        for (const auto& symmetry : symmetries) views_[symmetry.swaps].push_back(view(symmetry));
        if (views_[1].empty()) views_[1] = views_[0];
    }

    int planes() const { return planes_; }
    std::vector<std::string> plane_names() const {
        std::vector<std::string> names(common_plane_names.begin(), common_plane_names.end());
        for (auto& name : game_.own_plane_names()) names.push_back(std::move(name));
        return names;
    }
    int rows() const { return game_.grid().rows(); }
    int columns() const { return game_.grid().columns(); }
    int policy_planes() const {
        if constexpr (PlacesMoves<G>) return 1 + game_.move_planes();
        return 1;
    }
    // Slots of the policy: those of its planes, then stop, then pass.
    int policy_size() const { return policy_planes() * places() + 2; }
    int views(Side side) const { return static_cast<int>(views_[index(side)].size()); }

    // Writes into zeroed memory. `steps`: the legal steps. `view` is below views(the side to act).
    void write(const State& state, const StepList& steps, int view, std::uint8_t* to) const {
        auto sink = this->sink(seen(state, view), to);
        sink.fill(Plane::Board);
        mark_legal(steps, sink);
        game_.write_planes(state, sink);
    }
    // The same in two parts, in view 0: first the marks that are the same in all positions, into zeroed memory;
    // then the others.
    void write_fixed(Side side, std::uint8_t* to) const {
        auto sink = this->sink(views_[index(side)].front(), to);
        sink.fill(Plane::Board);
        if constexpr (HasFixed<G>) game_.write_fixed_planes(side, sink);
    }
    void write_changing(const State& state, const StepList& steps, std::uint8_t* to) const {
        auto sink = this->sink(seen(state, 0), to);
        mark_legal(steps, sink);
        write_changing(state, sink);
    }
    // For planes after these.
    PlaneSink more(const State& state, int view, std::uint8_t* to) const {
        return sink(seen(state, view), to).after(planes_);
    }
    // To mark in view 0.
    PlaneSink sink(Side side, std::uint8_t* to) const { return sink(views_[index(side)].front(), to); }
    // The policy's slot of a legal step; -1 for the choice of a colour, and for moves without a place.
    int slot(const State& state, Step step, int view) const {
        const auto& to = seen(state, view).to;
        const auto ids = game_.ids();
        if (ids.is_cell(step)) return place(to[step]);
        if (step == ids.stop()) return policy_planes() * places();
        if (step == ids.pass()) return policy_planes() * places() + 1;
        if constexpr (PlacesMoves<G>)
            if (step >= ids.first_move())
                if (const auto found = game_.policy_place(game_.turned(step, to)))
                    return found->plane * places() + place(found->cell);
        return -1;
    }

private:
    struct View {
        std::vector<Cell> to;
        std::vector<int> offset;
    };
    View view(const BoardSymmetry& symmetry) const {
        const Grid& grid = game_.grid();
        View out{symmetry.to, {}};
        for (const Cell cell : symmetry.to) {
            const int point = grid.point(cell);
            out.offset.push_back(grid.row(point) * layout_.row + grid.column(point) * layout_.column);
        }
        return out;
    }
    PlaneSink sink(const View& view, std::uint8_t* to) const { return {to, view.offset, layout_.plane, one_}; }
    void mark_legal(const StepList& steps, PlaneSink& sink) const {
        for (const Step step : steps) {
            if (!game_.ids().is_cell(step)) break;
            sink.mark(Plane::Legal, step);
        }
    }
    void write_changing(const State& state, PlaneSink& sink) const {
        if constexpr (HasFixed<G>)
            game_.write_changing_planes(state, sink);
        else
            game_.write_planes(state, sink);
    }
    const View& seen(const State& state, int view) const { return views_[index(game_.to_act(state).side)][view]; }
    int places() const { return rows() * columns(); }
    int place(Cell cell) const { return game_.grid().point(cell); }

    const G& game_;
    PlaneLayout layout_;
    std::uint8_t one_;
    int planes_;
    std::vector<View> views_[2];  // for Black and for White to act
};

}  // namespace isthmus
