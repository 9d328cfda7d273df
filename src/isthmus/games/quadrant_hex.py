"""Quadrant Hex (Steven Meyers 2000): a Hex board in four quarters with five contests; win three. Rules 2.3."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from isthmus.board.shapes import rhombus
from isthmus.board.symmetry import Symmetry
from isthmus.board.topology import Cell, Topology
from isthmus.games.hex import rhombus_symmetries
from isthmus.games.scenery import border_edges, hexagon_border
from isthmus.rules.connect import Contest, quadrants
from isthmus.rules.parameters import Parameter
from isthmus.rules.placement import PlacementGame
from isthmus.rules.scenery import Scenery
from isthmus.rules.types import Side

__all__ = ["QuadrantHex"]


class QuadrantHex(PlacementGame):
    """Facts and rules of Quadrant Hex."""

    id = "quadrant-hex"
    title = "Quadrant Hex"
    inventor = "Steven Meyers"
    year = 2000
    summary = "Hex five times at once, on the four quarters of the board and on the whole board: win three."
    goals = ("top to bottom, three of five times", "left to right, three of five times")
    native = True
    parameters = (
        Parameter("size", range(6, 27, 2), 14, "cells along each side", shown=True),
        Parameter("pie", (0, 1), 0, "turns the first player makes before the second chooses a colour", shown=True),
    )
    contests_to_win = 3

    if TYPE_CHECKING:  # what ``parameters`` says, for type checkers and editors

        def __init__(self, *, size: int = 14, pie: int = 0) -> None: ...

    def make_topology(self) -> Topology:
        return rhombus(self.number("size"))

    def make_contests(self) -> Sequence[Contest]:
        return quadrants(self.number("size"), first_row="top")

    def links(self, side: Side, cell: Cell) -> Iterable[Cell]:
        return self.topology.neighbours[cell]

    def symmetries(self) -> Sequence[Symmetry]:
        return rhombus_symmetries(self.number("size"))

    def scenery(self) -> Scenery:
        size = self.number("size")
        upper = frozenset(range(size * size // 2))
        left = frozenset(cell for cell in range(size * size) if cell % size < size // 2)
        dividers = (hexagon_border(self.topology, upper, along=0), hexagon_border(self.topology, left, along=1))
        return Scenery(edges=border_edges(self.topology), dividers=dividers)
