"""Bridg-It (David Gale 1958): two interlocking grids of dots, each colour bridging its own. Rules 2.5.

Points are (row, column), row 0 at the top, with an even sum. A stone is a bridge: Black's is vertical on even rows and
horizontal on odd ones; White's is the other way round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from isthmus.board.shapes import bridges
from isthmus.board.symmetry import Symmetry, by_place
from isthmus.board.topology import Cell, Topology
from isthmus.rules.connect import Contest
from isthmus.rules.once import once
from isthmus.rules.parameters import Parameter
from isthmus.rules.placement import PlacementGame, PlacementState
from isthmus.rules.rule_set import Plane
from isthmus.rules.scenery import Scenery
from isthmus.rules.types import Side

__all__ = ["Bridgit"]

Place = tuple[float, float]


class Bridgit(PlacementGame):
    """Facts and rules of Bridg-It."""

    id = "bridgit"
    title = "Bridg-It"
    inventor = "David Gale"
    year = 1958
    summary = "Bridge your dots from side to side before the other colour's bridges cut you off."
    goals = ("top to bottom", "left to right")
    deed = "build this bridge"
    native = True
    parameters = (
        Parameter("size", range(3, 13), 5, "dots along each goal side", shown=True),
        Parameter("pie", (0, 1), 0, "turns the first player makes before the second chooses a colour", shown=True),
    )

    if TYPE_CHECKING:  # what ``parameters`` says, for type checkers and editors

        def __init__(self, *, size: int = 5, pie: int = 0) -> None: ...

    def make_topology(self) -> Topology:
        return bridges(self.number("size"))

    def make_contests(self) -> Sequence[Contest]:
        # The bridges of the outer rows reach Black's outer dots, those of the outer columns White's.
        sides = self.topology.borders
        everything = frozenset(range(len(self.topology)))
        return (Contest("board", everything, ((sides["top"], sides["bottom"]), (sides["left"], sides["right"]))),)

    def links(self, side: Side, cell: Cell) -> Iterable[Cell]:
        return self._links[side.value][cell]

    @once
    def _links(self) -> Sequence[Sequence[Sequence[Cell]]]:
        return tuple(self._bridges_that_meet(side) for side in Side)

    def bridge(self, side: Side, cell: Cell) -> tuple[Place, Place]:
        """The two dots that a side's bridge on a cell joins, as (x, y) places."""
        x, y = self.topology.positions[cell]
        upright = (side is Side.BLACK) == (y % 2 == 0)
        return ((x, y - 1), (x, y + 1)) if upright else ((x - 1, y), (x + 1, y))

    def _bridges_that_meet(self, side: Side) -> Sequence[Sequence[Cell]]:
        """For each cell, the cells whose bridges share a dot with its bridge."""
        at: dict[Place, list[Cell]] = {}
        for cell in range(len(self.topology)):
            for dot in self.bridge(side, cell):
                at.setdefault(dot, []).append(cell)
        return tuple(
            tuple(sorted({near for dot in self.bridge(side, cell) for near in at[dot]} - {cell}))
            for cell in range(len(self.topology))
        )

    def own_planes(self, state: PlacementState) -> Mapping[str, Plane]:
        """White sees the board after a quarter turn, and then its own bridges are upright on the same points."""
        upright = [cell for cell, (_, y) in enumerate(self.topology.positions) if y % 2 == 0]
        return {"own bridges upright": upright}

    def due(self, state: PlacementState) -> str:
        return "build a bridge"

    def symmetries(self) -> Sequence[Symmetry]:
        """All seven. Those that exchange the board's axes also exchange the colours."""
        return (
            by_place(self.topology, "half turn", lambda x, y: (-x, -y), swaps=False),
            by_place(self.topology, "left to right", lambda x, y: (-x, y), swaps=False),
            by_place(self.topology, "top to bottom", lambda x, y: (x, -y), swaps=False),
            by_place(self.topology, "quarter turn to the left", lambda x, y: (y, -x), swaps=True),
            by_place(self.topology, "quarter turn to the right", lambda x, y: (-y, x), swaps=True),
            by_place(self.topology, "rising diagonal", lambda x, y: (-y, -x), swaps=True),
            by_place(self.topology, "falling diagonal", lambda x, y: (y, x), swaps=True),
        )

    def scenery(self) -> Scenery:
        last = 2 * self.number("size") - 1
        goal_lines = {
            Side.BLACK: (((0, -1), (last - 1, -1)), ((0, last), (last - 1, last))),
            Side.WHITE: (((-1, 0), (-1, last - 1)), ((last, 0), (last, last - 1))),
        }
        cells = range(len(self.topology))
        dots = {side: sorted({dot for cell in cells for dot in self.bridge(side, cell)}) for side in Side}
        return Scenery(
            edges=tuple((side, line) for side, lines in goal_lines.items() for line in lines),
            dots=tuple((side, dot) for side, places in dots.items() for dot in places),
            bridges=tuple(tuple(self.bridge(side, cell) for side in Side) for cell in cells),
        )
