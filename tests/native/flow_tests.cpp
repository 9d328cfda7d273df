// Tests of the current-flow evaluators: circuits against a dense solve, duality and symmetry, and claimed proofs
// against the rules. Prints a line for each test and exits with 1 at the first failure.
#include <numeric>

#include "check.hpp"
#include "games/bridgit.hpp"
#include "games/hex.hpp"
#include "games/quadrant_hex.hpp"
#include "games/quadrant_trellis.hpp"
#include "knowledge/bridgit/bundle.hpp"
#include "knowledge/hex/bundle.hpp"
#include "knowledge/quadrant_hex/bundle.hpp"
#include "knowledge/quadrant_trellis/bundle.hpp"
#include "knowledge/trellis/bundle.hpp"
#include "knowledge/trinidad/bundle.hpp"

namespace isthmus {
namespace {

bool close(double one, double two, double tolerance) {
    return std::abs(one - two) <= tolerance * std::max({1.0, std::abs(one), std::abs(two)});
}

// Potentials by Gauss-Jordan elimination with pivoting, in doubles; each row is a node's current balance.
std::vector<double> dense_potentials(std::vector<std::vector<double>> rows) {
    const std::size_t count = rows.size();
    for (std::size_t k = 0; k < count; ++k) {
        std::size_t pivot = k;
        for (std::size_t i = k; i < count; ++i)
            if (std::abs(rows[i][k]) > std::abs(rows[pivot][k])) pivot = i;
        std::swap(rows[k], rows[pivot]);
        for (std::size_t i = 0; i < count; ++i) {
            if (i == k) continue;
            const double factor = rows[i][k] / rows[k][k];
            for (std::size_t j = k; j <= count; ++j) rows[i][j] -= factor * rows[k][j];
        }
    }
    std::vector<double> potentials;
    for (std::size_t k = 0; k < count; ++k) potentials.push_back(rows[k][count] / rows[k][k]);
    return potentials;
}

void circuits_agree_with_a_dense_solve() {
    Random random(1);
    const float values[] = {0, 0.001f, 1, 1000};
    for (int round = 0; round < 200; ++round) {
        const int nodes = 2 + random.below(50), band = 1 + random.below(std::min(nodes - 1, 20));
        const CircuitShape shape(nodes, band);
        Circuit circuit(shape);
        auto& conductors = circuit.conductors();
        std::vector<std::vector<double>> rows(nodes, std::vector<double>(nodes + 1));
        for (int one = 0; one < nodes; ++one) {
            for (int two = one + 1; two < nodes && two <= one + band; ++two) {
                const float value = two == one + 1 ? 1 : values[random.below(4)];
                conductors[shape.slot(one, two)] = value;
                rows[one][one] += value, rows[two][two] += value;
                rows[one][two] -= value, rows[two][one] -= value;
            }
            const float source = one == 0 ? 1 : values[random.below(4)];
            const float sink = one == nodes - 1 ? 1 : values[random.below(4)];
            conductors[shape.slot(one, CircuitShape::source)] = source;
            conductors[shape.slot(one, CircuitShape::sink)] = sink;
            rows[one][one] += source + sink;
            rows[one][nodes] = source;
        }
        const auto sinks = std::vector<float>(conductors.begin() + shape.sink_slots(), conductors.end());
        const auto potentials = dense_potentials(rows);
        double whole = 0;
        for (int node = 0; node < nodes; ++node) whole += potentials[node] * sinks[node];
        CHECK(close(circuit.solve(), whole, 1e-4));
        for (int node = 0; node < nodes; ++node) CHECK(close(circuit.potential(node), potentials[node], 1e-4));
    }
}

template <class G>
auto evaluate(const G& game, const auto& evaluator, const typename G::State& state) {
    auto scratch = evaluator.scratch();
    Random random(1);
    StepList steps;
    game.steps(state, steps);
    Evaluation answer;
    const Leaf<G> leaf{&state, &steps, &answer};
    evaluator.evaluate(std::span(&leaf, 1), scratch, random);
    return std::pair{steps, answer};
}

// An image of a square board under which Black's goals become White's; `turn` maps (row, column).
template <class G>
void swapping_sides_negates_the_value(const G& game, const auto& evaluator, const Grid& grid, auto&& turn) {
    const auto image = [&](int cell) {
        const auto [row, column] = turn(grid.row(grid.point(cell)), grid.column(grid.point(cell)));
        return grid.cell(grid.at(row, column));
    };
    Random random(2);
    StepList steps;
    for (int round = 0; round < 30; ++round) {
        auto state = game.initial();
        for (int left = random.below(game.ids().cells * 2 / 3); left > 0 && !game.over(state); --left) {
            game.steps(state, steps);
            game.apply(state, steps[random.below(static_cast<int>(steps.size()))]);
        }
        if (game.over(state) || game.mid_turn(state)) continue;
        auto snapshot = game.snapshot(state);
        std::swap(snapshot.stones[0], snapshot.stones[1]);
        for (auto& stones : snapshot.stones)
            for (auto& cell : stones) cell = static_cast<Cell>(image(cell));
        snapshot.side = other(snapshot.side);
        snapshot.opening.first_holds = static_cast<std::int8_t>(1 - snapshot.opening.first_holds);
        snapshot.counters.clear();
        const auto turned = game.restore(snapshot);
        const auto [before_steps, before] = evaluate(game, evaluator, state);
        const auto [after_steps, after] = evaluate(game, evaluator, turned);
        CHECK(close(before.black, -after.black, 2e-3));
        CHECK(before.winner.has_value() == after.winner.has_value());
        const auto sum = [](const auto& weights) { return std::accumulate(weights.begin(), weights.end(), 0.0f); };
        for (std::size_t i = 0; i < before_steps.size(); ++i) {
            if (!game.ids().is_cell(before_steps[i])) continue;
            const auto at = std::lower_bound(after_steps.begin(), after_steps.end(), image(before_steps[i]));
            CHECK(at != after_steps.end());
            CHECK(close(before.weights[i] / sum(before.weights),
                        after.weights[at - after_steps.begin()] / sum(after.weights), 2e-3));
        }
    }
}

template <class G>
bool wins_this_turn(const G& game, const typename G::State& state) {
    StepList steps;
    game.steps(state, steps);
    const Side side = game.to_act(state).side;
    return std::any_of(steps.begin(), steps.end(), [&](Step step) {
        auto after = state;
        game.apply(after, step);
        if (game.over(after)) return game.outcome(after)->winner == side;
        return game.mid_turn(after) && wins_this_turn(game, after);
    });
}

// Whether the opponent can win in the next turn, however the side finishes this one.
template <class G>
bool loses_next_turn(const G& game, const typename G::State& state, Side side) {
    if (game.over(state)) return game.outcome(state)->winner != side;
    if (game.to_act(state).side != side) return wins_this_turn(game, state);
    StepList steps;
    game.steps(state, steps);
    return std::all_of(steps.begin(), steps.end(), [&](Step step) {
        auto after = state;
        game.apply(after, step);
        return loses_next_turn(game, after, side);
    });
}

// Every win in one turn and every loss in the next is found. No step is wrongly dropped or called a win. There is no
// winner before the colours are chosen.
template <class G>
void proofs_hold(const G& game, const auto& evaluator, int games) {
    Random random(3);
    for (int round = 0; round < games; ++round) {
        auto state = game.initial();
        while (!game.over(state)) {
            const auto [steps, answer] = evaluate(game, evaluator, state);
            const Side side = game.to_act(state).side;
            const float top = *std::max_element(answer.weights.begin(), answer.weights.end());
            CHECK(top > 0 && std::abs(answer.black) <= 1);
            if (game.opening(state).under_way()) {
                CHECK(!answer.winner && std::count(answer.weights.begin(), answer.weights.end(), 0.0f) == 0);
            } else {
                const bool wins = wins_this_turn(game, state);
                if (wins) CHECK(answer.winner == side);
                if (!wins && loses_next_turn(game, state, side)) CHECK(answer.winner == other(side));
                for (std::size_t i = 0; i < steps.size(); ++i) {
                    auto after = state;
                    game.apply(after, steps[i]);
                    if (wins && answer.weights[i] == top)
                        CHECK(game.over(after) || (game.mid_turn(after) && wins_this_turn(game, after)));
                    if (!wins && answer.weights[i] == 0) CHECK(answer.winner || loses_next_turn(game, after, side));
                }
            }
            game.apply(state, steps[random.below(static_cast<int>(steps.size()))]);
        }
    }
}

Parameters parameters(int size, int pie, int stones_per_turn = 2, int separation = 3) {
    return Parameters({{"size", size}, {"pie", pie}, {"stones_per_turn", stones_per_turn}, {"separation", separation}});
}

// The map for people. The current into a point equals the current out. The predicted effect of one more stone equals
// the value with that stone.
template <class G>
void maps_hold(const G& game, const auto& evaluator) {
    Random random(4);
    StepList steps;
    for (int round = 0; round < 10; ++round) {
        auto state = game.initial();
        for (int left = random.below(game.ids().cells / 2); left > 0 && !game.over(state); --left) {
            game.steps(state, steps);
            game.apply(state, steps[random.below(static_cast<int>(steps.size()))]);
        }
        const auto map = evaluator.flow_map(state, true);
        for (std::size_t i = 0; i < map.size(); ++i) {
            for (const auto& side : map[i].sides)
                for (const auto* ends : {&side.entering, &side.leaving}) {
                    double sum = 0;
                    for (const auto& [cell, share] : *ends) sum += share;
                    CHECK(ends->empty() || close(sum, 1, 1e-9));
                }
            for (int side = 0; side < 2; ++side) {
                const auto& changed = map[i].with_stone[side];
                const auto cell = static_cast<std::size_t>(random.below(static_cast<int>(changed.size())));
                if (std::isnan(changed[cell])) continue;
                auto snapshot = game.snapshot(state);
                auto& stones = snapshot.stones[side];
                stones.insert(std::lower_bound(stones.begin(), stones.end(), cell), static_cast<Cell>(cell));
                CHECK(close(evaluator.flow_map(game.restore(snapshot), false)[i].ahead, changed[cell], 1e-9));
            }
        }
    }
}

#define WITH(space, given, ...)                                           \
    space::build(given, [&](const auto& game) {                           \
        Tuning tuning;                                                    \
        using G = std::remove_cvref_t<decltype(game)>;                    \
        const auto knowledge = space::Bundle<G>::evaluator(game, tuning); \
        __VA_ARGS__;                                                      \
        return 0;                                                         \
    })

void all_swap() {
    const auto across = [](int row, int column) { return std::pair{column, row}; };
    WITH(hex, parameters(7, 0), swapping_sides_negates_the_value(game, knowledge, Grid(7, 7), across));
    WITH(quadrant_hex, parameters(8, 0), swapping_sides_negates_the_value(game, knowledge, Grid(8, 8), across));
    WITH(bridgit, parameters(5, 0), swapping_sides_negates_the_value(game, knowledge, game.facts().grid, across));
    const auto quarter = [](int row, int column) { return std::pair{column, 8 - row}; };
    WITH(trellis, parameters(9, 0), swapping_sides_negates_the_value(game, knowledge, Grid(9, 9), quarter));
    WITH(quadrant_trellis, parameters(9, 0), swapping_sides_negates_the_value(game, knowledge, Grid(9, 9), quarter));
}

void all_maps() {
    WITH(hex, parameters(5, 0), maps_hold(game, knowledge));
    WITH(quadrant_hex, parameters(6, 0), maps_hold(game, knowledge));
    WITH(bridgit, parameters(4, 0), maps_hold(game, knowledge));
    WITH(trellis, parameters(7, 0), maps_hold(game, knowledge));
    WITH(quadrant_trellis, parameters(9, 0), maps_hold(game, knowledge));
    WITH(trinidad, Parameters({{"size", 3}, {"pie", 0}, {"initial", 1}}), maps_hold(game, knowledge));
}

void all_proofs() {
    WITH(hex, parameters(4, 1), proofs_hold(game, knowledge, 60));
    WITH(bridgit, parameters(4, 0), proofs_hold(game, knowledge, 60));
    WITH(quadrant_hex, parameters(6, 0), proofs_hold(game, knowledge, 10));
    WITH(quadrant_trellis, parameters(9, 1), proofs_hold(game, knowledge, 4));
    WITH(trellis, parameters(5, 0, 1), proofs_hold(game, knowledge, 20));
    WITH(trellis, parameters(5, 3), proofs_hold(game, knowledge, 10));
    WITH(trellis, parameters(5, 0, 2, 1), proofs_hold(game, knowledge, 10));
}

}  // namespace
}  // namespace isthmus

int main() {
    using namespace isthmus;
    return run_tests({
        {"circuits agree with a dense solve", circuits_agree_with_a_dense_solve},
        {"swapping the sides negates the value and maps the weights", all_swap},
        {"maps of the currents add up, with one more stone too", all_maps},
        {"claimed proofs hold", all_proofs},
    });
}
