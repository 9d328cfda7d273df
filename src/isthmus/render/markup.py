"""Markup: SVG elements as text, escaped, with short numbers. It is independent of boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape, quoteattr

__all__ = ["closed", "element", "number", "polyline", "text_element"]

Value = str | float


def number(value: float) -> str:
    """The shortest text of a number, with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(name: str, /, *children: str, **attributes: Value | None) -> str:
    """An element. An underscore in an attribute name becomes a hyphen, and a trailing one is dropped. An attribute that
    is None is left out."""
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(value if isinstance(value, str) else number(value))}"
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def text_element(name: str, text: str, **attributes: Value | None) -> str:
    """An element that holds text, escaped."""
    return element(name, escape(text), **attributes)


def polyline(points: Iterable[Sequence[float]]) -> str:
    """Path data of an open line through some points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def closed(points: Iterable[Sequence[float]]) -> str:
    """Path data of a polygon."""
    return polyline(points) + "Z"
