"""Random walks through a game, and the one way in which a check says that a sentence does not hold."""

from __future__ import annotations

import random
from collections.abc import Iterator

from isthmus.rules.game import Game
from isthmus.rules.position import Position

__all__ = ["LONGEST", "must", "random_walk"]

LONGEST = 300
"""Steps of a random game that the checks follow; games that only repetition bounds may be longer."""


def must(holds: object, sentence: str, where: object) -> None:
    """Raise AssertionError with the sentence, and where it failed, unless it holds. Works under ``python -O`` too."""
    if not holds:
        raise AssertionError(f"{sentence}\n{where}")


def random_walk(game: Game, seed: int, longest: int = LONGEST) -> Iterator[Position]:
    """The positions of a game of uniform random steps, mid-turn ones included, the last one first to be over."""
    chance = random.Random(f"{game}{seed}")
    position = game.start()
    for _ in range(longest):
        yield position
        if position.outcome:
            return
        position = position.step(chance.choice(position.steps()))
    yield position
