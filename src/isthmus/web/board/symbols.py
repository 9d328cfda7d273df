"""The shapes of a live board. They are drawn once, used by reference, and coloured by the style sheet.

Every shape is centred on the origin, in picture units. Colours are custom properties of board.css, which handles light,
dark, print and high contrast; marks change a shape by custom properties too.
"""

from __future__ import annotations

from collections.abc import Iterator

from isthmus.render.drawing import RADIUS
from isthmus.render.geometry import hatch, hexagon_around, square_around
from isthmus.render.markup import closed, element, number, polyline
from isthmus.render.pieces import HATCH
from isthmus.render.stones import DIAMOND

__all__ = ["UNIT", "goal_sign", "symbols"]

UNIT = 20.0
"""Picture units in a board unit."""
_SIDES = ("black", "white")


def symbols(lattice: str, prefix: str) -> Iterator[str]:
    """The definitions for a lattice. Their ids begin with ``prefix``."""
    radius = RADIUS[lattice] * UNIT
    for side in _SIDES:
        yield _light(side, prefix)
        yield _goal_pattern(side, prefix)
        if lattice == "bridges":
            yield _bridge(side, prefix)
            yield _post(side, prefix)
        else:
            yield _stone(side, prefix, radius)
    yield from _land(lattice, prefix)
    yield from _signs(lattice, prefix, radius)


def _light(side: str, prefix: str) -> str:
    """The gradient that makes a stone look lit from the upper left."""
    stops = (
        element("stop", offset=offset, class_=f"{side}-{part}")
        for offset, part in (("0", "light"), ("0.55", "body"), ("1", "shade"))
    )
    return element("radialGradient", *stops, id=f"{prefix}-{side}-light", cx="0.36", cy="0.3", r="0.8")


def goal_sign(side: str, x: float, y: float) -> str:
    """Path data of a side's small sign around a point of the picture."""
    half = 2.1 if side == "black" else 1.9
    left, right, low = number(x - half), number(x + half), number(y + half)
    at_x, at_y, high = number(x), number(y), number(y - half)
    if side == "black":
        return f"M{at_x} {high}L{right} {at_y}L{at_x} {low}L{left} {at_y}Z"
    radius = number(half)
    return f"M{left} {at_y}A{radius} {radius} 0 1 1 {right} {at_y}A{radius} {radius} 0 1 1 {left} {at_y}Z"


def _goal_pattern(side: str, prefix: str) -> str:
    """The pattern of a side's goal fields: its sign, repeated."""
    return element(
        "pattern",
        element("rect", width=10.0, height=10.0, class_=f"goal-ground goal-ground--{side}"),
        element("path", d=goal_sign(side, 5, 5), class_=f"goal-sign goal-sign--{side}"),
        id=f"{prefix}-{side}-goal",
        width="10",
        height="10",
        patternUnits="userSpaceOnUse",
    )


def _sign(side: str, radius: float) -> str:
    """Black's diamond, White's ring; filled and lit on stones of the last turn."""
    shape = DIAMOND if side == "black" else "M.42 0A.42 .42 0 1 1 -.42 0A.42 .42 0 1 1 .42 0Z"
    return element("path", d=shape, transform=f"scale({number(radius)})", class_=f"piece-sign piece-sign--{side}")


def _body(side: str, prefix: str) -> dict[str, str]:
    return {"fill": f"url(#{prefix}-{side}-light)", "class_": f"piece-body piece-body--{side}"}


def _stone(side: str, prefix: str, radius: float) -> str:
    shadow = element("circle", cx=radius * 0.06, cy=radius * 0.12, r=radius, class_="piece-shadow")
    body = element("circle", r=number(radius * 0.96), **_body(side, prefix))
    return element("g", shadow, body, _sign(side, radius), id=f"{prefix}-{side}", class_="piece-upright")


def _bridge(side: str, prefix: str) -> str:
    """A bridge along the x axis between posts one unit from its middle."""
    way = f"M{number(-0.94 * UNIT)} 0H{number(0.94 * UNIT)}"
    return element(
        "g",
        element("path", d=way, class_=f"piece-rim piece-rim--{side}"),
        element("path", d=way, class_=f"piece-span piece-span--{side}"),
        _sign(side, 0.24 * UNIT),
        id=f"{prefix}-{side}",
    )


