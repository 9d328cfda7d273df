"""Result: how a game of a record ended, by its rules or otherwise."""

from __future__ import annotations

from dataclasses import dataclass

from isthmus.errors import NotationError, quoted
from isthmus.record.values import check_words
from isthmus.rules.position import Position
from isthmus.rules.types import Outcome, Seat, Side, ended_how

__all__ = ["ON_TIME", "RESIGNED", "Forfeit", "Result", "check_result", "stated_result"]

ON_TIME, RESIGNED = "on time", "resigned"
"""The usual reasons for results that do not come from the rules."""


@dataclass(frozen=True)
class Forfeit:
    """A game that ended outside its rules before the colours were settled, so that a seat, not a colour, has won.

    >>> import isthmus
    >>> from isthmus.record import Forfeit
    >>> print(Forfeit(isthmus.Seat.FIRST, "on time"))
    first seat (on time)
    """

    winner: Seat
    reason: str

    @property
    def how(self) -> str:
        """How the game ended, as in an Outcome."""
        return ended_how(self.reason, f"the {self.winner.other} player")

    @property
    def in_words(self) -> str:
        """The result for people: ``'The first player wins on time'``."""
        return f"The {self.winner} player wins{self.how}"

    def __str__(self) -> str:
        return f"{self.winner} seat ({self.reason})"


Result = Outcome | Forfeit
"""An Outcome names the winning colour, as the rules do. A result names a seat only if no colour is settled yet.

>>> import isthmus
>>> from isthmus.record import Record
>>> record = Record.of_turns(isthmus.game("hex", size=5, pie=0), ["c3", "d2"]).end(isthmus.Side.BLACK, "resigned")
>>> record.result
Outcome(winner=<Side.BLACK: 0>, reason='resigned', score=None)
"""


def check_result(position: Position, result: Result) -> Result:
    """The checked result: if the rules end the game it must agree with them; otherwise it must be a valid statement.

    Raises NotationError with what was found and expected.
    """
    if position.outcome is not None:
        if position.outcome != result:
            raise NotationError(f"result: found {result}, expected {position.outcome}, by the rules of {position.game}")
        return result
    if isinstance(result, Outcome) and result.score is not None:
        raise NotationError(f"score: found {result.score}, expected none, as the game did not end by its rules")
    stated = stated_result(position, result.winner, result.reason)
    if stated != result:
        raise NotationError(f"result: found {result}, expected {stated}, as the colours are chosen")
    return result


def stated_result(position: Position, winner: Side | Seat | None, reason: str) -> Result:
    """The result of a game that ended here outside its rules; ``winner`` None is a draw.

    Raises NotationError for a reason that is empty or cannot be stored, and for a colour while none is settled.
    """
    check_words("reason", reason)
    if not reason.strip():
        raise NotationError(f"reason: found {reason!r}, expected a few words such as 'resigned'")
    if winner is None:
        return Outcome(None, reason)
    if isinstance(winner, Seat):
        held = position.side_of(winner)
        return Forfeit(winner, reason) if held is None else Outcome(held, reason)
    if not isinstance(winner, Side):
        raise NotationError(f"winner: found {quoted(winner)}, expected a side, a seat, or None for a draw")
    if position.seat_of(winner) is None:
        raise NotationError(f"winner: found {winner}, expected the first or second seat, as the colours are not chosen")
    return Outcome(winner, reason)
