"""Short certificates for switching games (Bridg-It and one-stone Trellis): the rest of the opening, at most one turn,
then two winning trees.

The engine's theory gives the trees (docs/design/0008-switching-games.md). In Trellis they are cut into parts so that
the mirror rule cannot forbid an answer: first pairs of points, one of each for the winner, then the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

from isthmus import _native
from isthmus.board.topology import Cell
from isthmus.games.bridgit import Bridgit
from isthmus.games.trellis import LONGEST_STREAK, Trellis
from isthmus.games.trellis_board import home_of
from isthmus.rules.game import Game
from isthmus.rules.native import NativeCore
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Seat, Side
from isthmus.solve.certificate import Certificate, Claim, Line, Trees
from isthmus.solve.limits import core_failures, time_limit

__all__ = ["certificate_by_theory", "has_theory"]

Square = tuple[int, int]
Parts = list[tuple[list[Cell], list[Cell]]]
_START, _GOAL = (-1, -1), (-2, -2)
"""All squares beyond one goal side, as a single square, for each side."""


def has_theory(game: Game) -> bool:
    """Whether two trees decide every position of a game, apart from turns that Trellis's mirror rule forbids."""
    return isinstance(game, Bridgit) or (isinstance(game, Trellis) and game.number("stones_per_turn") == 1)


def certificate_by_theory(position: Position, winner: Seat, turn: Turn | None, most_lines: int) -> Certificate | None:
    """The proof that ``winner`` wins, by ``turn`` if that seat is to act.

    The game must have theory. None if the proof needs more than ``most_lines`` lines, or if the mirror rule might
    forbid an answer in the trees.
    """
    # Before the last opening turn, a proof would have to answer every continuation of the opening.
    if position.snapshot.opening.turns > 1:
        return None
    lines = _Writer(position.game, winner, most_lines).write(position, turn)
    return Certificate(position, Claim(winner), tuple(lines)) if lines else None


class _Writer:
    """Writes the lines of a proof for the winner's seat, using the native core's theory."""

    def __init__(self, game: Game, winner: Seat, most_lines: int) -> None:
        assert isinstance(game.core, NativeCore)
        self.winner = winner
        self.most_lines = most_lines
        self.searcher = game.core.game.searcher("full", {}, 0)

    def write(self, position: Position, turn: Turn | None = None, number: int = 0) -> list[Line]:
        """The lines from a position on, numbered from ``number``; empty if there is no proof."""
        if number >= self.most_lines:
            return []
        if position.seat is self.winner:
            answers = [turn or position.game.turn_of[self.search_findings(position)["turns"][0][0]]]
        elif position.snapshot.opening.under_way:
            answers = position.turns()
        else:
            trees = self.trees(position)
            return [Line({}, trees=trees)] if trees else []
        turns: dict[str, int] = {}
        lines: list[Line] = []
        for answer in answers:
            after = position.play(answer)
            turns[str(answer)] = -1 if after.outcome else number + 1 + len(lines)
            if not after.outcome:
                further = self.write(after, number=number + 1 + len(lines))
                if not further:
                    return []
                lines += further
        return [Line(turns), *lines]

    def trees(self, position: Position) -> Trees:
        """The trees of the winner, who is not to move; empty if they prove nothing."""
        theory = self.search_findings(position)["theory"]
        if theory is None:
            return ()
        winner, one, two = Side(theory[0]), *map(list, theory[1:])
        if position.seat_of(winner) is not self.winner:
            return ()
        game = position.game
        names = game.topology.names
        if not isinstance(game, Trellis):
            return ((tuple(names[cell] for cell in one), tuple(names[cell] for cell in two)),)
        for first in (_START, _GOAL):
            parts = _Squares(position, game, winner).cut(one, two, first)
            if _answers_are_legal(position, game, winner, parts):
                named = [[tuple(names[cell] for cell in tree) for tree in part] for part in parts]
                return tuple((left, right) for left, right in named)
        return ()

    def search_findings(self, position: Position) -> _native.Searched:
        """What the native search reports after one simulation, which is enough for the theory."""
        with core_failures():
            return self.searcher.search(position.state, 1, time_limit("seconds", None))


class _Squares:
    """The winner's graph in Trellis: home squares by lower-left point, with all squares beyond a goal side as one."""

    def __init__(self, position: Position, game: Trellis, side: Side) -> None:
        self.size = game.number("size")
        self.side = side
        self.stands_for: dict[Square, Square] = {}
        self.images = [{mirror[cell] for mirror in game.mirrors} for cell in range(self.size**2)]
        for cell in position.snapshot.stones[side.value]:
            self.join(cell)
        self.empty = [cell for cell in range(self.size**2) if position.snapshot.owner(cell) is None]

    def ends(self, cell: Cell) -> tuple[Square, Square]:
        """The two home squares that a point touches, each as the representative of its joined group."""
        row, column = divmod(cell, self.size)
        if home_of(row, column) is self.side:
            return self.square(row - 1, column - 1), self.square(row, column)
        return self.square(row - 1, column), self.square(row, column - 1)

    def square(self, row: int, column: int) -> Square:
        along = row if self.side is Side.BLACK else column
        return self.one(_START if along < 0 else _GOAL if along == self.size - 1 else (row, column))

    def one(self, square: Square) -> Square:
        while square in self.stands_for:
            square = self.stands_for[square]
        return square

    def join(self, cell: Cell) -> bool:
        """Join the ends of a point. Returns whether they were still apart."""
        one, two = self.ends(cell)
        if one != two:
            self.stands_for[one] = two
        return one != two

    def cut(self, one: Sequence[Cell], two: Sequence[Cell], first: Square) -> Parts:
        """Two trees in parts: pairs of points around both goals, then the trees with these squares merged."""
        parts: Parts = []
        for goal in (first, _GOAL if first == _START else _START):
            while self.one(_START) != self.one(_GOAL) and (pair := self.pair_at(goal)):
                parts.append(([pair[0]], [pair[1]]))
                self.join(pair[0])
        if self.one(_START) != self.one(_GOAL):
            before = dict(self.stands_for)
            rest = []
            for tree in (one, two):
                self.stands_for = dict(before)
                rest.append([cell for cell in tree if self.join(cell)])
            parts.append((rest[0], rest[1]))
        return parts

    def pair_at(self, goal: Square) -> tuple[Cell, Cell] | None:
        """Two points, not images of each other, that both join the same square to the group of a goal."""
        inside = self.one(goal)
        known: dict[Square, list[Cell]] = {}
        for cell in self.empty:
            ends = self.ends(cell)
            if ends[0] == ends[1] or inside not in ends:
                continue
            others = known.setdefault(ends[0] if ends[1] == inside else ends[1], [])
            for other in others:
                if other not in self.images[cell]:
                    return other, cell
            others.append(cell)
        return None


def _answers_are_legal(position: Position, game: Trellis, side: Side, parts: Parts) -> bool:
    """Whether answers within the parts can never mirror for the tenth time in a row."""
    streaks = list(game.restore(position.snapshot).streaks[side.value])
    for points in ({*one, *two} for one, two in parts):
        for number, mirror in enumerate(game.mirrors):
            images = {frozenset((cell, mirror[cell])) for cell in points if mirror[cell] in points - {cell}}
            streaks[number] += len(images)
    return max(streaks) <= LONGEST_STREAK
