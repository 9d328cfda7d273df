"""The basic types of the rules: Side, Seat, ToAct, Outcome. The native core has the same names.

A Seat is a person (first or second), a Side a colour. Seats make the decisions and get the result; sides own stones and
goals.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import NamedTuple

from isthmus.errors import NotationError, RulesError, quoted

__all__ = ["Ending", "Outcome", "Seat", "Side", "Step", "ToAct", "ended_how"]

Step = int
"""A step's dense id, in ``range(game.num_steps)``; see ``RuleSet`` for the numbering."""


class Side(Enum):
    """A colour of stones; ``str()`` gives ``'black'`` or ``'white'``.

    >>> from isthmus import Side
    >>> Side.of("black"), str(Side.BLACK.other)
    (<Side.BLACK: 0>, 'white')
    """

    BLACK = 0
    WHITE = 1

    @property
    def other(self) -> Side:
        """The opposing colour."""
        return Side.WHITE if self is Side.BLACK else Side.BLACK

    def __str__(self) -> str:
        return self.name.lower()

    @classmethod
    def of(cls, side: Side | str) -> Side:
        """A side from itself or from ``'black'`` / ``'white'``; NotationError for anything else."""
        if isinstance(side, Side):
            return side
        for candidate in cls:
            if str(candidate) == side:
                return candidate
        raise NotationError(f"a side is 'black' or 'white', not {quoted(side)}")


class Seat(Enum):
    """A person; the first makes the first turn of the game. ``str()`` gives ``'first'`` / ``'second'``.

    >>> import isthmus
    >>> seat = isthmus.game("hex").start().seat
    >>> str(seat), str(seat.other), isthmus.Seat.of("first") is seat
    ('first', 'second', True)
    """

    FIRST = 0
    SECOND = 1

    @property
    def other(self) -> Seat:
        """The other person."""
        return Seat.SECOND if self is Seat.FIRST else Seat.FIRST

    def __str__(self) -> str:
        return self.name.lower()

    @classmethod
    def of(cls, seat: Seat | str) -> Seat:
        """A seat from itself or from ``'first'`` / ``'second'``; NotationError for anything else."""
        if isinstance(seat, Seat):
            return seat
        for candidate in cls:
            if str(candidate) == seat:
                return candidate
        raise NotationError(f"a seat is 'first' or 'second', not {quoted(seat)}")


class Ending(StrEnum):
    """How a game ended: the reason in an Outcome."""

    CONNECTED = "connected"
    MAJORITY = "majority of contests"
    TERRITORY = "territory"
    NETWORK = "network"
    REPETITION = "repetition"


_HOW = {
    Ending.CONNECTED: " by connection",
    Ending.MAJORITY: " by a majority of contests",
    Ending.TERRITORY: " by territory",
    Ending.NETWORK: " by a network",
    Ending.REPETITION: " by repetition",
    "on time": " on time",
}


def ended_how(reason: str, loser: str = "", score: tuple[int, int] | None = None) -> str:
    """How a game ended, to follow "Black wins" or "Draw": ``' by connection'``, or a colon and any other reason."""
    how = f": {loser} resigned" if loser and reason == "resigned" else _HOW.get(reason, f": {reason}")
    return f"{how}{',' if ':' in how else ':'} black {score[0]}, white {score[1]}" if score else how


@dataclass(frozen=True)
class Outcome:
    """A finished game. ``winner`` is a colour, None for a draw; ``score`` is (black, white) if points count.

    ``reason`` is plain text, even if it was given as an ``Ending``. Raises RulesError if ``winner`` is neither a Side
    nor None.

    >>> import isthmus
    >>> outcome = isthmus.game("hex", size=3, pie=0).position(black=["b1", "b2", "b3"]).outcome
    >>> print(outcome)
    black (connected)
    >>> outcome.winner, outcome.reason, outcome.score
    (<Side.BLACK: 0>, 'connected', None)
    >>> outcome.in_words
    'Black wins by connection'
    """

    winner: Side | None
    reason: str
    score: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.winner, Side | None):
            raise RulesError(f"the winner of an Outcome is {quoted(self.winner)}; expected a Side, or None for a draw")
        object.__setattr__(self, "reason", str(self.reason))

    @property
    def how(self) -> str:
        """How the game ended, to follow "Black wins" or "Draw": ``' by connection'``."""
        return ended_how(self.reason, str(self.winner.other) if self.winner else "", self.score)

    @property
    def in_words(self) -> str:
        """The result for people: ``'Black wins by connection'``, ``'Draw by repetition'``."""
        return f"{str(self.winner).capitalize()} wins{self.how}" if self.winner else f"Draw{self.how}"

    def __str__(self) -> str:
        points = f" {self.score[0]}–{self.score[1]}" if self.score else ""
        return f"{self.winner or 'draw'} ({self.reason}{points})"


class ToAct(NamedTuple):
    """The next action: the seat that decides, the side whose stones are played, the phase, whether the seat may stop.

    During the choice, ``side`` is the colour that plays after it. ``may_stop``: the turn may end here.
    """

    seat: Seat
    side: Side
    phase: str
    may_stop: bool
