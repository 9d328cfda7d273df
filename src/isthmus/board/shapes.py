"""The board shapes: one function per shape, each returning a cached, shared Topology.

Coordinates follow section 1.1 of the rules: square boards count rows from the bottom, Hex boards from the top, the
Trinidad board letters its rows from the bottom and numbers the fields along each row.
"""

from __future__ import annotations

from functools import cache
from string import ascii_lowercase

from isthmus.board.topology import Cell, Lattice, Topology

__all__ = ["bridges", "clipped_square", "hexagon", "rhombus", "square"]

ORTHOGONAL = ((1, 0), (-1, 0), (0, 1), (0, -1))
EIGHT = (*ORTHOGONAL, (1, 1), (1, -1), (-1, 1), (-1, -1))
HEX = ((0, 1), (0, -1), (1, 0), (-1, 0), (-1, 1), (1, -1))

Places = dict[tuple[int, int], tuple[str, tuple[float, float]]]
"""The name and the place in a drawing of each field, by row and column."""
Borders = dict[str, set[tuple[int, int]]]
"""The fields of each border, by its name."""


def _build(
    lattice: Lattice,
    places: Places,
    links: tuple[tuple[int, int], ...],
    borders: Borders,
    *,
    top_row_first: bool,
    row_labels: dict[int, str],
    column_first: bool,
) -> Topology:
    """A topology from (row, column) places in row-major order."""
    keys = sorted(places)
    cell_at = {key: cell for cell, key in enumerate(keys)}
    rows: dict[int, list[Cell]] = {}
    for key in keys:
        rows.setdefault(key[0], []).append(cell_at[key])
    order = sorted(rows, reverse=not top_row_first)
    return Topology(
        lattice=lattice,
        names=tuple(places[key][0] for key in keys),
        positions=tuple(places[key][1] for key in keys),
        rows=tuple(tuple(rows[row]) for row in order),
        row_labels=tuple(row_labels[row] for row in order),
        neighbours=tuple(
            tuple(sorted(cell_at[near] for dr, dc in links if (near := (row + dr, column + dc)) in cell_at))
            for row, column in keys
        ),
        sort_keys=tuple((column, row) if column_first else (row, column) for row, column in keys),
        borders={name: frozenset(cell_at[key] for key in cells if key in cell_at) for name, cells in borders.items()},
        grid=tuple(keys),
    )


def _on_square(
    lattice: Lattice, size: int, places: Places, links: tuple[tuple[int, int], ...], borders: Borders
) -> Topology:
    """A topology on a square grid, or part of it: rows count from the bottom, names begin with the column."""
    labels = {row: str(row + 1) for row in range(size)}
    return _build(lattice, places, links, borders, top_row_first=False, row_labels=labels, column_first=True)


def _square_borders(size: int) -> Borders:
    last = size - 1
    return {
        "top": {(last, i) for i in range(size)},
        "bottom": {(0, i) for i in range(size)},
        "left": {(i, 0) for i in range(size)},
        "right": {(i, last) for i in range(size)},
    }


def _square_places(size: int) -> Places:
    return {
        (row, column): (f"{ascii_lowercase[column]}{row + 1}", (float(column), float(size - 1 - row)))
        for row in range(size)
        for column in range(size)
    }


@cache
def square(size: int, lattice: Lattice = "square-points") -> Topology:
    """A square board of ``size`` × ``size`` fields, orthogonal neighbours; ``a1`` is the bottom-left field."""
    return _on_square(lattice, size, _square_places(size), ORTHOGONAL, _square_borders(size))


@cache
def clipped_square(size: int) -> Topology:
    """The Network board: square cells with eight neighbours each and without the four corners."""
    last = size - 1
    corners = {(0, 0), (0, last), (last, 0), (last, last)}
    places = {key: place for key, place in _square_places(size).items() if key not in corners}
    borders = {name: cells - corners for name, cells in _square_borders(size).items()}
    return _on_square("square-cells", size, places, EIGHT, borders)


@cache
def bridges(order: int) -> Topology:
    """The Bridg-It board of the given order: the points of a (2·order-1)-square board with an even row + column.

    Neighbours are the four diagonal points. Which points connect depends on the colour; see the game.
    """
    size = 2 * order - 1
    places = {key: place for key, place in _square_places(size).items() if sum(key) % 2 == 0}
    return _on_square("bridges", size, places, ((1, 1), (1, -1), (-1, 1), (-1, -1)), _square_borders(size))


@cache
def rhombus(size: int) -> Topology:
    """A Hex board: rows from the top, each drawn half a cell further right than the one above."""
    last = size - 1
    height = 3**0.5 / 2
    return _build(
        "hex-cells",
        {
            (row, column): (f"{ascii_lowercase[column]}{row + 1}", (column + row / 2, row * height))
            for row in range(size)
            for column in range(size)
        },
        HEX,
        {
            "top": {(0, i) for i in range(size)},
            "bottom": {(last, i) for i in range(size)},
            "left": {(i, 0) for i in range(size)},
            "right": {(i, last) for i in range(size)},
        },
        top_row_first=True,
        row_labels={row: str(row + 1) for row in range(size)},
        column_first=True,
    )


@cache
def hexagon(side: int) -> Topology:
    """The Trinidad board: a hexagon with ``side`` fields along each side and a horizontal top and bottom.

    Internally row ``r`` (0 at the bottom) and axial column ``q``: neighbours (0,±1), (±1,0), (1,-1), (-1,1) where going
    up a row with the same q leads up and to the right. Fields are named by row letter and number along the row. Borders
    are the six plain sides. The game itself defines its four goal sides and cut fields.
    """
    span = 2 * side - 1
    height = 3**0.5 / 2
    places: dict[tuple[int, int], tuple[str, tuple[float, float]]] = {}
    for row in range(span):
        first = max(0, side - 1 - row)
        last = min(span - 1, span - 1 + side - 1 - row)
        for number, q in enumerate(range(first, last + 1), start=1):
            place = q + (row - (side - 1)) / 2, (span - 1 - row) * height
            places[row, q] = f"{ascii_lowercase[row]}{number}", place
    middle = side - 1
    rows = {row: sorted(q for r, q in places if r == row) for row in range(span)}
    return _build(
        "hex-points",
        places,
        HEX,
        {
            "top": {(span - 1, q) for q in rows[span - 1]},
            "bottom": {(0, q) for q in rows[0]},
            "north-west": {(r, rows[r][0]) for r in range(middle, span)},
            "south-west": {(r, rows[r][0]) for r in range(middle + 1)},
            "north-east": {(r, rows[r][-1]) for r in range(middle, span)},
            "south-east": {(r, rows[r][-1]) for r in range(middle + 1)},
        },
        top_row_first=False,
        row_labels={row: ascii_lowercase[row] for row in range(span)},
        column_first=False,
    )
