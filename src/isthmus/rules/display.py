"""How positions show themselves in notebooks: a place for the drawing that a layer further right provides.

The rules know no drawing. ``isthmus`` itself registers one that loads ``isthmus.render`` when it is first needed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from isthmus.rules.position import Position

__all__ = ["draw", "register"]

_drawers: list[Callable[[Position], str]] = []


def register(drawer: Callable[[Position], str]) -> None:
    """Let ``drawer`` turn positions into SVG text from now on, instead of any earlier one."""
    _drawers[:] = [drawer]


def draw(position: Position) -> str | None:
    """The SVG text of a position, or None where no drawing is registered."""
    return _drawers[0](position) if _drawers else None
