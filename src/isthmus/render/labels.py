"""Coordinates around a board, each at an end of its line of fields."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_lowercase, digits

from isthmus.board.topology import Topology
from isthmus.render.geometry import Place, Polygon, bounds

__all__ = ["Label", "coordinate_labels"]

SLANT = 3**0.5 / 2
"""The change of the distance to a slanted side per unit along a row."""


@dataclass(frozen=True)
class Label:
    """A coordinate. ``anchor`` lies on the board's outline; the text goes outside, in the direction ``away``.

    ``away`` leads one unit away from the side. ``rank`` counts along the side from 0, for small pictures that show
    only every second label or fewer.
    """

    text: str
    anchor: Place
    away: Place
    rank: int


def coordinate_labels(topology: Topology, outline: Polygon, reach: float) -> tuple[Label, ...]:
    """The coordinates around a board whose outline lies ``reach`` outside its outermost fields (or cells)."""
    if topology.lattice == "hex-cells":
        return _rhombus_labels(topology, 3**-0.5 + reach)
    if topology.lattice == "hex-points":
        return _hexagon_labels(topology, reach)
    left, top, right, bottom = bounds(outline)
    columns = {name.rstrip(digits): x for name, (x, _) in zip(topology.names, topology.positions, strict=True)}
    letters = [(text, x, rank) for rank, (text, x) in enumerate(sorted(columns.items(), key=lambda item: item[1]))]
    rows = [(text, topology.positions[row[0]][1]) for text, row in zip(topology.row_labels, topology.rows, strict=True)]
    numbers = [(text, y, rank) for rank, (text, y) in enumerate(reversed(rows))]
    return (
        *(Label(text, (x, top), (0.0, -1.0), rank) for text, x, rank in letters),
        *(Label(text, (x, bottom), (0.0, 1.0), rank) for text, x, rank in letters),
        *(Label(text, (left, y), (-1.0, 0.0), rank) for text, y, rank in numbers),
        *(Label(text, (right, y), (1.0, 0.0), rank) for text, y, rank in numbers),
    )


def _beyond(place: Place, text: str, rank: int, way: Place, reach: float) -> Label:
    """A label for a line of fields that ends at ``place``, further on in the same direction ``way``."""
    away = (way[0] / SLANT, way[1] / SLANT)
    return Label(text, (place[0] + reach * away[0], place[1] + reach * away[1]), away, rank)


def _rhombus_labels(topology: Topology, reach: float) -> tuple[Label, ...]:
    """Letters directly above and below; numbers left and right, along the rows.

    Along the slant of its column, a letter would land between that column and the next one.
    """
    places = topology.positions
    labels = []
    for cells, way in ((topology.rows[0], (0.0, -SLANT)), (topology.rows[-1], (0.0, SLANT))):
        for rank, cell in enumerate(cells):
            labels.append(_beyond(places[cell], topology.names[cell].rstrip(digits), rank, way, reach))
    for end, way in ((0, (-1.0, 0.0)), (-1, (1.0, 0.0))):
        for rank, (text, row) in enumerate(zip(topology.row_labels, topology.rows, strict=True)):
            labels.append(_beyond(places[row[end]], text, rank, way, reach))
    return tuple(labels)


def _hexagon_labels(topology: Topology, reach: float) -> tuple[Label, ...]:
    """Row letters on the left; numbers along the top, the bottom and the right, where their lines end."""
    rows, places = topology.rows, topology.positions
    labels = [
        _beyond(places[row[0]], text, len(rows) - 1 - rank, (-1.0, 0.0), reach)
        for rank, (text, row) in enumerate(zip(topology.row_labels, rows, strict=True))
    ]
    middle = len(rows) // 2
    ends = (
        (rows[: middle + 1], (0.5, -SLANT)),
        (rows[::-1][: middle + 1], (0.5, SLANT)),
    )
    for lines, way in ends:
        outermost = [*lines[0], *(row[-1] for row in lines[1:])]
        for rank, cell in enumerate(outermost):
            number = topology.names[cell].lstrip(ascii_lowercase)
            labels.append(_beyond(places[cell], number, rank, way, reach))
    return tuple(labels)
