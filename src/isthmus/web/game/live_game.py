"""LiveGame: a game in play on a server, with the holders of its seats, their chat and the rematch.

It is pure: it uses no network and no database, and gets the time as an argument. A wish returns the game with one more
``event``, or raises RefusedError. The log of events defines the game completely. It is stored, it is sent to browsers
and bots, and the server reads it back after a crash.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from isthmus.record import GameInPlay, Record, RefusedError
from isthmus.record.events import SEATS
from isthmus.record.game_in_play import stamped
from isthmus.record.lines import header_event, parse_header
from isthmus.rules.types import Seat

__all__ = ["LONGEST_NAME", "REMATCH", "Event", "Holder", "LiveGame", "RefusedError", "plain_words"]

Event = Mapping[str, Any]
"""A line of the game's record, with ``at`` (seconds since 1970 by the server's clock) and ``seat`` (the seat that
caused it). Its number is its place in the log."""

REMATCH = "rematch"
"""The value of ``ask`` and ``decline`` that means a rematch."""
LONGEST_NAME, LONGEST_WORDS, MOST_SAID = 40, 500, 200
_JOINERS = dict.fromkeys((0x200C, 0x200D, *range(0xE0020, 0xE0080)))
"""The joiners, which emoji and some scripts need, and the tags, which the flags of regions need."""
_MARKS = dict.fromkeys((0xAD, 0x200E, 0x200F, *range(0x2066, 0x206A)))
"""Soft hyphens, and marks of direction that keyboards and copied texts add."""


def plain_words(what: str, words: str, longest: int) -> str:
    """Words of a player with single spaces, without soft hyphens and marks of direction.

    Raises RefusedError if they are too long or cannot be shown; ``what`` is ``name`` or ``message``. Joiners and the
    tags of emoji are allowed.
    """
    words = " ".join(words.translate(_MARKS).split())
    if len(words) > longest:
        raise RefusedError(f"Your {what} may have at most {longest} characters, not {len(words)}.")
    if not words.translate(_JOINERS).isprintable():
        raise RefusedError(f"Your {what} contains a character that cannot be shown. Remove it and try again.")
    return words


@dataclass(frozen=True)
class Holder:
    """The holder of a seat: ``kind`` is ``person``, ``computer`` or ``open`` (nobody yet).

    ``level`` is the computer's: 1 to 12, or 0 for full strength; otherwise None.
    """

    kind: str
    name: str = ""
    level: int | None = None


@dataclass(frozen=True)
class LiveGame(GameInPlay):
    """A game after ``number`` events.

    ``rematch_asked_by`` is the seat that has asked for a rematch, ``rematch`` the id of that game once it has begun.
    The clock starts when both seats are taken. ``holders`` are the first and the second seat's, ``said`` the chat
    messages with their seats, oldest first.
    """

    holders: tuple[Holder, Holder] = (Holder("open"), Holder("open"))
    rematch_asked_by: Seat | None = None
    rematch: str | None = None
    number: int = 1
    said: tuple[tuple[Seat, str], ...] = field(default=(), repr=False)

    @property
    def ready(self) -> bool:
        """Whether both seats are taken."""
        return all(holder.kind != "open" for holder in self.holders)

    @property
    def winner(self) -> Seat | None:
        """The seat that has won."""
        return self.record.winner

    # How it begins -------------------------------------------------------------------------------------------------
    @staticmethod
    def opened(record: Record, holders: tuple[Holder, Holder], at: float) -> Event:
        """The first event of a game: the header of its record, and the holders of the seats."""
        seats = [{"kind": who.kind, "name": who.name, "level": who.level} for who in holders]
        record = replace(record, players=(holders[0].name, holders[1].name))
        return stamped(header_event(record) | {"seats": seats}, None, at)

    @classmethod
    def of_header(cls, header: Event) -> Self:
        """The game after its first event."""
        one, two = (Holder(seat["kind"], seat["name"], seat["level"]) for seat in header["seats"])
        game = replace(cls.begun(parse_header(header), header["at"]), event=dict(header), holders=(one, two))
        return game if game.ready else replace(game, since=None)

    def rematch_opening(self, at: float) -> Event:
        """The first event of the rematch: the same game and people, each in the other's seat."""
        record = Record(self.record.game, start=self.record.start, clock=self.record.clock)
        return self.opened(record, (self.holders[1], self.holders[0]), at)

    # Wishes only on a server ---------------------------------------------------------------------------------------
    def join(self, seat: Seat, name: str, at: float) -> Self:
        """A person takes an open seat. If the other player has the same name, a number is added."""
        if self.holders[seat.value].kind != "open":
            raise RefusedError(f"the {seat} seat is taken")
        name = plain_words("name", name, LONGEST_NAME)
        names = [holder.name for holder in self.holders]
        if name and name.casefold() == names[seat.other.value].casefold():
            name = f"{name[: LONGEST_NAME - 4]} (2)"
        names[seat.value] = name
        return self.read(stamped({"players": names}, seat, at))

    def request_takeback(self, seat: Seat, at: float | None = None) -> Self:
        """A seat asks to take its last turn back. The computer agrees at once."""
        self._check_on()
        if self.holders[seat.other.value].kind == "computer":
            return self.take_back(seat, at=at)
        return super().request_takeback(seat, at)

    def request_rematch(self, seat: Seat, to: str, at: float) -> Self:
        """A seat asks for a rematch with the id ``to``. It begins when both have asked; the computer agrees at once."""
        self._check_over()
        if self.rematch_asked_by is seat:
            raise RefusedError("you have already asked")
        agreed = self.rematch_asked_by is seat.other or self.holders[seat.other.value].kind == "computer"
        return self.read(stamped({"rematch": to} if agreed else {"ask": REMATCH}, seat, at))

    def decline_rematch(self, seat: Seat, at: float) -> Self:
        """A seat declines a rematch, or withdraws its own request."""
        self._check_over()
        if self.rematch_asked_by is None:
            raise RefusedError("nobody has asked for a rematch")
        return self.read(stamped({"decline": REMATCH}, seat, at))

    def say(self, seat: Seat, words: str, at: float) -> Self:
        """A chat message. Watchers can read it too."""
        words = plain_words("message", words, LONGEST_WORDS)
        if not words:
            raise RefusedError("the message is empty")
        if sum(one is seat for one, _ in self.said) >= MOST_SAID:
            raise RefusedError(f"you have sent {MOST_SAID} messages in this game, the most allowed")
        return self.read(stamped({"say": words}, seat, at))

    # What happened -------------------------------------------------------------------------------------------------
    def read(self, event: Event) -> Self:
        """The game after one more event. It trusts the event, which must come from this class."""
        seat = SEATS.get(event.get("seat", ""))
        if "say" in event and seat is not None:
            return self._next(event=dict(event), said=(*self.said, (seat, event["say"])))
        if "players" in event and seat is not None:
            return self._joined(seat, event)
        if "rematch" in event:
            return self._next(event=dict(event), rematch_asked_by=None, rematch=event["rematch"])
        if REMATCH in (event.get("ask"), event.get("decline")):
            return self._next(event=dict(event), rematch_asked_by=seat if "ask" in event else None)
        return super().read(event)

    def _joined(self, seat: Seat, event: Event) -> Self:
        holder = Holder("person", event["players"][seat.value])
        holders = (holder, self.holders[1]) if seat is Seat.FIRST else (self.holders[0], holder)
        game = replace(super().read(event), holders=holders)
        return replace(game, since=event["at"] if game.ready and game.clock else None)

    def _next(self, **changes: Any) -> Self:
        return super()._next(number=self.number + 1, **changes)

    def _check_on(self) -> None:
        super()._check_on()
        if not self.ready:
            raise RefusedError("the other seat is still open")

    def _check_over(self) -> None:
        if not self.over:
            raise RefusedError("the game is not over")
        if self.rematch is not None:
            raise RefusedError("the rematch has already begun")
