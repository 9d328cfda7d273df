"""Boards to fill at random: those on which exactly one side connects, and two of plain squares on which it need not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from isthmus.board.shapes import square
from isthmus.board.topology import Cell, Topology
from isthmus.games import game as make_game
from isthmus.games.scenery import border_edges
from isthmus.games.trinidad import Trinidad
from isthmus.rules.connect import Contest, Links, block
from isthmus.rules.game import Game
from isthmus.rules.parameters import Parameter
from isthmus.rules.placement import ConnectionGame, PlacementGame
from isthmus.rules.scenery import Scenery
from isthmus.rules.types import Side

__all__ = ["GROUNDS", "Ground"]


class Squares(PlacementGame):
    """A board of plain squares on which nobody plays: stones link along lines only, or along all diagonals as well."""

    id = "squares"
    title = "Plain squares"
    inventor = ""
    year = 0
    summary = "No game: what goes wrong on plain squares."
    goals = ("top to bottom", "left to right")
    parameters = (
        Parameter("size", range(3, 20), 11, "points along each side", shown=True),
        Parameter("pie", (0,), 0, "no choice of colours"),
        Parameter("diagonals", (0, 1), 0, "whether stones link along diagonals", shown=True),
    )

    def make_topology(self) -> Topology:
        return square(self.number("size"))

    def make_contests(self) -> Sequence[Contest]:
        size = self.number("size")
        return (block("board", size, range(size), range(size)),)

    def links(self, side: Side, cell: Cell) -> Iterable[Cell]:
        size, diagonals = self.number("size"), self.number("diagonals")
        row, column = divmod(cell, size)
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                near = row + down, column + right
                if abs(down) + abs(right) in (1, 1 + diagonals) and all(0 <= place < size for place in near):
                    yield near[0] * size + near[1]

    def scenery(self) -> Scenery:
        return Scenery(edges=border_edges(self.topology))


@dataclass(frozen=True)
class Ground:
    """A board to fill: what it is called, the game that it is drawn as, and in a sentence what happens on it."""

    name: str
    title: str
    game: Game
    words: str

    @property
    def contests(self) -> Sequence[Contest]:
        """The tasks of connection, the whole board first."""
        if isinstance(self.game, ConnectionGame):
            return self.game.contests
        assert isinstance(self.game, Trinidad)
        return (self.game.contest,)

    @property
    def links(self) -> Links:
        """What a stone of a side on a cell hangs together with."""
        if isinstance(self.game, ConnectionGame):
            return _remembered(self.game)
        return lambda _, cell: self.game.topology.neighbours[cell]


@cache
def _remembered(game: ConnectionGame) -> Links:
    """The links of a game, each worked out once."""
    known = {(side, cell): tuple(game.links(side, cell)) for side in Side for cell in range(len(game.topology))}
    return lambda side, cell: known[side, cell]


def _grounds() -> tuple[Ground, ...]:
    return (
        Ground("hex", "Hex", make_game("hex(size=11,pie=0)"), "Exactly one side connects."),
        Ground("bridgit", "Bridg-It", make_game("bridgit(size=7,pie=0)"), "Exactly one side connects."),
        Ground("trellis", "Trellis", make_game("trellis(size=11,pie=0)"), "Exactly one side connects."),
        Ground(
            "quadrant-hex",
            "Quadrant Hex",
            make_game("quadrant-hex(size=10,pie=0)"),
            "Exactly one side connects in each of the five contests, so one side has at least three.",
        ),
        Ground(
            "quadrant-trellis",
            "Quadrant Trellis",
            make_game("quadrant-trellis(size=13,pie=0)"),
            "Exactly one side connects in each of the five contests, so one side has at least three.",
        ),
        Ground("trinidad", "Trinidad", make_game("trinidad(size=7,pie=0)"), "Exactly one side connects."),
        Ground(
            "lines",
            "Squares, along lines",
            Squares(size=11, diagonals=0),
            "Not so here: without diagonals often neither side connects.",
        ),
        Ground(
            "diagonals",
            "Squares, with diagonals",
            Squares(size=11, diagonals=1),
            "Not so here: with all diagonals the chains cross, and often both sides connect.",
        ),
    )


GROUNDS: Mapping[str, Ground] = MappingProxyType({ground.name: ground for ground in _grounds()})
"""Every board to fill by its name, the games first."""
