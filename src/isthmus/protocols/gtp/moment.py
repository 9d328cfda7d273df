"""Moment: a game as a GTP controller has told it so far; one for every command that can be taken back."""

from __future__ import annotations

from dataclasses import dataclass, replace

from isthmus.record import Record
from isthmus.rules.position import Position
from isthmus.rules.types import Outcome, Side

__all__ = ["Moment"]


@dataclass(frozen=True)
class Moment:
    """A game so far: its position, and the turns that led there from ``start``. ``resigned`` has given it up."""

    position: Position
    start: Position
    turns: tuple[str, ...] = ()
    resigned: Side | None = None

    @classmethod
    def at(cls, position: Position) -> Moment:
        """A game that begins with a position."""
        return cls(position, position)

    def after(self, turn: str) -> Moment:
        """The game with one more turn; NotationError or IllegalTurnError if it cannot be played."""
        after = self.position.play(turn)
        return Moment(after, self.start, (*self.turns, str(after.last_turn)))

    def resign(self, side: Side) -> Moment:
        """The game given up by a colour."""
        return replace(self, resigned=side)

    @property
    def outcome(self) -> Outcome | None:
        """The result, by the rules or by resignation, or None while the game goes on."""
        return self.position.outcome if self.resigned is None else Outcome(self.resigned.other, "resigned")

    @property
    def score(self) -> str:
        """The result as GTP writes it, such as ``B+``, ``W+3``, ``B+Resign`` or ``0``; empty while the game goes on."""
        outcome = self.outcome
        if outcome is None or outcome.winner is None:
            return "" if outcome is None else "0"
        lead: int | str = "Resign" if self.resigned else ""
        if outcome.score:
            lead = abs(outcome.score[0] - outcome.score[1])
        return f"{str(outcome.winner)[0].upper()}+{lead}"

    @property
    def record(self) -> Record:
        """The game as a record."""
        game = self.position.game
        start = None if self.start == game.start() else self.start
        return Record.of_turns(game, self.turns, start=start, result=self.outcome)
