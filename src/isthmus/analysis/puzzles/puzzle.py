"""Puzzle: a position with exactly one winning turn, that turn, how the game goes on, and why other turns fail."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from isthmus.analysis.puzzles.refuting import Reply, fields_of, refute
from isthmus.errors import NotationError, quoted
from isthmus.record.position_text import format_position
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Outcome, Seat, Side

__all__ = ["GRADES", "Answer", "Origin", "Puzzle", "Refutation"]

GRADES = range(1, 6)
"""From seen at a glance to hard; ``isthmus.analysis.puzzles.grade`` says how they are measured."""

_NAME = 8
"""Hexadecimal digits of a puzzle's name: enough to tell many thousands apart."""

_LEAST_NODES = 100
"""What the solver gets at least to refute a turn."""


@dataclass(frozen=True)
class Refutation:
    """A tempting ``turn`` that does not win, and the ``reply`` after which the other seat cannot lose.

    Both are canonical texts. ``reply`` is empty where the turn itself ends the game.
    """

    turn: str
    reply: str


@dataclass(frozen=True)
class Origin:
    """Where a puzzle was found: the file, the number of the game in it from 1, who played, after how many turns.

    ``players`` are the first and the second seat's. All that is not known is empty or 0.
    """

    file: str = ""
    game: int = 0
    players: tuple[str, str] = ("", "")
    turn: int = 0


@dataclass(frozen=True)
class Answer:
    """What a turn is worth as the answer to a puzzle.

    ``right``: it is the turn asked for. Else ``reply`` is how the other seat refutes it; where the turn ends the game
    without winning it, ``outcome`` says how, and there is no reply.
    """

    turn: Turn
    right: bool
    reply: Reply | None = None
    outcome: Outcome | None = None


@dataclass(frozen=True)
class Puzzle:
    """A position in which the seat that acts has exactly one winning turn, as the solver has proved.

    ``line`` begins with that turn and goes on with the other seat's best defence, towards the end of the game. Of the
    winner's turns in it the first ``unique`` are known to be the only winning ones; later ones may have equals.
    ``refutations`` tell how the most tempting other turns fail. ``grade`` (1 to 5) follows from ``effort``,
    ``rank`` and the length of the line: see ``grade_of``. ``themes`` are words of ``THEMES``. The proof took
    ``nodes`` of the solver.

    The constructor checks forms, not truth: that the turns are legal and the proof holds is for who makes a puzzle or
    reads one.
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
        """Who is to find the turn, and wins."""
        assert self.position.seat is not None
        return self.position.seat

    @property
    def side(self) -> Side:
        """The colour that is to play and win."""
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
        """Eight hexadecimal digits that stay the same for the same position, as a short name for it."""
        return hashlib.sha256(format_position(self.position).encode()).hexdigest()[:_NAME]

    @cached_property
    def asked(self) -> tuple[int, ...]:
        """The places in the line of the turns that are asked for one after the other: those known to be the only ones.

        The turns between them are the other seat's, and are played against who solves the puzzle.
        """
        own = (place for place, position in enumerate(self.positions()) if position.seat is self.seat)
        return tuple(islice(own, self.unique))

    def question(self, number: int = 0) -> Position:
        """The position in which turn ``number`` of ``asked`` is to be found; IndexError where no more are asked."""
        return next(islice(self.positions(), self.asked[number], None))

    def wanted(self, number: int = 0) -> str:
        """Turn ``number`` of ``asked``, the only one that wins there; IndexError where no more are asked."""
        return self.line[self.asked[number]]

    def answer(self, turn: str | Turn, number: int = 0) -> Answer:
        """Whether a turn is the one asked for as ``number`` of ``asked``, and if not, what refutes it.

        A refutation that the puzzle does not hold, or that would give the solution away, is looked for by the solver,
        with about the nodes that the proof took. Raises NotationError or IllegalTurnError as ``Position.play`` does,
        IndexError as ``question``, SearchError where a turn wins that the puzzle does not have.
        """
        question, wanted = self.question(number), self.wanted(number)
        after = question.play(turn)
        given = after.last_turn
        assert given is not None
        if given.text == wanted:
            return Answer(given, right=True)
        if after.outcome:
            return Answer(given, right=False, outcome=after.outcome)
        known = next((wrong.reply for wrong in self.refutations if number == 0 and wrong.turn == given.text), None)
        reply = after.play(known).last_turn if known else None
        avoid = fields_of(wanted, self.game) - fields_of(given.text, self.game)
        return Answer(given, right=False, reply=refute(after, reply, avoid, self.nodes + _LEAST_NODES))

    def positions(self) -> Iterator[Position]:
        """The positions of the line, that of the puzzle first; errors as ``Position.play`` where a turn is illegal."""
        position = self.position
        yield position
        for turn in self.line:
            position = position.play(turn)
            yield position
