"""The board's surface: a panel of the board's shape with round corners, its light, and the grain of the wood."""

from __future__ import annotations

from collections.abc import Iterator
from math import sin

from isthmus.render.description import Description
from isthmus.render.frame import BOARD_RIM, Frame
from isthmus.render.geometry import rounded
from isthmus.render.markup import element, number
from isthmus.render.themes import Theme

__all__ = ["panel"]

GRAIN_EVERY = 0.42
"""The mean distance between two lines of the grain, in board units."""


def panel(description: Description, frame: Frame, theme: Theme, prefix: str) -> Iterator[str]:
    """The rim and the surface, and the definitions that only the board uses."""
    shape = _outline(description, frame, frame.margin)
    yield element("defs", *_definitions(description, frame, theme, prefix, shape))
    yield element("path", d=_outline(description, frame, frame.margin + BOARD_RIM), fill=theme.rim)
    yield element("path", d=shape, fill=f"url(#{prefix}-surface)")
    if theme.grain_strength:
        yield from _grain(frame, theme, prefix)


def _outline(description: Description, frame: Frame, distance: float) -> str:
    """Path data of the board's outline, grown by ``distance`` board units with round corners."""
    radius = number(distance * frame.scale)
    d = ""
    for start, end in rounded(description.outline, distance):
        (x0, y0), (x1, y1) = frame.at(start), frame.at(end)
        d += f"A{radius} {radius} 0 0 1 {number(x0)} {number(y0)}" if d else f"M{number(x0)} {number(y0)}"
        d += f"L{number(x1)} {number(y1)}"
    x, y = frame.at(rounded(description.outline, distance)[0][0])
    return f"{d}A{radius} {radius} 0 0 1 {number(x)} {number(y)}Z"


def _definitions(description: Description, frame: Frame, theme: Theme, prefix: str, shape: str) -> Iterator[str]:
    yield _slope(f"{prefix}-surface", theme.surface, frame)
    if description.cells:
        yield _slope(f"{prefix}-cell", theme.cell, frame)
    if theme.grain_strength:
        yield element("clipPath", element("path", d=shape), id=f"{prefix}-board")


def _slope(name: str, colours: tuple[str, str], frame: Frame) -> str:
    """A gradient over the whole picture, from the upper left to the lower right."""
    return element(
        "linearGradient",
        element("stop", offset="0", stop_color=colours[0]),
        element("stop", offset="1", stop_color=colours[1]),
        id=name,
        gradientUnits="userSpaceOnUse",
        x1="0",
        y1="0",
        x2=frame.width * 0.6,
        y2=float(frame.height),
    )


def _grain(frame: Frame, theme: Theme, prefix: str) -> Iterator[str]:
    """Wavy lines from left to right, the same for every picture of one size."""
    unit, lines = frame.scale, []
    y, k = 0.0, 0
    while y < frame.height:
        waves = []
        for part in range(9):
            x = frame.width * part / 8
            waves.append((x, y + unit * (0.16 * sin(0.9 * part + 0.7 * k) + 0.1 * sin(2.1 * part + 1.9 * k))))
        start, *rest = waves
        d = f"M{number(start[0])} {number(start[1])}"
        for (ax, ay), (bx, by) in zip(waves, rest, strict=False):
            middle = (ax + bx) / 2
            d += f"C{number(middle)} {number(ay)} {number(middle)} {number(by)} {number(bx)} {number(by)}"
        lines.append(d)
        k += 1
        y += unit * GRAIN_EVERY * (1 + 0.5 * sin(2.7 * k))
    yield element(
        "path",
        d="".join(lines),
        fill="none",
        stroke=theme.grain,
        stroke_opacity=number(theme.grain_strength),
        stroke_width=max(0.5, unit * 0.04),
        clip_path=f"url(#{prefix}-board)",
    )
