"""Puzzle: a position with exactly one winning turn, that turn, how the game continues, and why other turns fail."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from isthmus.analysis.puzzles.refuting import Reply, fields_of, refute
from isthmus.errors import NotationError, SearchError, quoted
from isthmus.record.position_text import format_position
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Outcome, Seat, Side

__all__ = ["GRADES", "Answer", "Origin", "Puzzle", "Refutation"]

GRADES = range(1, 6)
"""From obvious to hard; ``isthmus.analysis.puzzles.grade`` measures them."""

_NAME = 8
"""Hexadecimal digits of a puzzle's name: enough to distinguish many thousands."""

_LEAST_NODES = 100
"""The minimum number of solver nodes to refute a turn."""


@dataclass(frozen=True)
class Refutation:
    """A tempting ``turn`` that does not win, and the ``reply`` after which the other seat cannot lose.

    Both are canonical texts. ``reply`` is empty if the turn itself ends the game.
    """

    turn: str
    reply: str


@dataclass(frozen=True)
class Origin:
    """Where a puzzle was found: the file, the number of the game in it from 1, the players, and the number of turns
    before it.

    ``players`` are the names of the first and the second seat. Unknown fields are empty or 0.
    """

    file: str = ""
    game: int = 0
    players: tuple[str, str] = ("", "")
    turn: int = 0


@dataclass(frozen=True)
class Answer:
    """A turn judged as the answer to a puzzle.

    ``right``: it is the solution. Otherwise ``reply`` is the other seat's refutation; if the turn ends the game without
    winning it, ``outcome`` says how, and there is no reply.
    """

    turn: Turn
    right: bool
    reply: Reply | None = None
    outcome: Outcome | None = None


@dataclass(frozen=True)
class Puzzle:
    """A position in which the seat to act has exactly one winning turn, as the solver has proved.

    ``line`` begins with that turn and continues with the other seat's best defence, towards the end of the game. The
    first ``unique`` of the winner's turns in it are known to be the only winning ones; later turns may have
    alternatives. ``refutations`` show how the most tempting other turns fail. ``grade`` (1 to 5) follows from
    ``effort``, ``rank`` and the length of the line: see ``grade_of``. ``themes`` are words of ``THEMES``. The proof
    took ``nodes`` solver nodes.

    The constructor checks only the format. Code that makes or reads puzzles must make sure that the turns are legal and
    the proof holds.

    >>> from isthmus.analysis.puzzles import puzzles
    >>> puzzle = puzzles("hex")[0]
    >>> puzzle.grade, puzzle.line[0] in [str(turn) for turn in puzzle.position.turns()]
    (1, True)
    """

    position: Position
    line: tuple[str, ...]
    unique: int = 1
    refutations: tuple[Refutation, ...] = ()
    grade: int = 1
    effort: int = 1
    rank: int = 1
    themes: tuple[str, ...] = ()
    nodes: int = 0
    origin: Origin = Origin()

    def __post_init__(self) -> None:
        if not self.line:
            raise NotationError("line: found no turn, expected at least the solution")
        if self.grade not in GRADES:
            raise NotationError(f"grade: found {quoted(self.grade)}, expected 1 to {GRADES[-1]}")

    @property
    def game(self) -> Game:
        """The game with its parameters."""
        return self.position.game

    @property
    def seat(self) -> Seat:
        """The seat that acts and wins."""
        assert self.position.seat is not None
        return self.position.seat

    @property
    def side(self) -> Side:
        """The colour to play and win."""
        assert self.position.to_move is not None
        return self.position.to_move

    @property
    def solution(self) -> str:
        """The only winning turn."""
        return self.line[0]

    @property
    def goal(self) -> str:
        """The task in words: ``'White to play and win'``."""
        return f"{str(self.side).capitalize()} to play and win"

    @cached_property
    def name(self) -> str:
        """A short name: eight hexadecimal digits that depend only on the position."""
        return hashlib.sha256(format_position(self.position).encode()).hexdigest()[:_NAME]

    @cached_property
    def asked(self) -> tuple[int, ...]:
        """The indexes in the line of the turns to find, in order: those known to be the only winning ones.

        The turns between them are the other seat's replies.
        """
        own = (place for place, position in enumerate(self.positions()) if position.seat is self.seat)
        return tuple(islice(own, self.unique))

    def question(self, number: int = 0) -> Position:
        """The position in which to find turn ``number`` of ``asked``, from 0. IndexError if it does not exist."""
        return next(islice(self.positions(), self.asked[number], None))

    def wanted(self, number: int = 0) -> str:
        """Turn ``number`` of ``asked``, the only one that wins there; IndexError if there is no such turn."""
        return self.line[self.asked[number]]

    def answer(self, turn: str | Turn, number: int = 0) -> Answer:
        """Judge a turn as the answer to question ``number``, counted from 0; a wrong turn gets its refutation.

        If the puzzle has no refutation, or only one that would give the solution away, the solver searches for one with
        about as many nodes as the proof took. Raises NotationError or IllegalTurnError as ``Position.play`` does,
        IndexError as ``question``, SearchError if the turn wins although the puzzle says otherwise.
        """
        question, wanted = self.question(number), self.wanted(number)
        after = question.play(turn)
        given = after.last_turn
        assert given is not None
        if given.text == wanted:
            return Answer(given, right=True)
        if after.outcome:
            if after.winner is self.seat:
                raise SearchError(f"the puzzle is wrong: {given.text} wins as well")
            return Answer(given, right=False, outcome=after.outcome)
        known = next((wrong.reply for wrong in self.refutations if number == 0 and wrong.turn == given.text), None)
        reply = after.play(known).last_turn if known else None
        avoid = fields_of(wanted, self.game) - fields_of(given.text, self.game)
        return Answer(given, right=False, reply=refute(after, reply, avoid, self.nodes + _LEAST_NODES))

    def positions(self) -> Iterator[Position]:
        """The positions of the line, the puzzle's first; errors as in ``Position.play`` for an illegal turn."""
        position = self.position
        yield position
        for turn in self.line:
            position = position.play(turn)
            yield position
