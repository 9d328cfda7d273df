"""Exact labels and the ladder of levels."""

from __future__ import annotations

import math
from itertools import islice, pairwise

import numpy as np
import pytest
from rl_games import only_in_python

import isthmus
from isthmus import rl
from isthmus.engine.levels import LEVELS, level_player
from isthmus.errors import IllegalTurnError, SearchError
from isthmus.solve.solver import Solution


@pytest.mark.parametrize("text", ["bridgit(size=4,pie=0)", "trellis(size=5,pie=0,stones_per_turn=1)"])
def test_theory_and_the_solver_label_alike(text: str) -> None:
    for label in islice(rl.labels(text, seed=1, solver=False), 4):
        assert set(label.worth) == set(label.position.steps())
        assert label.steps
        solution = isthmus.solve(label.position, nodes=100_000)
        assert solution.result == {1: "win", -1: "loss"}[label.value]
        for step, worth in label.worth.items():
            after = label.position.step(step)
            if after.outcome is None:
                assert isthmus.solve(after, nodes=100_000).winner is (
                    label.position.seat if worth == 1 else label.position.seat.other
                )


def test_theory_labels_boards_of_any_size() -> None:
    label = next(rl.labels("bridgit(size=9,pie=0)", seed=2, solver=False))
    assert label.obs.shape[1:] == label.position.game.topology.grid_size
    assert label.regrets.shape == (label.position.game.num_steps,)
    assert np.array_equal(~np.isnan(label.regrets), label.mask == 1)
    assert all(label.regret(step) == 0 for step in label.steps)


@pytest.mark.parametrize("text", ["hex(size=4,pie=0)", "trellis(size=5,pie=0)", "network(size=6,stones=4,network=4)"])
def test_the_solver_labels_the_rest(text: str) -> None:
    for label in islice(rl.labels(text, seed=3, nodes=3000), 2):
        assert label.value == max(label.worth.values())
        assert all(label.regret(step) == label.value - worth for step, worth in label.worth.items())


def test_one_budget_of_nodes_is_for_a_position_and_all_its_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []

    def solve(position: isthmus.Position, *, nodes: int) -> Solution:
        solution = isthmus.solve(position, nodes=nodes)
        asked.append((nodes, solution.nodes))
        return solution

    monkeypatch.setattr("isthmus.rl.exact.solve", solve)
    label = next(label for label in rl.labels("hex(size=5,pie=0)", seed=3, nodes=3000) if label.value == 1)
    last = next(i for i in reversed(range(len(asked))) if asked[i][0] == 3000)
    assert len(asked) - last >= len(label.steps)
    for (given, used), (left, _) in pairwise(asked[last:]):
        assert left == given - used


def test_a_lost_position_needs_one_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[isthmus.Position] = []

    def solve(position: isthmus.Position, *, nodes: int) -> Solution:
        asked.append(position)
        return isthmus.solve(position, nodes=nodes)

    monkeypatch.setattr("isthmus.rl.exact.solve", solve)
    label = next(label for label in rl.labels("hex(size=5,pie=0)", seed=3) if label.value == -1)
    assert asked[-1] is label.position
    assert set(label.worth.values()) == {-1}


@pytest.mark.timeout(60)
def test_the_solver_is_not_asked_where_theory_is_the_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("isthmus.rl.exact.solve", lambda *_, **__: pytest.fail("asked the solver"))
    for text in ("trellis(size=19,stones_per_turn=1)", "bridgit(size=7)"):
        for label in islice(rl.labels(text), 2):
            assert label.position.seat_of("black")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"nodes": 0}, "nodes: expected 1 or more; got 0"),
        ({"nodes": "many"}, "nodes: expected a whole number"),
        ({"nodes": np.array([1, 2])}, "nodes: expected a whole number"),
        ({"nodes": None}, "nodes: expected a whole number"),
        ({"seed": 1.5}, "seed: expected a whole number"),
        ({"solver": "no"}, "solver: expected True or False"),
        ({"canonical": 0}, "canonical: expected True or False"),
    ],
)
def test_bad_arguments_of_labels_are_named_at_once(settings: dict[str, object], said: str) -> None:
    with pytest.raises(SearchError, match=said):
        rl.labels("hex(size=4)", **settings)


def test_the_same_seed_gives_the_same_labels() -> None:
    first, again, other = (
        [label.position for label in islice(rl.labels("bridgit(size=4)", seed=seed), 3)] for seed in (1, 1, 2)
    )
    assert first == again != other


def test_labels_of_a_large_board_come_from_the_part_that_the_solver_can_prove() -> None:
    """After failures positions are drawn from later in the games, so the first label does not take 200 failures."""
    made = [len(label.position.snapshot.stones[0]) for label in islice(rl.labels("hex(size=9)", seed=1, nodes=200), 5)]
    assert len(made) == 5


