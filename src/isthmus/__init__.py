"""Isthmus: connection and territory games. Play, analyse, solve, measure and serve them.

>>> import isthmus
>>> position = isthmus.game("hex", size=5, pie=0).start()
>>> position.play("c3").to_move
<Side.WHITE: 1>
"""

from isthmus import _starting as _starting  # before all others: from here on Ctrl-C ends the command in one line

# isort: split
from typing import Any

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
from isthmus.games import game, games
from isthmus.rules import display
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Outcome, Seat, Side

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
    "game",
    "games",
    "search",
]


def __getattr__(name: str) -> Any:
    """The layers that ``import isthmus`` leaves out, loaded when they are first asked for."""
    from importlib import import_module

    if name in ("analysis", "record", "render"):
        return import_module(f"isthmus.{name}")
    raise AttributeError(f"module 'isthmus' has no attribute {name!r}")


def _draw(position: Position) -> str:
    """The picture of a position in a notebook; loads the drawing layer when it is first needed."""
    from isthmus.render import to_svg

    return to_svg(position)


def _print(position: Position) -> str:
    """The diagram that ``print`` shows of a position; loads the record layer when it is first needed."""
    from isthmus.record import format_diagram

    return format_diagram(position)


display.register(_draw, _print)
