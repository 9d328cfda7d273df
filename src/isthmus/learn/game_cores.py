"""The games of a training run, their native cores and their symmetries. It does not load JAX."""

from __future__ import annotations

from functools import cache
from typing import Any

import isthmus
from isthmus.errors import SearchError
from isthmus.rules.game import Game
from isthmus.rules.native import NativeCore

__all__ = ["core_of", "game_of", "symmetries_of"]


@cache
def game_of(text: str) -> Game:
    """The game that a text names. Each game is made once."""
    return isthmus.game(text)


def core_of(game: Game) -> Any:
    """The native core of a game. Raises SearchError if it has none, because training needs it."""
    if not isinstance(game.core, NativeCore):
        raise SearchError(f"{game} is written only in Python; training needs a native core")
    return game.core.game


@cache
def symmetries_of(game: Game) -> list[tuple[tuple[int, ...], bool]]:
    """The symmetries of a game, in the form that the native core expects."""
    return [(tuple(symmetry.image), symmetry.swaps) for symmetry in game.symmetries()]
