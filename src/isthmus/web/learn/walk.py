"""The walk along the border between black and white on a full board of Hex, which shows that one side connects.

Coasts surround the board: two rows of black cells and two columns of white ones. The walk begins where the upper and
the left coast meet, between black and white. Three cells meet at every corner, so the colour of the cell ahead
determines each step (Gale 1979).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from isthmus.board.shapes import HEX
from isthmus.board.topology import Topology
from isthmus.render.geometry import Place
from isthmus.rules.types import Side

__all__ = ["Walk", "walk_along"]

Cell = tuple[int, int]
"""A row and a column. On the coasts one of them is -1 or the size of the board."""


@dataclass(frozen=True)
class Walk:
    """``places`` are the corners on the way, in board units. ``hands`` are the (black, white) cells beside the way: one
    hand touches the black cells, the other the white ones."""

    size: int
    places: tuple[Place, ...]
    hands: tuple[tuple[Cell, ...], tuple[Cell, ...]]

    @property
    def touches(self) -> tuple[bool, bool]:
        """Whether the (black, white) hand has reached the far coast of its colour: the lower or the right coast."""
        black, white = self.hands
        return any(row == self.size for row, _ in black), any(column == self.size for _, column in white)


def walk_along(topology: Topology, owner: Mapping[int, Side]) -> Walk:
    """The walk on a full rhombus; ``owner`` gives the side of every cell."""
    size = len(topology.rows)
    hands = [(-1, 0)], [(0, -1)]
    behind, places = (-1, -1), []
    while True:
        black, white = hands[0][-1], hands[1][-1]
        (ahead,) = _near(black) & _near(white) - {behind}
        places.append(_middle(topology, (black, white, ahead)))
        side = _owner(ahead, size, owner)
        if side is None:
            return Walk(size, tuple(places), (tuple(hands[0]), tuple(hands[1])))
        behind = hands[side.value][-1]
        hands[side.value].append(ahead)


def _near(cell: Cell) -> set[Cell]:
    return {(cell[0] + down, cell[1] + right) for down, right in HEX}


def _owner(cell: Cell, size: int, owner: Mapping[int, Side]) -> Side | None:
    """The owner of a cell or a coast. None beyond them, where the walk leaves the board."""
    row, column = cell
    if not (-1 <= row <= size and -1 <= column <= size) or row == column == size:
        return None
    if row in (-1, size):
        return Side.BLACK
    return Side.WHITE if column in (-1, size) else owner[row * size + column]


def _middle(topology: Topology, cells: tuple[Cell, Cell, Cell]) -> Place:
    """The place where three cells meet. Rows and columns continue outside the board."""
    (x0, y0), (x1, y1), (x2, y2) = (topology.positions[cell] for cell in (0, 1, len(topology.rows)))
    row, column = (sum(cell[axis] for cell in cells) / 3 for axis in (0, 1))
    return x0 + column * (x1 - x0) + row * (x2 - x0), y0 + column * (y1 - y0) + row * (y2 - y0)
