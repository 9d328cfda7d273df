"""Description: a position as a neutral drawing, the source for every output (SVG, a web page, a canvas).

All places are (x, y) in board units: x to the right, y downwards, neighbouring fields one unit apart. Everything is
plain frozen data; ``Description.as_json()`` gives it as dictionaries and lists. Sides are ``"black"`` and ``"white"``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from isthmus.errors import A_POSITION, DrawingError, expect
from isthmus.render.annotations import Annotations
from isthmus.render.board import Bridge, Dot, Polyline, Side, SidePolygon, empty_board
from isthmus.render.geometry import Place, Polygon, hexagon_around, square_around
from isthmus.render.labels import Label
from isthmus.render.options import Options
from isthmus.render.turns import Happening, happening
from isthmus.rules.position import Position
from isthmus.rules.types import Side as RulesSide

__all__ = ["Description", "Field", "Ghost", "Inscription", "Land", "Link", "Stone", "Warmth", "describe"]


@dataclass(frozen=True)
class Field:
    """A field: its name, its cell in the topology, and its place."""

    name: str
    cell: int
    place: Place


@dataclass(frozen=True)
class Stone:
    """A stone. ``marks``: any of ``last``, ``pending``, ``winning``. ``ends``: the two ends of a bridge, else None."""

    side: Side
    name: str
    place: Place
    marks: tuple[str, ...] = ()
    ends: Bridge | None = None


@dataclass(frozen=True)
class Ghost:
    """A stone that is no longer there. ``kind``: ``captured`` (taken off the board) or ``left`` (moved from here)."""

    side: Side
    name: str
    place: Place
    kind: str


@dataclass(frozen=True)
class Land:
    """Territory: ``owner`` is a side or ``shared``; the field's place and the cell around it."""

    owner: str
    name: str
    place: Place
    cell: Polygon


@dataclass(frozen=True)
class Link:
    """A straight line between two fields.

    ``kind``: ``winning`` (joins a chain), ``trail`` (a stone's move) or ``arrow`` (points something out; belongs to no
    side).
    """

    kind: str
    side: Side
    start: Place
    end: Place


@dataclass(frozen=True)
class Inscription:
    """A mark or number on a field or its stone.

    ``kind``: ``circle``, ``cross``, ``square``, ``triangle``, ``label`` or ``number``; the last two have ``text``.
    ``on`` is the side of the stone there, empty for an empty field.
    """

    kind: str
    name: str
    place: Place
    text: str
    on: Side


@dataclass(frozen=True)
class Warmth:
    """A number from -1 to 1 for a field, below its stone; ``text`` is the number as written, or empty."""

    name: str
    place: Place
    value: float
    text: str
    on: Side


