"""Isthmus: connection and territory games. Play, analyse, solve, measure and serve them.

>>> import isthmus
>>> position = isthmus.game("hex", size=5, pie=0).start()
>>> position.play("c3").to_move
<Side.WHITE: 1>

These names are the public interface of the package; ``dir(isthmus)`` lists them. The modules ``analysis``, ``record``,
``render``, ``rl`` and ``testing`` and the function ``review`` load on first use.
"""

from isthmus import _starting as _starting  # before all others: from now on Ctrl-C ends the command with one line

# isort: split
from importlib import import_module
from typing import TYPE_CHECKING

from isthmus.engine import search
from isthmus.errors import (
    DrawingError,
    IllegalTurnError,
    IsthmusError,
    NotationError,
    PositionError,
    RulesError,
    SearchError,
)
from isthmus.games import game, games, register
from isthmus.rules.game import Game
from isthmus.rules.playouts import playouts
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Outcome, Seat, Side
from isthmus.solve.solver import solve

if TYPE_CHECKING:
    from isthmus import analysis, engine, record, render, rl, testing
    from isthmus.analysis.review import review

__version__ = "0.1.0"

__all__ = [
    "DrawingError",
    "Game",
    "IllegalTurnError",
    "IsthmusError",
    "NotationError",
    "Outcome",
    "Position",
    "PositionError",
    "RulesError",
    "SearchError",
    "Seat",
    "Side",
    "Turn",
    "analysis",
    "engine",
    "game",
    "games",
    "playouts",
    "record",
    "register",
    "render",
    "review",
    "rl",
    "search",
    "solve",
    "testing",
]

_LATER = {
    "analysis": "isthmus.analysis",
    "record": "isthmus.record",
    "render": "isthmus.render",
    "review": "isthmus.analysis.review",
    "rl": "isthmus.rl",
    "testing": "isthmus.testing",
}
"""The names that load on first use, each with its module."""

if not TYPE_CHECKING:  # hidden from type checkers, which would then accept any name

    def __getattr__(name: str) -> object:
        if name not in _LATER:
            raise AttributeError(f"module 'isthmus' has no attribute {name!r}")
        module = import_module(_LATER[name])
        return module if module.__name__ == f"isthmus.{name}" else getattr(module, name)


def __dir__() -> list[str]:
    return [*__all__, *(name for name in globals() if name.startswith("__"))]
