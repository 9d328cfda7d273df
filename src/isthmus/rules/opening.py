"""The pie rule, shared by every game (rules 1.3).

``pie = k``: the first seat makes the first k turns, for the colours in their normal alternation; then the second seat
chooses a colour in one extra turn; then play continues with the colour whose turn it normally is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from isthmus.rules.types import Seat, Side

__all__ = ["Opening"]


@dataclass(frozen=True)
class Opening:
    """The state of the opening: ``turns`` left to make, and the first seat's side (None: not settled yet)."""

    turns: int
    first_holds: Side | None

    @classmethod
    def start(cls, pie: int, first_side: Side) -> Opening:
        """The opening at the start of a game whose normal first colour is ``first_side``."""
        return cls(pie, None if pie else first_side)

    @property
    def choosing(self) -> bool:
        """Whether the second seat chooses its colour now."""
        return self.turns == 0 and self.first_holds is None

    @property
    def under_way(self) -> bool:
        """Whether opening turns or the choice are still to come."""
        return self.first_holds is None

    def turn_made(self) -> Opening:
        """The opening after one more turn (not a choice)."""
        return replace(self, turns=self.turns - 1) if self.turns else self

    def chosen(self, taken: Side) -> Opening:
        """The opening after the second seat took a colour."""
        return Opening(0, taken.other)

    def side_of(self, seat: Seat) -> Side | None:
        """The colour that a seat holds; None while that is open."""
        holds = self.first_holds
        return holds if holds is None or seat is Seat.FIRST else holds.other

    def seat_of(self, side: Side) -> Seat | None:
        """The seat that holds a colour; None while that is open."""
        return None if self.first_holds is None else Seat.FIRST if self.first_holds is side else Seat.SECOND

    def seat(self, side: Side) -> Seat:
        """The seat that decides for ``side``: before the choice always the first seat, at the choice the second."""
        if self.choosing:
            return Seat.SECOND
        return Seat.FIRST if self.first_holds in (None, side) else Seat.SECOND
