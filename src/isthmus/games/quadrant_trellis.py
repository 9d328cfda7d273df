"""Quadrant Trellis (Steven Meyers 1999), the original Trellis: five contests on one chequered board; win three.

Rules 2.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from isthmus.board.shapes import square
from isthmus.board.symmetry import Symmetry
from isthmus.board.topology import Cell, Topology
from isthmus.games.scenery import border_edges, middle_lines
from isthmus.games.trellis_board import RISING_PLANE, home_links, home_squares, quarter_turns, rising
from isthmus.rules.connect import Contest, quadrants
from isthmus.rules.parameters import Parameter
from isthmus.rules.placement import PlacementGame, PlacementState
from isthmus.rules.rule_set import Plane
from isthmus.rules.scenery import Scenery
from isthmus.rules.types import Side

__all__ = ["QuadrantTrellis"]


class QuadrantTrellis(PlacementGame):
    """Facts and rules of Quadrant Trellis."""

    id = "quadrant-trellis"
    title = "Quadrant Trellis"
    inventor = "Steven Meyers"
    year = 1999
    summary = "Join your two sides in three of five places: the four quarters of the board and the whole board."
    goals = ("top to bottom, three of five times", "left to right, three of five times")
    native = True
    parameters = (
        Parameter("size", (9, 13, 17, 21), 17, "points along each side", shown=True),
        Parameter("pie", (0, 1), 0, "turns the first player makes before the second chooses a colour", shown=True),
    )
    contests_to_win = 3

    if TYPE_CHECKING:  # what ``parameters`` says, for type checkers and editors

        def __init__(self, *, size: int = 17, pie: int = 0) -> None: ...

    def make_topology(self) -> Topology:
        return square(self.number("size"))

    def make_contests(self) -> Sequence[Contest]:
        return quadrants(self.number("size"), first_row="bottom")

    def links(self, side: Side, cell: Cell) -> Iterable[Cell]:
        return home_links(self.number("size"))[side.value][cell]

    def own_planes(self, state: PlacementState) -> Mapping[str, Plane]:
        return {RISING_PLANE: rising(self.number("size")), **super().own_planes(state)}

    def symmetries(self) -> Sequence[Symmetry]:
        return quarter_turns(self.number("size"))

    def scenery(self) -> Scenery:
        size = self.number("size")
        return Scenery(border_edges(self.topology), home_squares(size), middle_lines(self.topology))
