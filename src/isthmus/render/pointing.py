"""Annotations in a picture: heat below the stones, inscriptions and arrows on them, footnotes beneath the board.

Inscriptions on stones have the colour of the other side's stones. Inscriptions on empty fields have a contrasting edge.
On a stone of the last turn, an inscription is lit like the stone's sign.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, hypot, pi, sin, sqrt

from isthmus.render.description import Inscription, Warmth
from isthmus.render.drawing import Drawing
from isthmus.render.frame import FOOTNOTE_EDGE, FOOTNOTE_STEP
from isthmus.render.geometry import Place
from isthmus.render.lettering import cut, width_of
from isthmus.render.markup import closed, element, number, polyline

__all__ = ["draw_arrows", "draw_footnotes", "draw_heat", "draw_inscriptions"]

SHAPES = {
    "circle": "M.56 0A.56.56 0 1 1-.56 0A.56.56 0 1 1 .56 0Z",
    "cross": "M-.44-.44L.44.44M.44-.44L-.44.44",
    "square": "M-.46-.46H.46V.46H-.46Z",
    "triangle": "M0-.64L.55.36H-.55Z",
}
"""The shapes of marks, for a stone of radius one."""
STROKE, CASE = 0.17, 0.2
"""The line width of marks, and the extra width of their edge, both sides together."""
TEXT_WEIGHT = 0.155
LONGEST = 6
"""The maximum number of letters drawn for a label."""
Look = tuple[str, str | None]
"""The colour of an inscription, and the colour of its edge, if any."""
LEAST_HEAT, HEAT = 0.1, 0.46
"""The radius of heat discs for the smallest number above 0, and for 1, in board units."""


def draw_heat(drawing: Drawing) -> Iterator[str]:
    """Discs whose area grows with the number, with a bar across for a negative number; around a stone, a ring."""
    for spot in drawing.description.heat:
        if round(spot.value, 2) == 0:
            continue
        x, y = drawing.frame.at(spot.place)
        amount, colour = abs(spot.value), drawing.theme.heat_more if spot.value > 0 else drawing.theme.heat_less
        radius = (LEAST_HEAT + (HEAT - LEAST_HEAT) * sqrt(amount)) * drawing.frame.scale
        if spot.on:
            yield _ring(drawing, spot, amount, colour)
            continue
        yield element(
            "circle",
            cx=x,
            cy=y,
            r=radius,
            fill=colour,
            fill_opacity=number(0.45 + 0.5 * amount),
            stroke=drawing.theme.pointer_case,
            stroke_opacity="0.6",
            stroke_width=drawing.width(0.03),
        )
        if spot.value < 0 and not spot.text:
            half = 0.62 * radius
            yield element(
                "path",
                d=polyline([(x - half, y), (x + half, y)]),
                stroke=drawing.theme.pointer_case,
                stroke_width=max(1, 0.3 * radius),
            )


def _ring(drawing: Drawing, spot: Warmth, amount: float, colour: str) -> str:
    """The visible ring of the disc below a stone, or around the middle of a bridge; broken for a negative number."""
    x, y = drawing.frame.at(spot.place)
    wide = (0.1 + 0.3 * amount) * drawing.radius
    # Bridges are narrow, so only the disc for an inscription must stay free.
    radius = drawing.radius + (wide / 2 if drawing.description.lattice == "bridges" else 0)
    around = 2 * pi * radius
    return element(
        "circle",
        cx=x,
        cy=y,
        r=radius,
        fill="none",
        stroke=colour,
        stroke_width=wide,
        stroke_dasharray=f"{number(around / 18)} {number(around / 18)}" if spot.value < 0 else None,
    )


def draw_arrows(drawing: Drawing) -> Iterator[str]:
    """Arrows from field to field, with an edge that makes them visible on stones of both sides."""
    theme = drawing.theme
    for link in drawing.description.links:
        if link.kind != "arrow":
            continue
        (ax, ay), (bx, by) = drawing.points((link.start, link.end))
        angle, size = atan2(by - ay, bx - ax), 0.7 * drawing.radius
        room = min(0.5 * drawing.radius, hypot(bx - ax, by - ay) / 4)
        tip = (bx - 0.2 * room * cos(angle), by - 0.2 * room * sin(angle))
        head = [tip, *(_from(tip, angle + turn, -size) for turn in (0.45, -0.45))]
        d = polyline([_from((ax, ay), angle, room), _from(tip, angle, -0.8 * size)])
        line = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
        wide = drawing.width(0.09, 1.5)
        for stroke, more in ((theme.pointer_case, drawing.width(0.08, 1.5)), (theme.pointer, 0.0)):
            yield element("path", d=d, stroke=stroke, stroke_width=wide + more, **line)
            yield element(
                "path", d=closed(head), stroke=stroke, stroke_width=max(0.5, more), **line | {"fill": theme.pointer}
            )


def _from(place: Place, angle: float, distance: float) -> Place:
    return place[0] + distance * cos(angle), place[1] + distance * sin(angle)


def draw_inscriptions(drawing: Drawing) -> Iterator[str]:
    """Marks and numbers, and the numbers of the heat."""
    last = {stone.name for stone in drawing.description.stones if "last" in stone.marks}
    inscribed = {inscription.name for inscription in drawing.description.inscriptions}
    for inscription in drawing.description.inscriptions:
        yield _inscription(drawing, inscription, inscription.name in last)
    spots = [spot for spot in drawing.description.heat if spot.text and not spot.on and spot.name not in inscribed]
    widest = max((width_of(spot.text) for spot in spots), default=0.0)
    for spot in spots:
        yield _written(drawing, spot.place, spot.text, (drawing.theme.pointer, drawing.theme.pointer_case), widest)


def _inscription(drawing: Drawing, inscription: Inscription, last: bool) -> str:
    theme = drawing.theme
    look: Look = theme.pointer, theme.pointer_case
    if inscription.on:
        own, other = (theme.black, theme.white) if inscription.on == "black" else (theme.white, theme.black)
        look = own.lit if last else other.body, None
    if inscription.kind not in SHAPES:
        return _written(drawing, inscription.place, _cut(inscription.text), look)
    x, y = drawing.frame.at(inscription.place)
    line = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    colour, case = look
    strokes = [(case, STROKE + CASE)] if case else []
    return element(
        "g",
        *(
            element("path", d=SHAPES[inscription.kind], stroke=stroke, stroke_width=number(width), **line)
            for stroke, width in [*strokes, (colour, STROKE)]
        ),
        transform=f"translate({number(x)} {number(y)})scale({number(drawing.radius)})",
    )


def _written(drawing: Drawing, place: Place, text: str, look: Look, widest: float | None = None) -> str:
    """A text as large as the stone or field allows; ``widest``: the width of the widest text, to give all one size."""
    height = min(1.0, 1.4 / ((widest or width_of(text)) + 0.15)) * drawing.radius
    middle = drawing.frame.at(place)
    return drawing.lettering.centred(text, middle, height, look[0], weight=TEXT_WEIGHT, case=look[1])


def _cut(text: str) -> str:
    """The drawn part of a label. Long labels are cut, because they would be too small to read."""
    return text if len(text) <= LONGEST else cut(text, width_of(text[:LONGEST]))


def draw_footnotes(drawing: Drawing) -> Iterator[str]:
    """The lines of text beneath the board, on a separate background."""
    frame = drawing.frame
    if not frame.footnote_lines:
        return
    height, top = frame.footnote_height, frame.board_height + 0.6 * frame.footnote_height
    yield element(
        "rect",
        x="0",
        y=top,
        width=float(frame.width),
        height=frame.height - top,
        rx=0.6 * height,
        fill=drawing.theme.surface[1],
    )
    for line, text in enumerate(frame.footnote_lines):
        place = (FOOTNOTE_EDGE * height, top + (FOOTNOTE_STEP * line + 1.5) * height)
        yield drawing.lettering.line(text, place, height, drawing.theme.label)
