"""Players: anything that can choose a turn. The protocol and the basic players."""

from __future__ import annotations

import random
from typing import Protocol

from isthmus.engine.engine import Engine
from isthmus.errors import SearchError, counted
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.solve.limits import check_position

__all__ = ["EnginePlayer", "Player", "RandomPlayer"]


class Player(Protocol):
    """Chooses turns. ``name`` is its name in records.

    >>> import isthmus
    >>> class First:
    ...     name = "first legal turn"
    ...
    ...     def choose(self, position):
    ...         return position.turns()[0]
    >>> str(First().choose(isthmus.game("hex").start()))
    'a1'
    """

    @property
    def name(self) -> str: ...

    def choose(self, position: Position) -> Turn:
        """A legal turn in a position where the game is not over."""
        ...


class RandomPlayer:
    """Plays a uniformly random legal turn; the same seed plays the same games.

    >>> import isthmus
    >>> from isthmus.engine import RandomPlayer
    >>> position = isthmus.game("hex", size=5).start()
    >>> RandomPlayer(seed=1).choose(position) == RandomPlayer(seed=1).choose(position)
    True
    """

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def choose(self, position: Position) -> Turn:
        check_position(position)
        turns = position.turns()
        if not turns:
            over, faulty = f"the game is over: {position.outcome}", "steps() is empty, but outcome() returns no result"
            raise SearchError(f"no turn to choose: {over if position.outcome else faulty}")
        return self._random.choice(turns)


class EnginePlayer:
    """Plays the best turn that an engine finds within fixed limits; the engine keeps its results from turn to turn.

    The default is a new Engine. ``seconds`` and ``simulations`` are the arguments of its searches.

    >>> import isthmus
    >>> from isthmus.engine import Engine, EnginePlayer
    >>> player = EnginePlayer(Engine(seed=1), simulations=100)
    >>> position = isthmus.game("hex", size=5).start()
    >>> player.name, player.choose(position) in position.turns()
    ('full (100 simulations)', True)
    """

    def __init__(
        self, engine: Engine | None = None, *, seconds: float | None = None, simulations: int | None = None
    ) -> None:
        self.engine = engine or Engine()
        self.seconds = seconds
        self.simulations = simulations

    @property
    def name(self) -> str:
        limit = counted(self.simulations, "simulation") if self.simulations else f"{self.seconds or 1.0:g} s"
        return f"{'plain' if self.engine.plain else 'full'} ({limit})"

    def choose(self, position: Position) -> Turn:
        return self.engine.search(position, seconds=self.seconds, simulations=self.simulations).best