def test_labels_say_where_nothing_is_known() -> None:
    with pytest.raises(SearchError, match="only in Python"):
        rl.labels(only_in_python())
    with pytest.raises(SearchError, match="no label for any of 200 positions"):
        next(rl.labels("hex(size=5,pie=0)", solver=False))


def test_a_level_is_rated_near_itself() -> None:
    game = isthmus.game("hex(size=5,pie=0)")
    rating = rl.ladder(level_player(game, 2, seed=1), game, games=16)
    assert sum(games for _, games in rating.results.values()) == 16
    assert rating.low <= rating.elo <= rating.high
    assert (rating.measured, rating.games) == (True, 16)
    assert "Elo above level 1" in str(rating)


def test_a_weak_policy_is_rated_below_the_levels_and_a_strong_one_above_it() -> None:
    game = isthmus.game("hex(size=5,pie=0)")
    weak = rl.ladder(lambda _, mask: mask * np.arange(mask.shape[1]), game, games=8)
    strong = rl.ladder(level_player(game, 5, seed=1), game, games=8)
    assert weak.high < strong.low
    assert weak.low == float("-inf")
    assert math.isnan(weak.elo)  # the games do not say how weak it is
    assert str(weak).startswith(f"at most {weak.high:+.0f} Elo above level 1; ")


def test_a_policy_may_name_actions() -> None:
    rating = rl.ladder(lambda _, mask: mask.argmax(axis=1), "bridgit(size=3,pie=1)", games=2)
    assert sum(games for _, games in rating.results.values()) == 2


def test_numbers_of_illegal_actions_do_not_matter() -> None:
    for worst in (np.nan, np.inf):
        rating = rl.ladder(lambda _, mask, worst=worst: np.where(mask, -np.inf, worst), "hex(size=3)", games=2)
        assert sum(games for _, games in rating.results.values()) == 2


def test_a_policy_may_be_rated_against_chosen_levels_alone() -> None:
    game = isthmus.game("hex(size=5,pie=0)")
    rating = rl.ladder(level_player(game, 1, seed=1), game, games=6, levels=[3, 2])
    assert set(rating.results) <= {2, 3}
    assert sum(games for _, games in rating.results.values()) == 6
    assert list(rating.anchors) == [2, 3]


@pytest.mark.parametrize("levels", [[], [0], [3, 13], ["level3"], 6, "6", [[6]], [6.5], np.array([6, 99])])
def test_bad_levels_are_named(levels: list[object]) -> None:
    with pytest.raises(SearchError, match="levels: expected some of 1 to 12"):
        rl.ladder(lambda _, mask: mask, "hex(size=4)", games=2, levels=levels)


def test_a_game_without_measured_levels_has_their_mean() -> None:
    game = only_in_python()
    rating = rl.ladder(lambda _, mask: mask, game, games=2)
    assert not rating.measured
    assert list(rating.anchors) == [level.number for level in LEVELS]


def test_bad_policies_are_named() -> None:
    with pytest.raises(SearchError, match="expected an action \\[1\\]"):
        rl.ladder(lambda *_: np.zeros((2, 2)), "hex(size=4)", games=2)
    with pytest.raises(IllegalTurnError, match="is not legal"):
        rl.ladder(lambda *_: [999], "hex(size=4)", games=2)
    with pytest.raises(IllegalTurnError, match="action: expected a whole number"):
        rl.ladder(lambda *_: [7.7], "hex(size=4)", games=2)
    with pytest.raises(SearchError, match="policy: expected a number for each legal action; got NaN"):
        rl.ladder(lambda _, mask: mask * np.nan, "hex(size=4)", games=2)
    with pytest.raises(SearchError, match="policy: expected an array; setting"):
        rl.ladder(lambda *_: [[1], [1, 2]], "hex(size=4)", games=2)
    with pytest.raises(SearchError, match="seed: expected a whole number"):
        rl.ladder(lambda _, mask: mask, "hex(size=4)", games=2, seed="x")
    with pytest.raises(SearchError, match="policy: expected real numbers; got complex128"):
        rl.ladder(lambda _, mask: mask * 1j, "hex(size=4)", games=2)
    for max_steps in (0, -1, "x", None):
        with pytest.raises(SearchError, match="max_steps: expected a whole number"):
            rl.ladder(lambda _, mask: mask, "hex(size=4)", games=2, max_steps=max_steps)
    with pytest.raises(SearchError, match="games: expected 2 or more"):
        rl.ladder(lambda _, mask: mask, "hex(size=4)", games=1)
    with pytest.raises(SearchError, match="expected a function"):
        rl.ladder(3, "hex(size=4)")
