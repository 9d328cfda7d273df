"""Random walks through a game, alone or beside its image, and the error for a sentence that does not hold."""

from __future__ import annotations

import random
from collections.abc import Iterator

from isthmus.board.symmetry import Symmetry
from isthmus.rules.game import Game
from isthmus.rules.planes import turned_step
from isthmus.rules.position import Position
from isthmus.rules.snapshot import Snapshot

__all__ = ["LONGEST", "mapped", "mirrored_walk", "must", "random_walk", "steps_of"]

LONGEST = 300
"""The maximum number of steps of a random game in the checks; games that only repetition bounds may be longer."""


def must(holds: object, sentence: str, where: object) -> None:
    """Raise AssertionError with the sentence and the place unless it holds. Works under ``python -O`` too."""
    if not holds:
        raise AssertionError(f"{sentence}\n{where}")


def random_walk(game: Game, seed: int, longest: int = LONGEST) -> Iterator[Position]:
    """The positions of a game of uniformly random steps, including those in mid-turn. The walk ends when the game is
    over, or after ``longest`` steps.

    >>> import isthmus
    >>> positions = list(isthmus.testing.random_walk(isthmus.game("hex", size=3), seed=1))
    >>> positions[0] == isthmus.game("hex", size=3).start(), positions[-1].outcome is not None
    (True, True)
    """
    chance = random.Random(f"{game}{seed}")
    position = game.start()
    for _ in range(longest):
        yield position
        if position.outcome:
            return
        position = position.step(chance.choice(steps_of(position)))
    yield position


def steps_of(position: Position) -> list[str]:
    """List the legal steps of an unfinished position. Raises AssertionError if the list is empty."""
    steps = position.steps()
    must(steps, "steps() is empty, but outcome() returns no result", position)
    return steps


def mirrored_walk(game: Game, symmetry: Symmetry, seed: int) -> Iterator[tuple[Position, Position]]:
    """The positions of a random game, each with that of its image under a symmetry."""
    position = game.start()
    mirrored = _mirrored_start(position) if symmetry.swaps else position
    chance = random.Random(f"{game}{seed}{symmetry.name}")
    for _ in range(LONGEST):
        yield position, mirrored
        if position.outcome:
            return
        step = chance.choice(steps_of(position))
        position, mirrored = position.step(step), mirrored.step(mapped(game, symmetry, step))


def mapped(game: Game, symmetry: Symmetry, name: str) -> str:
    """The text of a step's image under a symmetry."""
    return game.step_names[turned_step(game, symmetry, game.step_ids[name])]


def _mirrored_start(position: Position) -> Position:
    """The start of a game with the colours exchanged."""
    game, start = position.game, position.snapshot
    holds = start.opening.first_holds
    opening = type(start.opening)(start.opening.turns, holds and holds.other)
    counters = dict(start.counters)
    if "history" in counters:  # the history of one position is rebuilt, with the other colour to play
        counters["history"] = game.position(to_move=start.side.other).snapshot.counter("history")
    return game.restore_position(Snapshot(start.stones, start.side.other, opening, start.pending, counters))
