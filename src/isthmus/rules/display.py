"""How positions show themselves, in notebooks and by ``print``: a place for what layers further right provide.

The rules know no drawing. ``isthmus`` itself registers one, and a printer, that load their layers when first needed.
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
    """Let ``drawer`` turn positions into SVG text from now on, and ``printer`` into lines, instead of earlier ones."""
    _drawers[:] = [drawer]
    _printers[:] = [printer]


def draw(position: Position) -> str | None:
    """The SVG text of a position, or None where no drawing is registered."""
    return _drawers[0](position) if _drawers else None


def in_notebook(picture: str | None, text: str) -> str:
    """The HTML by which notebooks show something: its picture (SVG text), if it has one, and its text below."""
    drawn = f'<div style="max-width: 40em">{picture}</div>' if picture else ""
    return f"{drawn}<pre>{escape(text)}</pre>"


def print_out(position: Position) -> str | None:
    """The lines that ``print`` shows of a position, or None where no printer is registered."""
    return _printers[0](position) if _printers else None
