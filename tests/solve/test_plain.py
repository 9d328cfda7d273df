"""The solver in Python agrees with the native one, and says what it cannot do."""

from __future__ import annotations

import random

import pytest

import isthmus
from isthmus import Position, SearchError, solve
from isthmus.games.hex import Hex
from isthmus.rules.placement import PlacementState
from isthmus.rules.types import Step


def late(text: str, left: int, seed: int) -> Position:
    """An unfinished position with this many empty fields, from a random game of the native core."""
    chance = random.Random(f"{text}{seed}")
    while True:
        position = isthmus.game(text).start()
        fields = len(position.game.topology)
        while position.outcome is None and fields - sum(len(position.stones(side)) for side in isthmus.Side) > left:
            position = position.step(chance.choice(position.steps()))
        if position.outcome is None:
            return position


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("hex(size=3,pie=0)", 9),
        ("hex(size=3,pie=1)", 9),
        ("hex(size=5,pie=0)", 9),
        ("bridgit(size=3,pie=0)", 13),
        ("trellis(size=5,pie=0)", 7),
        ("trellis(size=5,pie=0,stones_per_turn=1)", 9),
        ("quadrant-hex(size=6,pie=0)", 6),
        ("quadrant-trellis(size=9,pie=0)", 5),
        ("orbit(size=5,pie=0)", 6),
    ],
)
def test_it_agrees_with_the_native_solver(text: str, left: int, seed: int) -> None:
    position = late(text, left, seed)
    twin = isthmus.game(text).reference().restore_position(position.snapshot)
    native, plain = solve(position), solve(twin)
    assert plain.result == native.result
    assert plain.proved
    assert (plain.turn is None) == (native.turn is None)
    if plain.turn is not None:
        after = twin.play(plain.turn)
        if after.outcome is None:
            reached = solve(position.game.restore_position(after.snapshot))
            assert reached.winner is plain.winner
        else:
            assert after.outcome.winner is None or after.seat_of(after.outcome.winner) is plain.winner


def test_limits_end_it_and_say_so() -> None:
    start = isthmus.game("hex(size=4,pie=0)").reference().start()
    assert solve(start, nodes=100).ended_by == "nodes"
    assert solve(start, seconds=0.01).ended_by == "seconds"
    seen: list[int] = []
    stopped = solve(start, stop=lambda: len(seen) > 2, on_progress=lambda nodes, _: seen.append(nodes))
    assert (stopped.result, stopped.ended_by, stopped.turn) == ("unproved", "stop", None)
    assert seen == sorted(seen)
    with pytest.raises(SearchError, match="out of memory; try a larger memory_mb"):
        solve(isthmus.game("hex(size=5,pie=0)").reference().start(), memory_mb=1)


class Shuffling(Hex):
    """Both sides may pass as often as they like."""

    id = "shuffling"
    title = "Shuffling"
    native = False

    def steps(self, state: PlacementState) -> list[Step]:
        steps = list(super().steps(state))
        return [*steps, self.pass_step] if steps and not state.opening.choosing else steps

    def apply(self, state: PlacementState, step: Step) -> PlacementState:
        if step != self.pass_step:
            return super().apply(state, step)
        return PlacementState(state.stones, state.side.other, state.opening.turn_made())


def test_a_game_in_which_positions_recur_is_refused() -> None:
    with pytest.raises(SearchError, match=r"positions of shuffling\(.*\) recur"):
        solve(Shuffling(size=3, pie=0).start())
