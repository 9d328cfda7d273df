"""Isthmus: connection and territory games. Play, analyse, solve, measure and serve them.

>>> import isthmus
>>> position = isthmus.game("hex", size=5, pie=0).start()
>>> position.play("c3").to_move
<Side.WHITE: 1>

What stands here is the public face of the package; ``dir(isthmus)`` lists it. The modules ``analysis``, ``record``,
``render``, ``rl`` and ``testing`` and the function ``review`` load when they are first used.
"""

from isthmus import _starting as _starting  # before all others: from here on Ctrl-C ends the command in one line

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
    from isthmus import analysis, record, render, rl, testing
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
"""What is loaded when it is first asked for, by the module where it is."""

if not TYPE_CHECKING:  # a type checker that saw this would take any name for one that is there

    def __getattr__(name: str) -> object:
        if name not in _LATER:
            raise AttributeError(f"module 'isthmus' has no attribute {name!r}")
        module = import_module(_LATER[name])
        return module if module.__name__ == f"isthmus.{name}" else getattr(module, name)


def __dir__() -> list[str]:
    return [*__all__, *(name for name in globals() if name.startswith("__"))]
