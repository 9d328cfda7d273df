"""How notebooks and ``print`` show positions: hooks that later layers fill.

The rules layer cannot draw. ``isthmus`` registers a drawer and a printer, which load their layers on first use.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from isthmus.rules.position import Position

__all__ = ["draw", "in_notebook", "print_out", "register"]

_drawers: list[Callable[[Position], str]] = []
_printers: list[Callable[[Position], str]] = []


def register(drawer: Callable[[Position], str], printer: Callable[[Position], str]) -> None:
    """Use ``drawer`` for positions as SVG text and ``printer`` for positions as lines, replacing earlier ones."""
    _drawers[:] = [drawer]
    _printers[:] = [printer]


def draw(position: Position) -> str | None:
    """The SVG text of a position, or None if no drawer is registered."""
    return _drawers[0](position) if _drawers else None


def in_notebook(picture: str | None, text: str) -> str:
    """The HTML by which notebooks show something: its picture (SVG text), if it has one, and its text below."""
    drawn = f'<div style="max-width: 40em">{picture}</div>' if picture else ""
    return f"{drawn}<pre>{escape(text)}</pre>"


def print_out(position: Position) -> str | None:
    """The lines that ``print`` shows for a position, or None if no printer is registered."""
    return _printers[0](position) if _printers else None
