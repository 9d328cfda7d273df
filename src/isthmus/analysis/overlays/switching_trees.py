"""Why Bridg-It and one-stone Trellis are won: two trees; a point of one mends a cut of the other (Lehman 1964).

The trees come from the engine (docs/design/0008-switching-games.md). The answers are computed here from the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from isthmus.analysis.overlays.touched import entered
from isthmus.analysis.overlays.types import Link, Overlay, Scale
from isthmus.board.topology import Cell
from isthmus.engine import Theory, search
from isthmus.errors import SearchError
from isthmus.games.bridgit import Bridgit
from isthmus.games.trellis import Trellis
from isthmus.games.trellis_board import home_of
from isthmus.rules.native import NativeCore
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Side

__all__ = ["Mending", "Sets", "Vertex", "answers_of", "edge_of", "ends_of", "has_trees", "mending", "trees"]

Place = tuple[float, float]
Vertex = str | tuple[float, float]
"""A dot of Bridg-It or a home square of Trellis by its place, or a side's goal, ``'from'`` or ``'to'``."""


@dataclass(frozen=True)
class Mending:
    """How the winner of a switching game wins.

    ``first`` is the turn that the winner makes now, or None while the loser acts. ``theory`` has the two trees of the
    position after that turn. ``answers`` maps each point of a tree to a point of the other tree: if the opponent
    takes the first point, the second mends the cut.
    """

    theory: Theory
    first: Turn | None
    answers: dict[str, str]


def has_trees(position: Position) -> bool:
    """Whether theory decides the game: Bridg-It, and Trellis with one stone a turn."""
    game = position.game
    one_stone = isinstance(game, Trellis) and game.number("stones_per_turn") == 1
    native = isinstance(game.core, NativeCore)
    return (isinstance(game, Bridgit) or one_stone) and native and position.outcome is None


def ends_of(game: Bridgit | Trellis, side: Side, cell: Cell) -> tuple[Vertex, Vertex]:
    """The two vertices of a side's graph that a stone on a cell joins: dots of Bridg-It, home squares of Trellis."""
    if isinstance(game, Bridgit):
        ends, last = game.bridge(side, cell), 2.0 * game.number("size") - 2
        places = [(y, x) if side is Side.BLACK else (x, y) for x, y in ends]
        return _named(places[0], last), _named(places[1], last)
    size = game.number("size")
    row, column = divmod(cell, size)
    falling = home_of(row, column) is not side
    squares = [(row - 1, column if falling else column - 1), (row, column - 1 if falling else column)]
    if side is Side.WHITE:
        squares = [(across, up) for up, across in squares]
    # Square -1 lies outside the first row of points, square size - 1 outside the last.
    return _named(squares[0], size - 2), _named(squares[1], size - 2)


def edge_of(game: Bridgit | Trellis, side: Side, cell: Cell) -> tuple[Place, Place]:
    """The ends of a cell's edge in a side's graph: two dots, or the middles of two home squares.

    Places are board places (x to the right, y downwards); at the rim an edge leads to a square outside.
    """
    if isinstance(game, Bridgit):
        return game.bridge(side, cell)
    x, y = game.topology.positions[cell]
    row, column = divmod(cell, game.number("size"))
    up = 0.5 if home_of(row, column) is side else -0.5  # rows count upwards, y downwards
    return (x - 0.5, y + up), (x + 0.5, y - up)


def _named(place: tuple[float, float], last: float) -> Vertex:
    """A vertex by its place. The first coordinate runs from goal to goal, and a place outside 0 … last is a goal."""
    return "from" if place[0] < 0 else "to" if place[0] > last else place


def mending(position: Position) -> Mending | None:
    """The winner's trees and answers; None if nothing is proved (in Trellis because of the mirror rule).

    Raises SearchError in games that are not switching games, and if the game is over.
    """
    game = position.game
    if not has_trees(position) or not isinstance(game, Bridgit | Trellis):
        raise SearchError(f"{game} has no trees to show; expected an unfinished game of Bridg-It or one-stone Trellis")
    report = search(position, simulations=1)
    theory = report.theory
    if theory is None:
        return None
    first = report.best if position.to_move is theory.winner else None
    after = position if first is None else position.play(first)
    held = after.snapshot.stones[theory.winner.value]
    one, two = ([game.topology.cell(name) for name in tree] for tree in theory.trees)
    answers = answers_of(game, theory.winner, held, one, two) | answers_of(game, theory.winner, held, two, one)
    return Mending(theory, first, answers)


def answers_of(
    game: Bridgit | Trellis, side: Side, held: Iterable[Cell], tree: Sequence[Cell], other: Sequence[Cell]
) -> dict[str, str]:
    """For each point of a tree, the nearest point of the other tree that rejoins its parts.

    ``held`` are the stones of ``side``. Both must be trees on the same vertices.
    """
    names, places = game.topology.names, game.topology.positions
    answers = {}
    for lost in tree:
        sets = Sets()
        for cell in (*held, *(kept for kept in tree if kept != lost)):
            sets.join(*ends_of(game, side, cell))
        parts = {sets.find(end) for end in ends_of(game, side, lost)}
        mends = [cell for cell in other if {sets.find(end) for end in ends_of(game, side, cell)} == parts]
        x, y = places[lost]
        near = min(mends, key=lambda cell: ((places[cell][0] - x) ** 2 + (places[cell][1] - y) ** 2, cell))
        answers[names[lost]] = names[near]
    return answers


class Sets:
    """Disjoint sets of vertices (Galler and Fischer 1964)."""

    def __init__(self) -> None:
        self._above: dict[Vertex, Vertex] = {}

    def find(self, vertex: Vertex) -> Vertex:
        """The representative of a vertex's set."""
        while (above := self._above.get(vertex, vertex)) != vertex:
            vertex = above
        return vertex

    def join(self, one: Vertex, two: Vertex) -> None:
        """Merge the sets of two vertices."""
        self._above[self.find(one)] = self.find(two)


def trees(position: Position) -> Overlay:
    """The points of the winner's two trees, 1 and -1; each link goes from a cut to the answer that mends it.

    The texts are A and B, and an exclamation mark for the winner's first turn. Raises SearchError as ``mending`` does.
    """
    found = mending(position)
    values: dict[str, float] = {}
    entries, links, facts = [], [], dict[str, float | str | None]()
    if found is not None:
        for tree, sign in zip(found.theory.trees, (1.0, -1.0), strict=True):
            values |= dict.fromkeys(tree, sign)
        links = [Link(point, answer) for point, answer in found.answers.items()]
        entries = [{"attack": point, "answer": answer} for point, answer in found.answers.items()]
        facts = {"winner": str(found.theory.winner), "first": None if found.first is None else str(found.first)}
    texts = {point: "A" if sign > 0 else "B" for point, sign in values.items()}
    if found is not None and found.first is not None:
        texts |= dict.fromkeys(entered(position, found.first), "!")
    return Overlay(
        name="trees",
        title="The two trees of the winner",
        meaning=(
            "Each of two trees (1 and -1) joins the winner's goals. If the opponent takes a point of one tree, "
            "a point of the other tree joins the first one again."
        ),
        position=position,
        scale=Scale.DIVERGING,
        unit="tree",
        values=values,
        view=str(facts.get("winner", "")),
        texts=texts,
        links=tuple(links),
        facts=facts or {"winner": None},
        entries=tuple(entries),
    )
