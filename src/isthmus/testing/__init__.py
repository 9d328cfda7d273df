"""Tests for your own game: the contract that every game must fulfil, native or only in Python.

>>> import isthmus
>>> isthmus.testing.check_game(isthmus.game("hex", size=3), seeds=1)
"""

from __future__ import annotations

from isthmus.games import games
from isthmus.rules.game import Game
from isthmus.testing.battery import CHECKS
from isthmus.testing.walks import random_walk

__all__ = ["CHECKS", "check_game", "random_walk"]


def check_game(game: Game, *, seeds: int = 3) -> None:
    """Play random games and check them against the contract; returns silently if it is fulfilled.

    The game must be known by its id: registered, or an entry point of an installed package. Each check runs with this
    many ``seeds``. Small boards find most faults, and find them soon; a game with a pie rule needs a check with it and
    one without it. Raises AssertionError with the sentence of the contract that fails and the position. An exception of
    the game itself gets a note with the check, the game and the seed.

    >>> import isthmus
    >>> isthmus.testing.check_game(isthmus.game("hex", size=3, pie=0), seeds=1)
    """
    if not isinstance(game, Game):
        raise AssertionError(f"{game!r} is not a game; expected an object such as isthmus.game('hex', size=3)")
    if games.get(game.id) is not type(game):
        kind = type(game).__name__
        raise AssertionError(f"{kind} is not the game called {game.id!r}; register it: isthmus.register({kind})")
    if not hasattr(game, "core"):
        raise AssertionError(f"{type(game).__name__}.__init__() must call super().__init__(**values)")
    for check in CHECKS:
        for seed in range(seeds):
            try:
                check(game, seed)
            except Exception as error:
                error.add_note(f"{check.__name__} of {game}, seed {seed}")
                raise
