"""A game of a study in the form of the ledger, and the judge's verdict on its positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from isthmus.rules.types import Seat, Side

__all__ = ["Judged", "Offer", "Played"]

UNFINISHED = "unfinished"


class Judged(NamedTuple):
    """The judge's verdict on one position.

    ``value`` is for the first seat, in thousandths; the rest is for the seat to act.

    ``legal``: the number of legal turns. ``effective``: exp of the entropy of the visits, in hundredths. ``second`` and
    ``fifth``: the cost of the second and the fifth turn by visits, in thousandths of a winning chance; -1 if the search
    visited fewer turns. ``forced``: 1 if all turns but one are proved to lose, or there is only one. ``single``: 1 if
    the best turn is a pass or stops short.
    """

    value: int
    legal: int
    effective: int
    second: int
    fifth: int
    forced: int
    single: int


@dataclass(frozen=True)
class Played:
    """A finished game. ``winner`` and ``side`` are the seat and the colour that won, None for a draw.

    ``black`` is the seat that held Black in the end, None if no colours were settled. ``reason`` is how the game ended;
    an ``unfinished`` game was stopped by the cap on turns, and counts as a draw. ``opening`` is the number of
    prescribed turns. ``free``: the number of turns in which player a could not obey its restriction, and the number of
    all its turns, without choices of a colour. If the point is judged, ``judged`` has the positions after the opening,
    one for each turn made there, without choices of a colour.
    """

    number: int
    half: int
    winner: Seat | None
    side: Side | None
    black: Seat | None
    reason: str
    turns: tuple[str, ...]
    opening: int
    free: tuple[int, int] = (0, 0)
    judged: tuple[Judged, ...] = ()

    @property
    def a_seat(self) -> Seat:
        """The seat of player a."""
        return Seat.SECOND if self.half else Seat.FIRST

    @property
    def finished(self) -> bool:
        """Whether the game ended by its rules."""
        return self.reason != UNFINISHED

    def points(self, seat: Seat) -> float:
        """The points of a seat: 1, 1/2 or 0."""
        return 0.5 if self.winner is None else float(self.winner is seat)

    def as_data(self) -> dict[str, Any]:
        """As a line of the ledger has it."""
        data: dict[str, Any] = {
            "game": self.number,
            "half": self.half,
            "winner": None if self.winner is None else str(self.winner),
            "side": None if self.side is None else str(self.side),
            "black": None if self.black is None else str(self.black),
            "reason": self.reason,
            "opening": self.opening,
            "turns": " ".join(self.turns),
        }
        if self.free != (0, 0):
            data["free"] = list(self.free)
        if self.judged:
            data["judged"] = [list(one) for one in self.judged]
        return data

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Self:
        """The game of a line; KeyError, TypeError or ValueError if it is not one."""
        free = data.get("free", (0, 0))
        return cls(
            int(data["game"]),
            int(data["half"]),
            None if data["winner"] is None else Seat.of(data["winner"]),
            None if data["side"] is None else Side.of(data["side"]),
            None if data["black"] is None else Seat.of(data["black"]),
            str(data["reason"]),
            tuple(str(data["turns"]).split()),
            int(data["opening"]),
            (int(free[0]), int(free[1])),
            tuple(Judged(*map(int, one)) for one in data.get("judged", ())),
        )


@dataclass(frozen=True)
class Offer:
    """A judged opening: ``turns``, the value for the first seat in thousandths, whether that is proved.

    ``same`` is the number of openings that are equal by a symmetry of the board, including this one.
    """

    number: int
    turns: tuple[str, ...]
    value: int
    proved: bool
    same: int

    def as_data(self) -> dict[str, Any]:
        """The opening as a line of the ledger."""
        turns = " ".join(self.turns)
        return {
            "game": self.number,
            "offer": turns,
            "value": self.value,
            "proved": self.proved,
            "same": self.same,
        }

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Self:
        """The opening of a line; KeyError, TypeError or ValueError if it is not one."""
        turns: Sequence[str] = str(data["offer"]).split()
        return cls(int(data["game"]), tuple(turns), int(data["value"]), bool(data["proved"]), int(data["same"]))
