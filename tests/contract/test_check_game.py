"""``isthmus.testing.check_game`` says in a sentence what is wrong with a game."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

import isthmus
from isthmus.games.hex import Hex
from isthmus.rules.placement import PlacementState
from isthmus.rules.planes import Plane
from isthmus.rules.snapshot import Snapshot
from isthmus.rules.types import Step
from isthmus.testing import check_game


class Rex(Hex):
    id = "rex"
    title = "Rex"


class Backwards(Rex):
    def steps(self, state: PlacementState) -> Sequence[Step]:
        return list(reversed(super().steps(state)))


class DeadEnd(Rex):
    def steps(self, state: PlacementState) -> Sequence[Step]:
        return () if len(state.stones[0]) > 2 else super().steps(state)


class Endless(Rex):
    def max_steps(self) -> int:
        return 3


class Forgetful(Rex):
    def restore(self, snapshot: Snapshot) -> PlacementState:
        return super().restore(Snapshot(((), snapshot.stones[1]), snapshot.side, snapshot.opening))


class Colliding(Rex):
    def key(self, state: PlacementState) -> int:
        return len(state.stones[0])


class Crooked(Rex):
    def symmetries(self) -> Sequence[Any]:
        first, *_ = super().symmetries()
        return [type(first)("shift", (*range(1, len(self.topology)), 0), swaps=False)]


class Renaming(Rex):
    def own_planes(self, state: PlacementState) -> Mapping[str, Plane]:
        return {f"after {len(state.stones[0])} stones": 0.5}


class Glaring(Rex):
    def own_planes(self, state: PlacementState) -> Mapping[str, Plane]:
        return {"too much": 1.5}


class Turning(Rex):
    def own_planes(self, state: PlacementState) -> Mapping[str, Plane]:
        return {"a corner": [0] if len(state.stones[0]) % 2 else [1]}


class Dumb(Rex):
    def apply(self, state: PlacementState, step: Step) -> PlacementState:
        raise TypeError("no idea")


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(isthmus.games, "_registered", {})
    yield
    isthmus.games.refresh()


def test_a_game_that_keeps_the_contract_passes_in_silence() -> None:
    isthmus.register(Rex)
    check_game(Rex(size=3))


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (Backwards, "steps ascend, each of them once"),
        (DeadEnd, "there is a step as long as the game goes on"),
        (Endless, "a game ends after 3 steps at most"),
        (Forgetful, "a position restored from a snapshot is equal to it"),
        (Colliding, "positions with equal keys have equal snapshots"),
        (Crooked, "the symmetry shift takes"),
        (Renaming, "planes keep their names"),
        (Glaring, "a plane holds at most its mark"),
        (Turning, "the view half turn shows the image of the position"),
    ],
)
def test_the_error_says_which_sentence_fails(kind: type[Rex], sentence: str) -> None:
    isthmus.register(kind)
    with pytest.raises(AssertionError, match=f"^{sentence}") as caught:
        check_game(kind(size=3, pie=0))
    assert "of rex(size=3,pie=0), seed" in caught.value.__notes__[0]


def test_an_error_of_a_game_gets_a_note_with_its_place() -> None:
    isthmus.register(Dumb)
    with pytest.raises(TypeError, match="no idea") as caught:
        check_game(Dumb(size=3, pie=0))
    assert caught.value.__notes__ == ["check_steps of rex(size=3,pie=0), seed 0"]


def test_only_a_game_is_checked() -> None:
    with pytest.raises(AssertionError, match="is not a game"):
        check_game("hex")


def test_the_battery_needs_no_tools_for_tests() -> None:
    code = "import sys, isthmus.testing; print([m for m in ('pytest', 'hypothesis') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
