"""The chequered board of Trellis and Quadrant Trellis: home squares, the links across them, and its mirror images.

Points are (row, column) with row 0 at the bottom, and cells count them row by row. A square is named by its lower-left
point; the upper-left square is dark. Dark squares are Black's home squares, light ones White's. Rules 2.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from isthmus.board.shapes import square
from isthmus.board.symmetry import Symmetry
from isthmus.board.topology import Cell
from isthmus.rules.types import Side

__all__ = ["RISING_PLANE", "home_links", "home_of", "home_squares", "mirrors", "quarter_turns", "rising"]

_ACROSS = {(1, 1): (0, 0), (1, -1): (0, -1), (-1, 1): (-1, 0), (-1, -1): (-1, -1)}
"""For each diagonal step (rows, columns), the square it crosses, relative to its starting point."""


def home_of(row: int, column: int) -> Side:
    """The side that owns the square with this lower-left point. The board size is odd, so the upper-left square is
    dark."""
    return Side.BLACK if (row + column) % 2 else Side.WHITE


RISING_PLANE = "own diagonals rise"


def rising(size: int) -> Sequence[Cell]:
    """The points whose own diagonal links go up to the right, or down to the left; at all other points they go the
    other way.

    They are the same for White, which sees the board after a quarter turn: this turns its diagonals too.
    """
    return [cell for cell in range(size * size) if home_of(*divmod(cell, size)) is Side.BLACK]


@cache
def home_links(size: int) -> tuple[Sequence[Sequence[Cell]], Sequence[Sequence[Cell]]]:
    """For (black, white), the links of each cell: orthogonal neighbours, and diagonal ones across home squares."""

    def links(side: Side, row: int, column: int) -> Sequence[Cell]:
        near = set(square(size).neighbours[row * size + column])
        for (up, right), (below, left) in _ACROSS.items():
            inside = 0 <= row + up < size and 0 <= column + right < size
            if inside and home_of(row + below, column + left) is side:
                near.add((row + up) * size + column + right)
        return tuple(sorted(near))

    points = [(row, column) for row in range(size) for column in range(size)]
    return tuple(links(Side.BLACK, *point) for point in points), tuple(links(Side.WHITE, *point) for point in points)


@cache
def mirrors(size: int) -> Sequence[Sequence[Cell]]:
    """The seven symmetries of the square apart from the identity, each as the image of every cell.

    The order is fixed, since positions store a number for each: half turn, quarter turn to the left, quarter turn to
    the right, top to bottom, left to right, and the reflections in the rising and in the falling diagonal.
    """
    last = size - 1
    points = [(row, column) for row in range(size) for column in range(size)]
    images = (
        [(last - row, last - column) for row, column in points],
        [(column, last - row) for row, column in points],
        [(last - column, row) for row, column in points],
        [(last - row, column) for row, column in points],
        [(row, last - column) for row, column in points],
        [(column, row) for row, column in points],
        [(last - column, last - row) for row, column in points],
    )
    return tuple(tuple(row * size + column for row, column in image) for image in images)


def quarter_turns(size: int) -> Sequence[Symmetry]:
    """The rotations of the board, all of which keep the rules; quarter turns exchange the colours."""
    half, left, right = (tuple(image) for image in mirrors(size)[:3])
    return (
        Symmetry("half turn", half, swaps=False),
        Symmetry("quarter turn to the left", left, swaps=True),
        Symmetry("quarter turn to the right", right, swaps=True),
    )


def home_squares(size: int) -> tuple[tuple[str, tuple[tuple[float, float], ...]], ...]:
    """The chequered squares as shaded tiles for a drawing."""
    at = square(size).positions

    def tile(row: int, column: int) -> tuple[str, tuple[tuple[float, float], ...]]:
        lower = row * size + column
        role = "dark" if home_of(row, column) is Side.BLACK else "light"
        return role, (at[lower], at[lower + 1], at[lower + size + 1], at[lower + size])

    return tuple(tile(row, column) for row in range(size - 1) for column in range(size - 1))
