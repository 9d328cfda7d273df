"""How notebooks and ``print`` show positions.

The rules layer cannot draw. The drawing functions are named here as ``module:function`` and loaded on first use.
"""

from __future__ import annotations

from functools import cache
from html import escape
from pkgutil import resolve_name
from typing import Any

__all__ = ["DIAGRAM", "PICTURE", "draw", "in_notebook", "print_out"]

PICTURE = "isthmus.render:to_svg"
"""From a position to SVG text."""
DIAGRAM = "isthmus.record:format_diagram"
"""From a position to lines of text."""

_loaded = cache(resolve_name)


def draw(position: Any) -> str:
    """The SVG text of a position."""
    return str(_loaded(PICTURE)(position))


def print_out(position: Any) -> str:
    """The lines that ``print`` shows of a position."""
    return str(_loaded(DIAGRAM)(position))


def in_notebook(picture: str | None, text: str) -> str:
    """The HTML for notebooks: a picture (SVG text), if any, with text below it."""
    drawn = f'<div style="max-width: 40em">{picture}</div>' if picture else ""
    return f"{drawn}<pre>{escape(text)}</pre>"
