"""The first player's pairing in one-stone Trellis, for every size: answering next to each stone wins.

The first stone goes to the middle. The other points lie on rings around it. Each ring is cut into pairs of neighbouring
points. When the second player takes one point of a pair, the first player takes the other.

Why this joins top and bottom: a point is an edge of Black's graph, whose vertices are the home squares
(docs/design/0008-switching-games.md). Take the pairs in the order of ``pairing``. The stones and the earlier pairs join
the vertices of Black's graph into groups. Both edges of the next pair run between the same two groups, so
either edge joins them. In the end everything is joined. ``isthmus.solve`` checks that with the rules alone
(tests/lab/test_pairing.py).
"""

from __future__ import annotations

import isthmus
from isthmus.board.topology import Cell
from isthmus.render import Annotations, Arrow, to_svg
from isthmus.rules.position import Position

__all__ = ["after_first_stone", "drawings", "pairing", "sizes"]

Pair = tuple[str, str]


def sizes() -> tuple[int, ...]:
    """The sizes of Trellis."""
    (size,) = (one for one in isthmus.games()["trellis"].parameters if one.name == "size")
    return tuple(int(value) for value in size.values)


def after_first_stone(size: int) -> Position:
    """The position after the first stone, in the middle of an empty board."""
    game = isthmus.game("trellis", size=size, pie=0, stones_per_turn=1)
    return game.start().play(game.topology.names[len(game.topology) // 2])


def pairing(size: int) -> tuple[Pair, ...]:
    """The pairs of points, in the order of the argument above: first the horizontal ones, from the outer rings inwards;
    then the vertical ones, from the falling diagonal outwards and along it from the inner rings outwards.
    """
    names = after_first_stone(size).game.topology.names
    found = [pair for ring in range(size // 2) for pair in _pairs(size, ring)]

    def place(pair: tuple[Cell, Cell]) -> tuple[int, int, int]:
        (row, column), (next_row, _) = sorted(divmod(cell, size) for cell in pair)
        if row == next_row:
            return 0, min(row, size - 1 - row), 0
        return 1, abs(row + column - size + 1), -min(column, size - 1 - column)

    return tuple((names[one], names[other]) for one, other in sorted(found, key=place))


def drawings() -> tuple[tuple[int, str], ...]:
    """For every size a picture of the first stone and the pairs, as SVG: an arrow joins the two points of a pair."""
    found = []
    for size in sizes():
        arrows = [Arrow(one, other) for one, other in pairing(size)]
        picture = to_svg(after_first_stone(size), annotations=Annotations(arrows=arrows), theme="paper", size=420)
        found.append((size, picture))
    return tuple(found)


def _pairs(size: int, ring: int) -> list[tuple[Cell, Cell]]:
    """The pairs of a ring, counted from the edge of the board, counter-clockwise from beside the lower left corner."""
    low, high = ring, size - 1 - ring
    along = range(low + 1, high + 1)
    points = [
        *((low, column) for column in along),
        *((row, high) for row in along),
        *((high, size - 1 - column) for column in along),
        *((size - 1 - row, low) for row in along),
    ]
    cells = [row * size + column for row, column in points]
    return list(zip(cells[::2], cells[1::2], strict=True))
