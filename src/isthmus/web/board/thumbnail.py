"""Thumbnails: stamp-sized boards as inline SVG. The empty board is drawn once per game. The stones are two paths.

A whole set of puzzles is smaller than one live board. Colours come from the style sheet (thumbnail.css).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from markupsafe import Markup

from isthmus.board.topology import Cell
from isthmus.render import describe
from isthmus.render.geometry import Place, Polygon, bounds
from isthmus.render.markup import element
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.rules.scenery import Scenery
from isthmus.rules.types import Side

__all__ = ["shared_board", "thumbnail"]

_UNIT = 10
_MARGIN = 0.35
"""The margin around the outline, in board units."""


def shared_board(game: Game) -> Markup:
    """The empty board of a game, for the ``defs`` of a page with thumbnails."""
    return Markup(element("g", *_empty_board(game), id=_name(game)))


def thumbnail(position: Position) -> Markup:
    """The stones of a position on the empty board of its game. It has no text, so the page must describe it."""
    game = position.game
    paths = []
    for side in Side:
        if d := "".join(_stone(game, side, cell) for cell in position.snapshot.stones[side.value]):
            kind = "bridge" if _scenery(game).bridges else "stone"
            paths += [element("path", d=d, class_=f"thumb-{kind} thumb-{part}") for part in (f"{side}-rim", str(side))]
    board = element("use", href=f"#{_name(game)}")
    return Markup(element("svg", board, *paths, class_="thumb", viewBox=_view_box(game), aria_hidden="true"))


def _stone(game: Game, side: Side, cell: Cell) -> str:
    """A stone as a line with round ends: of zero length, or from end to end of a bridge."""
    if bridges := _scenery(game).bridges:
        start, end = bridges[cell][side.value]
        return f"M{_at(start)}L{_at(end)}"
    return f"M{_at(game.topology.positions[cell])}h0"


@cache
def _scenery(game: Game) -> Scenery:
    return game.scenery()


def _name(game: Game) -> str:
    return "thumb-" + "".join(letter if letter.isalnum() else "-" for letter in str(game)).strip("-")


@cache
def _view_box(game: Game) -> str:
    left, top, right, bottom = bounds(describe(game.start()).outline)
    box = (left - _MARGIN, top - _MARGIN, right - left + 2 * _MARGIN, bottom - top + 2 * _MARGIN)
    return " ".join(str(round(value * _UNIT)) for value in box)


def _empty_board(game: Game) -> Iterator[str]:
    drawing = describe(game.start())
    yield element("path", d=_closed([drawing.outline]), class_="thumb-board")
    for role in ("dark", "black-goal", "white-goal"):
        if tiles := [tile for kind, tile in drawing.tiles if kind == role]:
            yield element("path", d=_closed(tiles), class_=f"thumb-tile-{role}")
    for side in ("black", "white"):
        if bands := [polygon for owner, polygon in drawing.goals if str(owner) == side]:
            yield element("path", d=_closed(bands), class_=f"thumb-goal-{side}")
    if drawing.cells:
        yield element("path", d=_closed(drawing.cells), class_="thumb-cells")
    if drawing.lines:
        yield element("path", d="".join("M" + "L".join(map(_at, line)) for line in drawing.lines), class_="thumb-lines")
    if drawing.dividers:
        lines = "".join("M" + "L".join(map(_at, line)) for line in drawing.dividers)
        yield element("path", d=lines, class_="thumb-divider")
    for side in ("black", "white"):
        if posts := [place for owner, place in drawing.dots if owner == side]:
            yield element("path", d="".join(f"M{_at(place)}h0" for place in posts), class_=f"thumb-post thumb-{side}")


def _closed(polygons: Iterable[Polygon]) -> str:
    return "".join("M" + "L".join(map(_at, polygon)) + "Z" for polygon in polygons)


def _at(place: Place) -> str:
    return f"{round(place[0] * _UNIT)} {round(place[1] * _UNIT)}"
