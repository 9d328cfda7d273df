"""The empty board of the web app: surface, cells or lines, goal sides, coordinates, and the frame around them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, radians, sin

from isthmus.render import Description
from isthmus.render.geometry import Place, bounds, rounded
from isthmus.render.markup import closed, element, number, polyline, text_element
from isthmus.rules.types import Side
from isthmus.web.board.symbols import UNIT, goal_sign

__all__ = ["EmptyBoard", "points"]

PANEL = 0.3
"""How far the board extends beyond its outline, in board units."""
EDGE = 0.08
"""The free space around the panel, in board units."""
_NORMAL_LABEL, _LARGEST_LABEL, _COLUMNS = 0.34, 0.8, 26
"""Label heights in board units, on small and on the largest boards, and the number of columns of the latter."""


def points(places: Iterable[Place]) -> list[Place]:
    """Converts places on the board to the units of the picture."""
    return [(x * UNIT, y * UNIT) for x, y in places]


@dataclass(frozen=True)
class EmptyBoard:
    """An empty board. ``edges`` are the goal sides from the rules. The ids in the picture begin with ``name``."""

    drawing: Description
    edges: Sequence[tuple[Side, Sequence[Place]]]
    name: str

    def layers(self) -> Iterator[str]:
        """The layers of the picture that never change during a game."""
        yield element("g", *self._surface(), class_="surface")
        yield element("g", *self._ground(), class_="ground")
        yield element("g", *self._goals(), class_="goals")
        yield element("g", *self._labels(), class_="labels", aria_hidden="true")

    def view_box(self, turn: int, *, labels: bool) -> str:
        """The picture's frame around the board, turned by ``turn`` degrees. ``board/geometry.js`` computes the same
        frame."""
        angle = radians(turn)

        def turned(place: Place) -> Place:
            return place[0] * cos(angle) - place[1] * sin(angle), place[0] * sin(angle) + place[1] * cos(angle)

        margin = PANEL + EDGE
        left, top, right, bottom = bounds(map(turned, self.drawing.outline))
        left, top, right, bottom = left - margin, top - margin, right + margin, bottom + margin
        if labels and self.drawing.labels:
            half = 0.62 * self._label_height()
            texts = [turned(place) for _, place in self._label_places()]
            text_left, text_top, text_right, text_bottom = bounds(texts)
            left, top = min(left, text_left - half), min(top, text_top - half)
            right, bottom = max(right, text_right + half), max(bottom, text_bottom + half)
        return " ".join(number(value * UNIT) for value in (left, top, right - left, bottom - top))

    def _surface(self) -> Iterator[str]:
        yield element("path", d=self._panel(PANEL), class_="board-panel")
        yield element("path", d=self._panel(PANEL - 0.1), class_="board-keyline")

    def _panel(self, distance: float) -> str:
        """Path data of the outline, enlarged, with round corners. ``view_box`` frames its corners."""
        radius = number(distance * UNIT)
        d = ""
        sides = rounded(self.drawing.outline, distance)
        for start, end in (*sides, sides[0]):
            (x0, y0), (x1, y1) = points((start, end))
            d += f"A{radius} {radius} 0 0 1 {number(x0)} {number(y0)}" if d else f"M{number(x0)} {number(y0)}"
            d += f"L{number(x1)} {number(y1)}"
        return d + "Z"

    def _goals(self) -> Iterator[str]:
        """The bands along the goal sides, and goal fields if the board has them, with the signs of their sides."""
        drawing = self.drawing
        for side, polygon in drawing.goals:
            yield element("path", d=closed(points(polygon)), class_=f"goal goal--{side}")
        for side in ("black", "white"):
            tiles = [polygon for role, polygon in drawing.tiles if role == f"{side}-goal"]
            if tiles:
                d, fill = "".join(closed(points(tile)) for tile in tiles), f"url(#{self.name}-{side}-goal)"
                yield element("path", d=d, fill=fill, class_=f"goal-tiles goal-tiles--{side}")
            lines = (line for edge, line in self.edges if str(edge) == side)
            places = [place for line in lines for place in self._along(line)]
            if places:
                d = "".join(goal_sign(side, x, y) for x, y in points(places))
                yield element("path", d=d, class_=f"goal-sign goal-sign--{side}")

    def _along(self, line: Sequence[Place]) -> Iterator[Place]:
        """Places in the band along a goal side, one for each pair of neighbouring fields."""
        outside = 0.56 if self.drawing.lattice == "hex-cells" else 0.72
        left, top, right, bottom = bounds(field.place for field in self.drawing.fields)
        for (ax, ay), (bx, by) in pairwise(line):
            length = hypot(bx - ax, by - ay)
            away_x, away_y = (by - ay) / length, (ax - bx) / length
            if away_x * (ax + bx - left - right) + away_y * (ay + by - top - bottom) < 0:
                away_x, away_y = -away_x, -away_y
            for part in range(round(length)):
                share = (part + 0.5) / round(length)
                yield ax + (bx - ax) * share + outside * away_x, ay + (by - ay) * share + outside * away_y

    def _ground(self) -> Iterator[str]:
        drawing = self.drawing
        if drawing.cells:
            yield element("path", d="".join(closed(points(cell)) for cell in drawing.cells), class_="cells")
        for role in ("dark", "light"):
            tiles = [polygon for kind, polygon in drawing.tiles if kind == role]
            if tiles:
                outline = "".join(closed(points(tile)) for tile in tiles)
                yield element("path", d=outline, class_=f"tiles tiles--{role}")
        if drawing.lines:
            yield element("path", d="".join(polyline(points(line)) for line in drawing.lines), class_="lines")
        size = 1.2 if drawing.lattice == "bridges" else 2.0
        yield from (element("circle", cx=x, cy=y, r=size, class_="star") for x, y in points(drawing.stars))
        if drawing.dividers:
            lines = "".join(polyline(points(line)) for line in drawing.dividers)
            yield element("path", d=lines, class_="dividers")

    def _label_height(self) -> float:
        left, _, right, _ = bounds(field.place for field in self.drawing.fields)
        share = min(1.0, (right - left) / _COLUMNS)
        return _NORMAL_LABEL + (_LARGEST_LABEL - _NORMAL_LABEL) * share

    def _label_places(self) -> Iterator[tuple[str, Place]]:
        distance = PANEL + EDGE + 0.5 * self._label_height()
        for label in self.drawing.labels:
            (x, y), (dx, dy) = label.anchor, label.away
            yield label.text, (x + distance * dx, y + distance * dy)

    def _labels(self) -> Iterator[str]:
        for text, place in self._label_places():
            ((x, y),) = points([place])
            yield text_element("text", text, x=x, y=y, font_size=self._label_height() * UNIT)