def _post(side: str, prefix: str) -> str:
    """A fixed post: black round, white square."""
    if side == "black":
        shape = element("circle", r=number(0.26 * UNIT), **_body(side, prefix))
    else:
        near, size = number(-0.23 * UNIT), number(0.46 * UNIT)
        shape = element("rect", x=near, y=near, width=size, height=size, rx="1.6", **_body(side, prefix))
    return element("g", shape, id=f"{prefix}-{side}-post")


def _land(lattice: str, prefix: str) -> Iterator[str]:
    """Territory: the cell around a field, with its owner's sign. Shared land is hatched."""
    around = hexagon_around if lattice.startswith("hex") else square_around
    cell = tuple((x * UNIT, y * UNIT) for x, y in around((0, 0)))
    outline = closed(cell)
    for side in _SIDES:
        ground = element("path", d=outline, class_=f"land-ground land-ground--{side}")
        yield element("g", ground, _sign(side, 0.5 * UNIT), id=f"{prefix}-land-{side}")
    yield element("path", d=outline, id=f"{prefix}-heat", class_="heat-cell")
    lines = "".join(polyline(line) for line in hatch(cell, HATCH * UNIT))
    ground = element("path", d=outline, class_="land-ground land-ground--white")
    yield element("g", ground, element("path", d=lines, class_="land-hatch"), id=f"{prefix}-land-shared")


def _signs(lattice: str, prefix: str, radius: float) -> Iterator[str]:
    """The signs below and above stones, and the marks."""
    if lattice == "bridges":
        way = f"M{number(-0.94 * UNIT)} 0H{number(0.94 * UNIT)}"
        yield element("path", d=way, id=f"{prefix}-glow", class_="glow-span")
    else:
        yield element("circle", r=radius * 1.2, id=f"{prefix}-glow", class_="glow-disc")
    half, low, high = number(radius * 0.5), number(radius * 0.4), number(radius * 0.6)
    cross = f"M-{half} -{half}L{half} {half}M{half} -{half}L-{half} {half}"
    rings = {"left": 0.8, "pending": 1.13, "movable": 1.13}
    for name, size in rings.items():
        yield element("circle", r=radius * size, id=f"{prefix}-{name}", class_=f"{name}-ring")
    yield element("path", d=cross, id=f"{prefix}-cross", class_="cross-lines")
    yield element("circle", r=UNIT * 0.18, id=f"{prefix}-target", class_="target-dot")
    yield element("circle", r=UNIT * 0.32, id=f"{prefix}-handle", class_="handle-disc")
    yield element("circle", r=radius * 1.02, id=f"{prefix}-candidate", class_="candidate-disc")
    shapes = {
        "circle": f"M{half} 0A{half} {half} 0 1 1 -{half} 0A{half} {half} 0 1 1 {half} 0Z",
        "cross": cross,
        "square": f"M-{half} -{half}H{half}V{half}H-{half}Z",
        "triangle": f"M0 -{high}L{half} {low}H-{half}Z",
    }
    for name, d in shapes.items():
        edge, line = (element("path", d=d, class_=f"mark-{part}") for part in ("edge", "line"))
        yield element("g", edge, line, id=f"{prefix}-mark-{name}")
    # At the end of a trail, a stone would hide the arrow head.
    for name, back in (("head", 0.0), ("trail-head", radius)):
        yield _head(f"{prefix}-{name}", back)


def _head(name: str, back: float) -> str:
    """The head of an arrow, ``back`` units before its end."""
    return element(
        "marker",
        element("path", d="M0 -3.2L5.6 0L0 3.2Z", class_="arrow-head"),
        id=name,
        orient="auto",
        refX=number(4.6 + back),
        refY="0",
        markerUnits="userSpaceOnUse",
        markerWidth="12",
        markerHeight="12",
        viewBox="-1 -6 12 12",
    )
