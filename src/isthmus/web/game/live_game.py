"""LiveGame: a game between two seats as its numbered events make it. The only judge: what it refuses does not happen.

Pure: it knows no network, no database and no time but the one it is told. An event is a JSON object; ``LiveGame.after``
folds it in, the methods named like commands check a wish and say which event it becomes. So the log of events is the
game: stored, sent to browsers and bots, and read back after a crash, it is always the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from isthmus.errors import IllegalTurnError, IsthmusError
from isthmus.games import game as make_game
from isthmus.record import Record, TimeControl, format_position, parse_position
from isthmus.record.game_clock import GameClock
from isthmus.record.result import RESIGNED
from isthmus.rules.types import Seat

__all__ = ["LONGEST_NAME", "ON_TIME", "Event", "Holder", "LiveGame", "RefusedError", "check_words"]

Event = Mapping[str, Any]
"""``kind``, ``at`` (seconds since 1970, by the server's clock) and what the kind needs; its number is its place."""

ON_TIME = "on time"
LONGEST_NAME, LONGEST_WORDS, MOST_SAID = 40, 500, 200
_JOINERS = {0x200C: None, 0x200D: None}


class RefusedError(IsthmusError, ValueError):
    """A wish that the game does not grant now; says why. Nothing has changed."""


def check_words(what: str, words: str, longest: int) -> None:
    """Refuses words that are too long, or hold what cannot be shown; the joiners within emoji and scripts may stay."""
    if len(words) > longest:
        raise RefusedError(f"{what} has at most {longest} letters, not {len(words)}")
    if not words.translate(_JOINERS).isprintable():
        raise RefusedError(f"{what} has a letter that cannot be shown")


@dataclass(frozen=True)
class Holder:
    """Who holds a seat: ``kind`` is ``person``, ``computer`` or ``open`` (nobody yet); ``level`` 1 to 8, 0 for full."""

    kind: str
    name: str = ""
    level: int | None = None


@dataclass(frozen=True)
class LiveGame:
    """A game as it stands after ``number`` events.

    ``record`` holds the turns; ``clock`` both seats' time at the end of the last turn (None: no clock); ``since`` is
    when the present turn began, None while nobody's time runs. ``asked`` is the seat that asks to take a turn back,
    ``asked_again`` the one that asks for a rematch, ``rematch`` the id of the game that became of it.
    """

    record: Record
    holders: tuple[Holder, Holder]
    clock: GameClock | None = None
    since: float | None = None
    asked: Seat | None = None
    asked_again: Seat | None = None
    rematch: str | None = None
    number: int = 0
    said: tuple[tuple[Seat, str], ...] = field(default=(), repr=False)

    # How things stand ----------------------------------------------------------------------------------------------
    @property
    def ready(self) -> bool:
        """Both seats are taken."""
        return all(holder.kind != "open" for holder in self.holders)

    @property
    def over(self) -> bool:
        """The game has ended, by its rules or otherwise."""
        return self.record.result is not None

    @property
    def seat(self) -> Seat | None:
        """The seat that is to act; None when the game is over."""
        return None if self.over else self.record.final.seat

    @property
    def winner(self) -> Seat | None:
        """The seat that has won."""
        return self.record.winner

    @property
    def ply(self) -> int:
        """How many turns are made; a turn is posted for the ply it follows."""
        return len(self.record.turns)

    def deadline(self) -> float | None:
        """When the seat to act will have lost on time; None without a clock or while none runs."""
        if self.clock is None or self.since is None or self.seat is None:
            return None
        return self.since + self.clock.allowed(self.seat)

    # Wishes --------------------------------------------------------------------------------------------------------
    @classmethod
    def opened(cls, record: Record, holders: tuple[Holder, Holder], at: float) -> Event:
        """The first event of a game; ``start`` is in it where the game begins elsewhere than usual."""
        clock = record.clock
        return {
            "kind": "opened",
            "at": at,
            "game": str(record.game),
            "seats": [{"kind": who.kind, "name": who.name, "level": who.level} for who in holders],
            "clock": None
            if clock is None
            else {
                "main": clock.main,
                "increment": clock.increment,
                "periods": clock.periods,
                "period": clock.period,
            },
        } | ({"start": format_position(record.start)} if record.start else {})

    def join(self, seat: Seat, name: str, at: float) -> Event:
        """A person takes an open seat."""
        if self.holders[seat.value].kind != "open":
            raise RefusedError(f"the {seat} seat is taken")
        name = " ".join(name.split())
        check_words("a name", name, LONGEST_NAME)
        return {"kind": "joined", "at": at, "seat": str(seat), "name": name}

    def play(self, seat: Seat, turn: str, ply: int, at: float) -> Event:
        """A turn of a seat, made for the position after ``ply`` turns."""
        self._check_turn(seat)
        if ply != self.ply:
            raise RefusedError(f"this turn was for ply {ply}, and the game stands at ply {self.ply}")
        self._check_time(at)
        try:
            played = self.record.play(turn)
        except IllegalTurnError as error:
            raise RefusedError(str(error)) from None
        event: dict[str, Any] = {"kind": "turn", "at": at, "seat": str(seat), "turn": played.turns[-1], "ply": ply}
        if self.since is not None:
            event["seconds"] = self._spent(at)
        return event

    def resign(self, seat: Seat, at: float) -> Event:
        """A seat gives up, whoever is to act."""
        self._check_on()
        return {"kind": "resigned", "at": at, "seat": str(seat)}

    def time_over(self, at: float) -> Event:
        """The seat to act has lost on time."""
        deadline = self.deadline()
        if deadline is None or at < deadline or self.seat is None:
            raise RefusedError("nobody's time is over")
        return {"kind": "time-over", "at": at, "seat": str(self.seat)}

    def ask_back(self, seat: Seat, at: float) -> Event:
        """A seat asks to take its last turn back; against the computer that is granted at once."""
        self._check_on()
        taken_back = self._take_back(seat, at)
        if self.holders[seat.other.value].kind == "computer":
            return taken_back
        if self.asked is seat:
            raise RefusedError("you have asked already")
        return {"kind": "asked-back", "at": at, "seat": str(seat)}

    def answer_back(self, seat: Seat, agreed: bool, at: float) -> Event:
        """The answer to who asks to take a turn back."""
        self._check_on()
        if self.asked is not seat.other:
            raise RefusedError("nobody asks to take a turn back")
        if not agreed:
            return {"kind": "declined", "at": at, "seat": str(seat)}
        return self._take_back(seat.other, at)

    def ask_again(self, seat: Seat, to: str, at: float) -> Event:
        """A seat asks for a rematch, the game ``to``; it begins when both have asked, with the computer at once."""
        self._check_over()
        if self.asked_again is seat:
            raise RefusedError("you have asked already")
        if self.asked_again is seat.other or self.holders[seat.other.value].kind == "computer":
            return {"kind": "rematch", "at": at, "seat": str(seat), "to": to}
        return {"kind": "rematch-asked", "at": at, "seat": str(seat)}

    def decline_again(self, seat: Seat, at: float) -> Event:
        """A seat wants no rematch, or no longer."""
        self._check_over()
        if self.asked_again is None:
            raise RefusedError("nobody asks for a rematch")
        return {"kind": "rematch-declined", "at": at, "seat": str(seat)}

    def opened_again(self, at: float) -> Event:
        """The first event of the rematch: the same game and people, each in the other's seat."""
        record = Record(self.record.game, start=self.record.start, clock=self.record.clock)
        return self.opened(record, (self.holders[1], self.holders[0]), at)

    def say(self, seat: Seat, words: str, at: float) -> Event:
        """Something said to the other seat."""
        words = " ".join(words.split())
        if not words:
            raise RefusedError("say something")
        check_words("what is said", words, LONGEST_WORDS)
        if sum(one is seat for one, _ in self.said) >= MOST_SAID:
            raise RefusedError("you have said enough in this game")
        return {"kind": "said", "at": at, "seat": str(seat), "words": words}

    def _check_on(self) -> None:
        if self.over:
            raise RefusedError("the game is over")
        if not self.ready:
            raise RefusedError("the other seat is still open")

    def _check_over(self) -> None:
        if not self.over:
            raise RefusedError("the game is not over")
        if self.rematch is not None:
            raise RefusedError("the rematch has begun")

    def _check_turn(self, seat: Seat) -> None:
        self._check_on()
        if seat is not self.seat:
            raise RefusedError(f"it is the {self.seat} seat's turn")

    def _check_time(self, at: float) -> None:
        if (deadline := self.deadline()) is not None and at >= deadline:
            raise RefusedError("the time is over")

    def _spent(self, at: float) -> float:
        """Seconds since the present turn began; none where the clock on the wall was set back meanwhile."""
        return 0.0 if self.since is None else max(0.0, round(at - self.since, 3))

    def _take_back(self, seat: Seat, at: float) -> Event:
        """The event that takes the last turn of a seat back: the time it took is spent, what it brought is gone."""
        self._check_time(at)
        event: dict[str, Any] = {"kind": "taken-back", "at": at, "seat": str(seat), "to": self._ply_before(seat)}
        if self.since is None:
            return event
        event["seconds"] = self._spent(at)
        clock = self.after(event).clock
        if clock and not all(clock.allowed(one) for one in Seat):
            raise RefusedError("there is no time left to take a turn back")
        return event

    def _ply_before(self, seat: Seat) -> int:
        """The ply at which this seat acted last: there it decides anew."""
        positions = list(self.record.positions())
        for ply in range(self.ply - 1, -1, -1):
            if positions[ply].seat is seat:
                return ply
        raise RefusedError("you have made no turn yet")

    # What happened -------------------------------------------------------------------------------------------------
    @classmethod
    def from_events(cls, events: list[Event]) -> LiveGame:
        """The game that a log of events makes; trusts the log, which only this class writes."""
        first, *rest = events
        clock = TimeControl(**first["clock"]) if first["clock"] else None
        one, two = (Holder(seat["kind"], seat["name"], seat["level"]) for seat in first["seats"])
        start = parse_position(first["start"]) if "start" in first else None
        record = Record(make_game(first["game"]), (one.name, two.name), start=start, clock=clock)
        game = cls(record, (one, two), GameClock.new(clock) if clock else None, number=1)
        if game.ready and clock:
            game = replace(game, since=first["at"])
        for event in rest:
            game = game.after(event)
        return game

    def after(self, event: Event) -> LiveGame:
        """The game after one more event."""
        number = self.number + 1
        if event["kind"] == "said":
            return replace(self, number=number, said=(*self.said, (_seat(event), event["words"])))
        if event["kind"] == "joined":
            return replace(self._joined(_seat(event), event), number=number)
        if event["kind"] == "turn":
            return replace(self._played(_seat(event), event), number=number, asked=None)
        if event["kind"] == "taken-back":
            return replace(self._taken_back(event), number=number, asked=None)
        if event["kind"] in ("resigned", "time-over"):
            reason = RESIGNED if event["kind"] == "resigned" else ON_TIME
            record = self.record.end(_seat(event).other, reason)
            return replace(self, record=record, number=number, asked=None, since=None)
        if event["kind"] == "rematch":
            return replace(self, number=number, asked_again=None, rematch=event["to"])
        if event["kind"] in ("rematch-asked", "rematch-declined"):
            return replace(self, number=number, asked_again=_seat(event) if event["kind"] == "rematch-asked" else None)
        asked = _seat(event) if event["kind"] == "asked-back" else None
        return replace(self, number=number, asked=asked)

    def _joined(self, seat: Seat, event: Event) -> LiveGame:
        holder = Holder("person", event["name"])
        holders = (holder, self.holders[1]) if seat is Seat.FIRST else (self.holders[0], holder)
        record = replace(self.record, players=(holders[0].name, holders[1].name))
        game = replace(self, holders=holders, record=record)
        return replace(game, since=event["at"] if game.ready and game.clock else None)

    def _played(self, seat: Seat, event: Event) -> LiveGame:
        record = self.record.play(event["turn"])
        if self.clock is None or "seconds" not in event:
            return replace(self, record=record)
        clock = self.clock.spend(seat, event["seconds"])
        notes = {"seconds": event["seconds"], "left": round(clock.left[seat.value], 3)}
        if clock.control.periods:
            notes["periods"] = clock.periods[seat.value]
        record = record.annotate(record.last, **notes)
        return replace(self, record=record, clock=clock, since=None if record.result else event["at"])

    def _taken_back(self, event: Event) -> LiveGame:
        record, clock = self.record, self.clock
        if clock and self.seat and "seconds" in event:  # older logs have none, and gave the time back
            clock = clock.run(self.seat, event["seconds"])
        while len(record.turns) > event["to"]:
            record = record.undo()
            if clock and record.final.seat and "seconds" in event:
                clock = clock.take_back(record.final.seat)
        return replace(self, record=record, clock=clock, since=event["at"] if clock else None)


def _seat(event: Event) -> Seat:
    return Seat.FIRST if event["seat"] == str(Seat.FIRST) else Seat.SECOND
