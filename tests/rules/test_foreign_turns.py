"""Turns of kinds that no built-in game has: stones that change colour, and a turn of exactly two steps."""

from __future__ import annotations

from dataclasses import replace

import pytest

from isthmus import IllegalTurnError
from isthmus.games.hex import Hex
from isthmus.rules.placement import PlacementState
from isthmus.rules.types import Step


class Turning(Hex):
    """A stone turns its neighbours to its colour."""

    def apply(self, state: PlacementState, step: Step) -> PlacementState:
        side, after = state.side.value, super().apply(state, step)
        stones = list(after.stones)
        turned = stones[1 - side] & {*self.topology.neighbours[step]}
        stones[side], stones[1 - side] = stones[side] | turned, stones[1 - side] - turned
        return replace(after, stones=(stones[0], stones[1]))


class Pairs(Hex):
    """Every turn has two stones."""

    def mid_turn(self, state: PlacementState) -> bool:
        return len(state.stones[0] | state.stones[1]) % 2 == 1

    def due(self, state: PlacementState) -> str:
        return "place a second stone" if self.mid_turn(state) else "place two stones"


def test_a_stone_that_changes_colour_is_not_captured() -> None:
    position = Turning(size=4, pie=0).start().play("b2").play("b3")
    assert position.stones("white") == ["b2", "b3"]
    assert position.captured == []


def test_an_unfinished_turn_says_what_remains() -> None:
    with pytest.raises(IllegalTurnError, match="b2 is not a whole turn; what remains: place a second stone"):
        Pairs(size=4, pie=0).start().play("b2")
