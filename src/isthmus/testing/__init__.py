"""Testing a game of one's own: the contract that every game has to keep, native or only Python.

>>> import isthmus
>>> isthmus.testing.check_game(isthmus.game("hex", size=3), seeds=1)
"""

from __future__ import annotations

from isthmus.rules.game import Game
from isthmus.testing.battery import CHECKS
from isthmus.testing.walks import random_walk

__all__ = ["CHECKS", "check_game", "random_walk"]


def check_game(game: Game, *, seeds: int = 3) -> None:
    """Play random games and hold them against the contract; nothing happens where it is kept.

    The game has to be known by its id: registered, or an entry point of an installed package. Each check runs with so
    many ``seeds``; small boards find most of what is wrong, and soon. Raises AssertionError that says which sentence of
    the contract fails, and in which position; what the game itself raises comes with a note of where that was.
    """
    if not isinstance(game, Game):
        raise AssertionError(f"{game!r} is no game; expected an object such as isthmus.game('hex', size=3)")
    for check in CHECKS:
        for seed in range(seeds):
            try:
                check(game, seed)
            except Exception as error:
                error.add_note(f"{check.__name__} of {game}, seed {seed}")
                raise