@dataclass(frozen=True)
class Description:
    """A drawing of a position. ``text`` describes it in words, for people who cannot see it.

    ``outline`` is the convex shape of the board with its goal bands, ``cells`` the field polygons of boards made of
    cells, ``lines`` and ``stars`` those of boards made of points. ``tiles`` are shaded polygons by role (``dark``,
    ``light``, ``black-goal``, ``white-goal``), ``goals`` the bands along goal sides, ``dividers`` the lines between
    quadrants, ``dots`` the fixed posts of a board of bridges. ``heat``, ``inscriptions`` and ``footnotes`` (short texts
    beneath the board) come from the annotations.

    >>> import isthmus
    >>> from isthmus.render import describe
    >>> describe(isthmus.game("hex", size=3, pie=0).start().play("b2")).text
    'hex(size=3,pie=0). Black: b2. White: no stones. Last turn: b2. White to move.'
    """

    lattice: str
    title: str
    text: str
    outline: Polygon
    cells: tuple[Polygon, ...]
    lines: tuple[Polyline, ...]
    stars: tuple[Place, ...]
    tiles: tuple[tuple[str, Polygon], ...]
    goals: tuple[SidePolygon, ...]
    dividers: tuple[Polyline, ...]
    dots: tuple[Dot, ...]
    labels: tuple[Label, ...]
    fields: tuple[Field, ...]
    land: tuple[Land, ...]
    links: tuple[Link, ...]
    ghosts: tuple[Ghost, ...]
    stones: tuple[Stone, ...]
    heat: tuple[Warmth, ...] = ()
    inscriptions: tuple[Inscription, ...] = ()
    footnotes: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The drawing as dictionaries, tuples, texts and numbers, ready for ``json.dumps``."""
        return asdict(self)


def describe(position: Position, options: Options | None = None, annotations: Annotations | None = None) -> Description:
    """The drawing of a position; ``options`` says whether to include coordinates and marks.

    Raises DrawingError for annotations of fields that are not on the board, and for numbers out of range.

    >>> import isthmus
    >>> from isthmus.render import describe
    >>> drawing = describe(isthmus.game("hex", size=3, pie=0).start().play("b2"))
    >>> drawing.lattice, len(drawing.cells), len(drawing.stones)
    ('hex-cells', 9, 1)
    """
    expect(position, Position, A_POSITION, DrawingError)
    expect(options, Options | None, "Options", DrawingError)
    expect(annotations, Annotations | None, "Annotations", DrawingError)
    wanted, pointed = options or Options(), annotations or Annotations()
    game = position.game
    pointed.check(game)
    scenery, topology = game.scenery(), game.topology
    dressed = empty_board(topology, scenery, coordinates=wanted.coordinates)
    what = happening(position) if wanted.marks else Happening()
    places, names, cell_of = topology.positions, topology.names, topology.cell_of
    around = hexagon_around if topology.lattice.startswith("hex") else square_around
    stones = []
    for side in RulesSide:
        for cell in position.snapshot.stones[side.value]:
            ends = scenery.bridges[cell][side.value] if scenery.bridges else None
            stones.append(Stone(str(side), names[cell], places[cell], what.marks_of(cell), ends))
    marks = position.marks if wanted.marks else None
    sides = {stone.name: stone.side for stone in stones}
    owned = (("black", marks.land[0]), ("white", marks.land[1]), ("shared", marks.shared)) if marks else ()
    return Description(
        lattice=topology.lattice,
        title=game.title,
        text=" ".join([in_words(position), *_annotations_in_words(pointed)]),
        outline=dressed.outline,
        cells=dressed.cells,
        lines=dressed.lines,
        stars=dressed.stars,
        tiles=scenery.tiles,
        goals=dressed.goals,
        dividers=scenery.dividers,
        dots=tuple((str(side), place) for side, place in scenery.dots),
        labels=dressed.labels,
        fields=tuple(Field(name, cell, places[cell]) for cell, name in enumerate(names)),
        land=tuple(Land(owner, names[c], places[c], around(places[c])) for owner, cells in owned for c in cells),
        links=(
            *(Link(kind, str(side), places[a], places[b]) for kind, side, a, b in what.links),
            *(Link("arrow", "", places[cell_of[arrow.start]], places[cell_of[arrow.end]]) for arrow in pointed.arrows),
        ),
        ghosts=tuple(Ghost(str(side), names[cell], places[cell], kind) for kind, side, cell in what.ghosts),
        stones=tuple(stones),
        heat=tuple(
            Warmth(name, places[cell_of[name]], float(value), text, sides.get(name, ""))
            for name, value, text in _heat(pointed)
        ),
        inscriptions=tuple(
            Inscription(kind, name, places[cell_of[name]], text, sides.get(name, ""))
            for kind, name, text in _inscriptions(pointed)
        ),
        footnotes=tuple(pointed.footnotes),
    )


def _heat(pointed: Annotations) -> Iterator[tuple[str, float, str]]:
    if pointed.heat is not None:
        for name, value in pointed.heat.values.items():
            yield name, value, _short(value) if pointed.heat.texts else ""


def _short(value: float) -> str:
    """A number from -1 to 1 in two digits: ``.35``, ``−.08``, ``1``."""
    digits = f"{abs(value):.2f}"
    text = digits[1:] if digits.startswith("0") else digits.rstrip("0").rstrip(".")
    return "0" if text == ".00" else f"−{text}" if value < 0 else text


def _inscriptions(pointed: Annotations) -> Iterator[tuple[str, str, str]]:
    """The inscription of each field; a mark hides a number, so that they do not overlap."""
    taken = {mark.point for mark in pointed.marks if mark.kind == "label"}
    yield from (("number", name, str(number)) for name, number in pointed.numbers.items() if name not in taken)
    yield from ((mark.kind, mark.point, mark.text) for mark in pointed.marks)


def _annotations_in_words(pointed: Annotations) -> Iterator[str]:
    """The annotations in words."""
    marks = [f"{mark.kind} {mark.text} at {mark.point}".replace("  ", " ") for mark in pointed.marks]
    if marks:
        yield f"Marked: {', '.join(marks)}."
    if pointed.numbers:
        yield f"Numbered: {', '.join(f'{number} at {name}' for name, number in pointed.numbers.items())}."
    if pointed.arrows:
        yield f"Arrows: {', '.join(f'{arrow.start} to {arrow.end}' for arrow in pointed.arrows)}."
    if pointed.footnotes:
        yield f"Beneath: {', '.join(pointed.footnotes)}."


def in_words(position: Position) -> str:
    """A position in words: the game, the stones of both sides, the last turn, and the side to move or the result."""
    said = [f"{position.game}."]
    said += [f"{str(side).capitalize()}: {' '.join(position.stones(side)) or 'no stones'}." for side in RulesSide]
    if position.last_turn and str(position.last_turn):
        said.append(f"{'So far in this turn' if position.mid_turn else 'Last turn'}: {position.last_turn}.")
    if position.captured:
        said.append(f"Captured: {' '.join(position.captured)}.")
    marks = position.marks
    if marks.shared and not any(marks.land):  # blocked fields, for example
        said.append(f"Shared: {' '.join(position.game.topology.names[cell] for cell in marks.shared)}.")
    if position.outcome:
        said.append(f"Result: {position.outcome.in_words}.")
    elif position.choosing:
        said.append("Choose a colour.")
    else:
        said.append(f"{str(position.to_move).capitalize()} to move.")
    return " ".join(said)
