"""Both cores match the counts frozen in tests/perft, and every built-in game has such a file."""

from __future__ import annotations

from itertools import takewhile

import pytest

from isthmus.cli.commands.counting import count
from isthmus.games import BUILT_IN
from isthmus.rules.native import NativeCore
from perft import FOLDER, frozen, position_of

CASES = [(kind.id, *line) for kind in BUILT_IN for line in frozen(kind.id)]
SLOW = 3_000
"""The Python rules count up to this number."""


@pytest.mark.parametrize(("game_id", "text", "turns", "counts"), CASES, ids=[f"{case[1]}-{case[2]}" for case in CASES])
def test_native_counts(game_id: str, text: str, turns: bool, counts: list[int]) -> None:
    position = position_of(text)
    assert isinstance(position.game.core, NativeCore)
    found = [count(position, depth, by_turns=turns) for depth in range(1, len(counts) + 1)]
    assert found == counts


@pytest.mark.parametrize(("game_id", "text", "turns", "counts"), CASES, ids=[f"{case[1]}-{case[2]}" for case in CASES])
def test_reference_counts(game_id: str, text: str, turns: bool, counts: list[int]) -> None:
    native = position_of(text)
    game = native.game.reference()
    start = game.restore_position(native.snapshot)
    small = list(takewhile(lambda number: number <= SLOW, counts))
    assert [count(start, depth, by_turns=turns) for depth in range(1, len(small) + 1)] == small


def test_every_game_has_counts_by_steps_and_by_turns() -> None:
    for kind in BUILT_IN:
        assert (FOLDER / f"{kind.id}.txt").exists()
        assert {turns for _, turns, _ in frozen(kind.id)} == {False, True}
