// Perfect play in Trellis with one stone a turn, from any position. Apart from the mirror rule it is a switching game;
// docs/design/0008-switching-games.md.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "games/trellis.hpp"
#include "knowledge/contract.hpp"
#include "knowledge/switching/owners.hpp"
#include "knowledge/switching/pairing.hpp"
#include "knowledge/switching/switching.hpp"

namespace isthmus::trellis {

// Home squares are vertices, including those that are half outside the board; the ones beyond a goal side are one
// vertex (rules 2.1).
inline SwitchingGraph graph(int size, Side side) {
    SwitchingGraph graph;
    std::vector<int> number((size + 1) * (size + 1), -1);
    // By the lower-left corner, from -1; White's goals are left and right.
    const auto square = [&](int row, int column) {
        const int along = side == Side::Black ? row : column;
        if (along < 0) return SwitchingGraph::start;
        if (along == size - 1) return SwitchingGraph::goal;
        int& known = number[(row + 1) * (size + 1) + column + 1];
        if (known < 0) known = graph.vertices++;
        return known;
    };
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column) {
            // Opposite squares around a point have the same colour.
            if (home_of(row, column, size) == side)
                graph.ends.push_back({square(row - 1, column - 1), square(row, column)});
            else
                graph.ends.push_back({square(row - 1, column), square(row, column - 1)});
        }
    return graph;
}

// Decides whether the mirror rule could ever forbid an answer that a waiting winner needs.
class MirrorDanger {
public:
    explicit MirrorDanger(int size, int forbidden_streak = MirrorRule::forbidden_streak)
        : size_(size), forbidden_streak_(forbidden_streak), rule_(size) {}

    // Whether it is certain that a waiting winner never needs an answer that the rule forbids.
    bool avoided(const ContractedGraph& graph, const Trees& trees, const MirrorRule::Streaks& streaks) const {
        if (few_images({trees}, streaks)) return true;
        const auto no_images = [this](Cell one, Cell two) { return place(one) != place(two); };
        for (const int end : {graph.goal(), graph.start()}) {
            const Gathering gathering(graph, end, no_images);
            if (gathering.complete() && few_images(gathering.blocks(), streaks)) return true;
        }
        return false;
    }

    // Answers never leave the trees of a block, and a mirroring answer uses up two cells in it that are images of each
    // other. So a streak cannot grow by more than the number of such pairs.
    bool few_images(const std::vector<Trees>& blocks, const MirrorRule::Streaks& streaks) const {
        MirrorRule::Streaks every;
        every.fill(MirrorRule::forbidden_streak - 1);
        std::array<int, MirrorRule::symmetries> pairs{};
        std::vector<int> block_of(size_ * size_);
        int number = 0;
        for (const Trees& block : blocks) {
            ++number;
            for (const auto& tree : block)
                for (const Cell cell : tree) block_of[cell] = number;
            for (const auto& tree : block)
                for (const Cell cell : tree) {
                    const auto images = rule_.banned(every, TurnStones::of(cell));
                    for (int g = 0; g < MirrorRule::symmetries; ++g)
                        pairs[g] += images[g].cell[0] != cell && block_of[images[g].cell[0]] == number;
                }
        }
        for (int g = 0; g < MirrorRule::symmetries; ++g) {
            const bool quarter_turn = g == 1 || g == 2;  // the others exchange two cells, so both were counted
            if (streaks[g] + (quarter_turn ? pairs[g] : pairs[g] / 2) >= forbidden_streak_) return false;
        }
        return true;
    }

private:
    // Equal for two points if and only if some symmetry of the board maps one to the other.
    std::pair<int, int> place(Cell cell) const {
        const int row = std::abs(2 * (cell / size_) - size_ + 1), column = std::abs(2 * (cell % size_) - size_ + 1);
        return std::minmax(row, column);
    }
    int size_, forbidden_streak_;
    MirrorRule rule_;
};

// Const and shared by threads. With two stones a turn there is no theory, and no answer.
template <int W>
class TrellisTheory {
public:
    using G = Trellis<W>;
    explicit TrellisTheory(const G& game) : game_(game) {
        auto one_stone = game.initial();
        game.apply(one_stone, 0);
        if (game.mid_turn(one_stone)) return;  // a turn has two stones
        const int size = game.grid().rows();
        theory_.emplace(graph(size, Side::Black), graph(size, Side::White));
        danger_.emplace(size);
    }
    std::optional<PerfectPlay> operator()(const typename G::State& s, const Looks& looks = {}) const {
        if (!theory_ || s.opening.turns) return std::nullopt;
        if (game_.over(s)) return PerfectPlay{static_cast<Side>(s.winner), true, {}, {}, true};
        if (s.opening.choosing()) return chosen(s);
        const auto owners = detail::owners(game_.grid(), s.stones);
        const auto verdict = theory_->decide(owners, s.side);
        if (verdict.winner == s.side) return won(s, verdict.winning, looks);
        const bool proved = safe(owners, verdict.winner, verdict.trees, s);
        return PerfectPlay{verdict.winner, proved, {}, verdict.trees, proved};
    }

private:
    // The most steps to prove, at a few milliseconds each on the largest board.
    static constexpr std::ptrdiff_t most_tried = 2;

    // The winner is to choose.
    std::optional<PerfectPlay> chosen(const typename G::State& s) const {
        auto after = s;
        game_.apply(after, game_.ids().take(Side::Black));
        auto play = (*this)(after);
        if (!play) return play;
        play->winning_steps = {game_.ids().take(play->winner)};
        play->all_proved = play->proved;
        return play;
    }
    // The winner is to place: the first provable step, if any, of the legal steps that keep the win.
    std::optional<PerfectPlay> won(const typename G::State& s, const std::vector<Cell>& winning,
                                   const Looks& looks) const {
        StepList legal;
        game_.steps(s, legal);
        PerfectPlay play{s.side, false, {}, {}, false};
        for (const Cell cell : winning)
            if (std::binary_search(legal.begin(), legal.end(), static_cast<Step>(cell)))
                play.winning_steps.push_back(static_cast<Step>(cell));
        // Unknown: the mirror rule forbids all steps of theory.
        if (play.winning_steps.empty()) return std::nullopt;
        sort_by_looks(game_, s, looks, play.winning_steps);
        auto first = play.winning_steps.begin();
        const auto proved_by = [&](const Step& step) { return after(s, step, play); };
        const auto last = first + std::min<std::ptrdiff_t>(most_tried, play.winning_steps.end() - first);
        const auto proved = std::find_if(first, last, proved_by);
        play.proved = proved != last;
        if (play.proved) {
            std::rotate(first, proved, proved + 1);
        } else {
            after(s, *first, play);  // for its trees
        }
        play.all_proved = play.proved && play.winning_steps.size() == 1;
        return play;
    }
    // Whether the winner provably wins after a step, and the trees that prove it.
    bool after(const typename G::State& s, Step step, PerfectPlay& play) const {
        auto next = s;
        game_.apply(next, step);
        const auto owners = detail::owners(game_.grid(), next.stones);
        play.trees = *theory_->waiting_win(owners, s.side);
        return safe(owners, s.side, play.trees, next);
    }
    bool safe(const SwitchingGame::Owners& owners, Side winner, const Trees& trees, const typename G::State& s) const {
        const ContractedGraph graph(theory_->graph(winner), owners, winner);
        return graph.joined() || danger_->avoided(graph, trees, s.streaks[index(winner)]);
    }

    const G& game_;
    std::optional<SwitchingGame> theory_;
    std::optional<MirrorDanger> danger_;
};

}  // namespace isthmus::trellis
