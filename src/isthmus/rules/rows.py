"""Rows: the lines of the hexagonal board, and the row moves along them (rules 4)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from isthmus.board.topology import Cell

__all__ = ["DIRECTIONS", "RowMove", "border_ring", "hexagon_lines", "row_from", "row_moves", "shifted"]

DIRECTIONS = ((0, 1), (0, -1), (1, 0), (1, -1), (-1, 1), (-1, 0))
"""Right, left, up-right, up-left, down-right, down-left, as (rows up, axial columns right)."""

Lines = tuple[tuple[tuple[Cell, ...], ...], ...]
"""``lines[cell][direction]``: the fields beyond ``cell`` in one of the DIRECTIONS, the nearest first."""


class RowMove(NamedTuple):
    """The row that ends with ``rear`` moves ``distance`` fields; all its pieces ahead of ``rear`` move too."""

    rear: Cell
    direction: int
    distance: int


def hexagon_lines(side: int) -> Lines:
    """The lines of the hexagonal board with ``side`` fields a side, in the cell numbering of ``shapes.hexagon``."""
    span = 2 * side - 1
    places = [
        (row, column)
        for row in range(span)
        for column in range(max(0, side - 1 - row), min(span, span + side - 1 - row))
    ]
    cell_at = {place: cell for cell, place in enumerate(places)}

    def line(row: int, column: int, up: int, right: int) -> tuple[Cell, ...]:
        beyond = []
        while (found := cell_at.get((row := row + up, column := column + right))) is not None:
            beyond.append(found)
        return tuple(beyond)

    return tuple(tuple(line(*place, *direction) for direction in DIRECTIONS) for place in places)


def border_ring(lines: Lines, side: int) -> tuple[Cell, ...]:
    """The border fields in clockwise order from the left end of the middle row."""
    right, left, up_right, up_left, down_right, down_left = range(6)
    ring = [next(cell for cell, beyond in enumerate(lines) if not any(beyond[to] for to in (left, up_left, down_left)))]
    for direction in (up_right, right, down_right, down_left, left, up_left):
        ring += lines[ring[-1]][direction][: side - 1]
    return tuple(ring[:-1])


def row_from(lines: Lines, own: Collection[Cell], rear: Cell, direction: int) -> tuple[Cell, ...]:
    """The piece on ``rear`` and the unbroken row of own pieces ahead of it: the pieces that must move together."""
    row = [rear]
    for cell in lines[rear][direction]:
        if cell not in own:
            break
        row.append(cell)
    return tuple(row)


def row_moves(lines: Lines, own: Collection[Cell], opposing: Collection[Cell]) -> Iterator[RowMove]:
    """Every row move: one to k fields for a row of k pieces, as far as the fields ahead are empty."""
    for rear in own:
        for direction in range(len(DIRECTIONS)):
            length = len(row_from(lines, own, rear, direction))
            ahead = lines[rear][direction][length - 1 :]
            for distance, entered in enumerate(ahead[:length], start=1):
                if entered in own or entered in opposing:
                    break
                yield RowMove(rear, direction, distance)


def shifted(lines: Lines, own: frozenset[Cell], move: RowMove) -> frozenset[Cell]:
    """The mover's pieces after a row move."""
    row = row_from(lines, own, move.rear, move.direction)
    line = (move.rear, *lines[move.rear][move.direction])
    return (own - frozenset(row)) | frozenset(line[move.distance : move.distance + len(row)])
