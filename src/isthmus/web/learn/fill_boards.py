"""Boards to fill at random: boards on which exactly one side always connects, and three counterexamples."""

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

__all__ = ["FillBoard", "fill_boards"]


class Squares(PlacementGame):
    """A board of plain squares, not for play. Stones link only along lines, or along lines and all diagonals."""

    id = "squares"
    title = "Plain squares"
    inventor = ""
    year = 0
    summary = "Not a game. It shows what goes wrong on plain squares."
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
class FillBoard:
    """A board to fill: its title, the game whose board it is, and a sentence about the result.

    ``contests`` are the tasks of connection, the whole board first; ``links`` says which cells are linked.
    """

    name: str
    title: str
    game: Game
    words: str
    contests: Sequence[Contest]
    links: Links


ONE = "Exactly one side connects."
FIVE = "Exactly one side connects in each of the five contests, so one side wins at least three."


def _connection(game: Game, words: str, name: str = "", title: str = "") -> FillBoard:
    """The board of a connection game; its links are computed once."""
    assert isinstance(game, ConnectionGame)
    known = {(side, cell): tuple(game.links(side, cell)) for side in Side for cell in range(len(game.topology))}
    return FillBoard(
        name or game.id, title or game.title, game, words, game.contests, lambda side, cell: known[side, cell]
    )


def _hexagon(words: str, *, shared: bool, name: str, title: str) -> FillBoard:
    """Trinidad's board. The fields that cut the border belong to both sides, as in the game, or to neither."""
    game = make_game("trinidad(size=7,pie=0)")
    assert isinstance(game, Trinidad)
    black, white = game.contest.goals
    kept = game.contest.region if shared else game.contest.region - ((black[0] | black[1]) & (white[0] | white[1]))
    goals = (black[0] & kept, black[1] & kept), (white[0] & kept, white[1] & kept)
    contest = Contest(game.contest.name, game.contest.region, goals)
    return FillBoard(name, title, game, words, (contest,), lambda _, cell: game.topology.neighbours[cell])


@cache
def fill_boards() -> Mapping[str, FillBoard]:
    """Every board to fill by its name: the games, then the counterexamples."""
    made = (
        _connection(make_game("hex(size=11,pie=0)"), ONE),
        _connection(make_game("bridgit(size=7,pie=0)"), ONE),
        _connection(make_game("trellis(size=11,pie=0)"), ONE),
        _connection(make_game("quadrant-hex(size=10,pie=0)"), FIVE),
        _connection(make_game("quadrant-trellis(size=13,pie=0)"), FIVE),
        _hexagon(ONE, shared=True, name="trinidad", title="Trinidad"),
        _connection(
            Squares(size=11, diagonals=0),
            "This board is different: without diagonals, often neither side connects.",
            "lines",
            "Squares, along lines",
        ),
        _connection(
            Squares(size=11, diagonals=1),
            "This board is different: with all diagonals, chains cross, and often both sides connect.",
            "diagonals",
            "Squares, with diagonals",
        ),
        _hexagon(
            "This board is different: the fields that cut the border are neutral, so sometimes neither side connects.",
            shared=False,
            name="hexagon",
            title="Hexagon, neutral cut fields",
        ),
    )
    return MappingProxyType({board.name: board for board in made})
