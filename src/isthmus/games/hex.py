"""Hex (Piet Hein 1942, John Nash 1948): join your two sides of a rhombus of hexagons. Rules 2.4."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from isthmus.board.shapes import rhombus
from isthmus.board.symmetry import Symmetry
from isthmus.board.topology import Cell, Topology
from isthmus.games.scenery import border_edges
from isthmus.rules.connect import Contest, block
from isthmus.rules.parameters import Parameter
from isthmus.rules.placement import PlacementGame
from isthmus.rules.scenery import Scenery
from isthmus.rules.types import Side

__all__ = ["Hex", "rhombus_symmetries"]


class Hex(PlacementGame):
    """Facts and rules of Hex."""

    id = "hex"
    title = "Hex"
    inventor = "Piet Hein"
    year = 1942
    summary = "Join your two sides with one chain of hexagons; draws are impossible."
    goals = ("top to bottom", "left to right")
    parameters = (
        Parameter("size", range(3, 27), 11, "cells along each side", shown=True),
        Parameter("pie", (0, 1), 1, "turns the first player makes before the second chooses a colour", shown=True),
    )
    native = True

    if TYPE_CHECKING:  # what ``parameters`` says, for type checkers and editors

        def __init__(self, *, size: int = 11, pie: int = 1) -> None: ...

    def make_topology(self) -> Topology:
        return rhombus(self.number("size"))

    def make_contests(self) -> Sequence[Contest]:
        size = self.number("size")
        return (block("board", size, range(size), range(size)),)

    def links(self, side: Side, cell: Cell) -> Iterable[Cell]:
        return self.topology.neighbours[cell]

    def symmetries(self) -> Sequence[Symmetry]:
        return rhombus_symmetries(self.number("size"))

    def scenery(self) -> Scenery:
        return Scenery(edges=border_edges(self.topology))


def rhombus_symmetries(size: int) -> Sequence[Symmetry]:
    """The half turn, and the reflections in the long and the short diagonal, which exchange the colours."""
    last = size - 1
    cells = [(row, column) for row in range(size) for column in range(size)]
    return (
        Symmetry("half turn", tuple((last - row) * size + last - column for row, column in cells), swaps=False),
        Symmetry("long diagonal", tuple(column * size + row for row, column in cells), swaps=True),
        Symmetry("short diagonal", tuple((last - column) * size + last - row for row, column in cells), swaps=True),
    )
