"""Every rule test runs twice: on the game's core and on its Python rules."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import isthmus
from isthmus import Game

Make = Callable[..., Game]


@pytest.fixture(params=["core", "reference"])
def played(request: pytest.FixtureRequest) -> Callable[[str], Make]:
    """A function from a game's id to a function that makes the game with parameters."""

    def of(game_id: str) -> Make:
        def make(**values: object) -> Game:
            game = isthmus.game(game_id, **values)
            return game if request.param == "core" else game.reference()

        return make

    return of


@pytest.fixture
def trellis(played: Callable[[str], Make]) -> Make:
    return played("trellis")
