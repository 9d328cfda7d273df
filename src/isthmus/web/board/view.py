"""The board of the web app as HTML: inline SVG that is drawn here once and then patched by board.js.

Without JavaScript it is a picture with a description. With JavaScript its fields become an ARIA grid with one tab stop.
All colours come from the style sheet; there is no inline style and no inline script.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, degrees

from markupsafe import Markup

from isthmus.render import Description, Options, describe
from isthmus.render.description import Field, Stone
from isthmus.render.geometry import Place
from isthmus.render.markup import element, number, text_element
from isthmus.rules.position import Position
from isthmus.web.board.empty_board import EmptyBoard, points
from isthmus.web.board.sides import goal_angles
from isthmus.web.board.state import board_state, field_label
from isthmus.web.board.symbols import UNIT, symbols

__all__ = ["TURNS", "board_html", "board_state"]

TURNS = {
    "hex-cells": tuple(range(0, 360, 30)),
    "hex-points": tuple(range(0, 360, 60)),
    "square-points": (0, 90, 180, 270),
    "square-cells": (0, 90, 180, 270),
    "bridges": (0, 90, 180, 270),
}
"""The allowed angles of a turned board for each lattice, in degrees clockwise."""


def board_html(
    position: Position, *, name: str = "the-board", live: bool = True, coordinates: bool = True, turn: int = 0
) -> Markup:
    """The board of a position.

    Every id begins with ``name``, so boards on one page need different names. ``live`` boards contain their
    ``board_state``, and board.js makes them playable; others are pictures. ``turn`` is in degrees clockwise and must be
    one of ``TURNS``; otherwise ValueError is raised.
    """
    drawing = describe(position, Options())
    if turn not in TURNS[drawing.lattice]:
        raise ValueError(
            f"turn: expected one of {TURNS[drawing.lattice]} degrees for a board of {drawing.lattice}, not {turn}"
        )
    empty = EmptyBoard(drawing, position.game.scenery().edges, name)
    return Markup("\n".join(_Board(position, drawing, empty, name, turn, coordinates, live).document()))


@dataclass(frozen=True)
class _Board:
    """Builds one board in layers, from the surface up to the clickable fields."""

    position: Position
    drawing: Description
    empty: EmptyBoard
    name: str
    turn: int
    coordinates: bool
    live: bool

    def document(self) -> Iterator[str]:
        drawing = self.drawing
        bare = "" if self.coordinates else " board--bare"
        attributes = {
            "class_": f"board board--{drawing.lattice} board--turn-{self.turn}{bare}",
            "id": self.name,
            "data_lattice": drawing.lattice,
            "data_game": str(self.position.game),
            "data_turn": str(self.turn),
            "data_outline": " ".join(f"{number(x)},{number(y)}" for x, y in points(drawing.outline)),
            "data_sides": json.dumps(goal_angles(drawing, self.empty.edges), separators=(",", ":")),
            "data_turns": " ".join(map(str, TURNS[drawing.lattice])),
            "data_state": json.dumps(board_state(self.position), separators=(",", ":")) if self.live else None,
        }
        described = f"{self.name}-text"
        role = {"role": "img", "aria_label": drawing.title, "aria_describedby": described}
        yield element("div", "\n".join(self._inside(role)), **attributes)

    def _inside(self, role: dict[str, str]) -> Iterator[str]:
        yield element(
            "svg",
            element("defs", *symbols(self.drawing.lattice, self.name)),
            element("g", *self._layers(), class_="turning", id=f"{self.name}-turning"),
            class_="board-picture",
            viewBox=self.empty.view_box(self.turn, labels=self.coordinates),
            **role,
        )
        yield text_element("p", self.drawing.text, class_="board-text", id=f"{self.name}-text")
        if self.live:
            yield '<p class="board-polite" role="status" aria-live="polite"></p>'
            yield '<p class="board-urgent" role="alert" aria-live="assertive"></p>'

    def _layers(self) -> Iterator[str]:
        yield from self.empty.layers()
        layers = {
            "land": self._land(),
            "heat": (),
            "glow": self._glow(),
            "links": self._links(),
            "ghosts": self._ghosts(),
            "stones": map(self._stone, self.drawing.stones),
            "posts": (self._use(f"{side}-post", place) for side, place in self.drawing.dots),
            "marks": self._pending(),
            "hints": (),
        }
        for layer, content in layers.items():
            if content or self.live:
                yield element("g", "", *content, class_=layer)
        if self.live:
            yield self._fields()

    # Places --------------------------------------------------------------------------------------------------------
    def _at(self, place: Place) -> str:
        return f"translate({number(place[0] * UNIT)} {number(place[1] * UNIT)})"

    def _use(self, what: str, place: Place, more: str = "", **attributes: str) -> str:
        return element("use", href=f"#{self.name}-{what}", transform=self._at(place) + more, **attributes)

    # Stones, land and lines ----------------------------------------------------------------------------------------
    def _land(self) -> list[str]:
        return [
            self._use(f"land-{land.owner}", land.place, class_=f"land land--{land.owner}", data_key=land.name)
            for land in self.drawing.land
        ]

    def _glow(self) -> list[str]:
        return [
            self._use("glow", stone.place, _turned(stone), class_="glow", data_key=stone.name)
            for stone in self.drawing.stones
            if "winning" in stone.marks
        ]

    def _links(self) -> Iterator[str]:
        named = {field.place: field.name for field in self.drawing.fields}
        # The chains of several contests may share a line.
        for link in dict.fromkeys(self.drawing.links):
            (x1, y1), (x2, y2) = points((link.start, link.end))
            yield element(
                "line",
                x1=x1,
                y1=y1,
                x2=x2,
                y2=y2,
                class_=f"link link--{link.kind}",
                marker_end=f"url(#{self.name}-trail-head)" if link.kind == "trail" else None,
                data_key=f"{link.kind} {named[link.start]} {named[link.end]}",
            )

    def _ghosts(self) -> Iterator[str]:
        for ghost in self.drawing.ghosts:
            key = f"{ghost.kind} {ghost.name}"
            if ghost.kind == "left":
                yield self._use("left", ghost.place, class_="ghost ghost--left", data_key=key)
                continue
            yield self._use(ghost.side, ghost.place, class_="ghost ghost--captured", data_key=key)
            yield self._use("cross", ghost.place, class_="ghost ghost--cross", data_key=f"cross {ghost.name}")

    def _stone(self, stone: Stone) -> str:
        marks = "".join(f" is-{mark}" for mark in stone.marks)
        kind = f"stone stone--{stone.side}{marks}"
        return self._use(stone.side, stone.place, _turned(stone), class_=kind, data_key=stone.name)

    def _pending(self) -> list[str]:
        return [
            self._use("pending", stone.place, class_="pending", data_key=stone.name)
            for stone in self.drawing.stones
            if "pending" in stone.marks
        ]

    # The fields ----------------------------------------------------------------------------------------------------
    def _fields(self) -> str:
        drawing = self.drawing
        at = {field.cell: field for field in drawing.fields}
        stones = {stone.name: stone for stone in drawing.stones}
        last = [stone.name for stone in drawing.stones if "last" in stone.marks]
        tab_stop = last[-1] if last else self._middle()
        game = self.position.game
        bridges = game.scenery().bridges if drawing.lattice == "bridges" else ()
        rows = (
            element(
                "g",
                *(
                    self._field(
                        at[cell],
                        stones.get(at[cell].name),
                        tab_stop,
                        _angle(bridges[cell][0]) if bridges else None,
                    )
                    for cell in row
                ),
                role="row",
            )
            for row in game.topology.rows
        )
        label = f"{drawing.title} board"
        return element("g", *rows, class_="fields", role="grid", aria_label=label, aria_describedby=f"{self.name}-text")

    def _middle(self) -> str:
        places = [field.place for field in self.drawing.fields]
        x, y = (sum(place[axis] for place in places) / len(places) for axis in (0, 1))
        return min(self.drawing.fields, key=lambda f: (f.place[0] - x) ** 2 + (f.place[1] - y) ** 2).name

    def _field(self, field: Field, stone: Stone | None, tab_stop: str, angle: float | None) -> str:
        """A field for clicks and keys. ``angle`` is the direction of Black's bridge there."""
        ((x, y),) = points([field.place])
        return element(
            "circle",
            cx=x,
            cy=y,
            r=UNIT * (0.5 if angle is None else 0.7),
            class_="field",
            role="gridcell",
            tabindex="0" if field.name == tab_stop else "-1",
            aria_label=field_label(field.name, stone.side if stone else None, stone.marks if stone else ()),
            data_field=field.name,
            data_angle=None if angle is None else number(angle),
        )


def _angle(ends: tuple[Place, Place]) -> float:
    (x0, y0), (x1, y1) = ends
    return degrees(atan2(y1 - y0, x1 - x0))


def _turned(stone: Stone) -> str:
    return f"rotate({number(_angle(stone.ends))})" if stone.ends and _angle(stone.ends) else ""
