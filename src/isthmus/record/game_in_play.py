"""GameInPlay: one game while it is being played. It alone decides what is allowed.

It is pure: it knows no people, network or screen, and gets the time as an argument. Each wish returns the game
after it, with the line of a record that says what happened. So a log of these lines is the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from isthmus.errors import A_RECORD, IsthmusError, NotationError, expect
from isthmus.record import events
from isthmus.record.events import Event
from isthmus.record.game_clock import GameClock
from isthmus.record.lines import header_event
from isthmus.record.record import Record
from isthmus.record.result import ON_TIME, RESIGNED
from isthmus.record.tree import subtree
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Seat, Side

__all__ = ["TAKE_BACK", "GameInPlay", "RefusedError", "stamped"]

TAKE_BACK = "take-back"
"""The value of ``ask`` and ``decline`` that means taking back the last turns."""


class RefusedError(IsthmusError, ValueError):
    """The game refuses a wish; the message says why. Nothing has changed.

    >>> import isthmus
    >>> from isthmus.record import GameInPlay, Record
    >>> GameInPlay(Record(isthmus.game("hex", size=5, pie=0))).play("c3", seat=isthmus.Seat.SECOND)
    Traceback (most recent call last):
    isthmus.record.game_in_play.RefusedError: it is the first seat's turn
    """


@dataclass(frozen=True)
class GameInPlay:
    """The current state of a game. Immutable: every wish gives a new one, or raises an error and changes nothing.

    ``record`` has the turns. ``clock`` is both seats' time at the end of the last turn, None without a time limit.
    ``since`` is the time when the present turn began, None if time is not measured. The argument ``at`` is always the
    present time, in seconds on the same scale. ``asked`` is the seat that has asked to take its last turn back.
    ``event`` is the line for the last event. ``numbers`` has the number of each node in these lines; its last item is
    the number of the next turn. No number is used twice.

    >>> import isthmus
    >>> from isthmus.record import GameInPlay, Record
    >>> game = GameInPlay(Record(isthmus.game("hex", size=5, pie=0))).play("c3").play("d2")
    >>> game.turns, str(game.seat), game.over
    (('c3', 'd2'), 'first', False)
    >>> str(game.resign(game.seat).record.result)
    'white (resigned)'
    """

    record: Record
    clock: GameClock | None = None
    since: float | None = None
    asked: Seat | None = None
    event: Event = field(default_factory=dict, repr=False)
    numbers: tuple[int, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        expect(self.record, Record, A_RECORD, NotationError)
        if not self.numbers:
            object.__setattr__(self, "numbers", tuple(range(len(self.record.nodes) + 1)))

    @classmethod
    def begun(cls, record: Record, at: float | None) -> Self:
        """A new game with the clock of its record, which runs from ``at`` on if given; ``event`` is its header."""
        clock = GameClock.new(record.clock) if record.clock else None
        return cls(record, clock, at if clock else None, event=header_event(record))

    # The present state ----------------------------------------------------------------------------------------------
    @property
    def position(self) -> Position:
        """The position now."""
        return self.record.final

    @property
    def turns(self) -> tuple[str, ...]:
        """The turns so far."""
        return self.record.turns

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or otherwise."""
        return self.record.result is not None

    @property
    def seat(self) -> Seat | None:
        """The seat to act; None when the game is over."""
        return None if self.over else self.position.seat

    @property
    def ply(self) -> int:
        """The number of turns so far."""
        return len(self.turns)

    def has_played(self, seat: Seat | str) -> bool:
        """Whether a seat has made a turn, so that there is one to take back."""
        seat = Seat.of(seat)
        newest_first = range(self.ply - 1, -1, -1)  # the record keeps the newest positions
        return any(self._seat_after(ply) is seat for ply in newest_first)

    def deadline(self) -> float | None:
        """The time at which the seat to act loses; None without a clock or while the clock does not run."""
        if self.clock is None or self.since is None or self.seat is None:
            return None
        return self.since + self.clock.allowed(self.seat)

    # Wishes --------------------------------------------------------------------------------------------------------
    def play(
        self, turn: str | Turn, at: float | None = None, *, seat: Seat | None = None, ply: int | None = None
    ) -> Self:
        """The game after a turn of the seat to act. Raises NotationError or IllegalTurnError as ``Position.play`` does.

        If ``seat`` or ``ply`` are given, it must be the turn of this seat, after this number of turns; otherwise the
        turn is refused. Raises RefusedError then, and if the game or a player's time is over.
        """
        self._check_on()
        if seat not in (None, self.seat):
            raise RefusedError(f"it is the {self.seat} seat's turn")
        if ply not in (None, self.ply):
            raise RefusedError(f"this turn was meant to follow turn {ply}, but the game is at turn {self.ply}")
        self._check_time(at)
        return self._played(turn, at, None if at is None or self.since is None else self._spent(at))

    def lose(self, seat: Seat | str, reason: str, at: float | None = None) -> Self:
        """The game after a seat has lost it for a reason outside the rules; either seat may be to act.

        Raises IllegalTurnError if the game is over, NotationError for a reason that is empty or cannot be stored.
        """
        seat = Seat.of(seat)
        return self._ended(seat.other, reason, seat, at)

    def resign(self, seat: Seat | str, at: float | None = None) -> Self:
        """The game after a seat has resigned; either seat may be to act. Raises RefusedError if the game is over."""
        self._check_on()
        return self.lose(seat, RESIGNED, at)

    def time_over(self, at: float) -> Self:
        """The game after the seat to act has lost on time. Raises RefusedError if its time is not up."""
        deadline = self.deadline()
        if deadline is None or at < deadline or self.seat is None:
            raise RefusedError("neither player's time is up")
        return self.lose(self.seat, ON_TIME, at)

    def pause(self, seconds: float, at: float) -> Self:
        """The game after a pause of the clock, which did not run for this many seconds of the present turn."""
        return self.read(stamped({"paused": round(seconds, 3)}, None, at))

    def reopen(self, at: float | None = None) -> Self:
        """The game without its result, such as a resignation that is taken back.

        Raises IllegalTurnError if the rules ended the game, or if it is not over.
        """
        record = self.record.reopened()
        line = stamped({"last": self.numbers[record.last]}, record.final.seat, at)
        return self._next(record=record, since=at, event=line)

    def take_back(self, *seats: Seat, at: float | None = None) -> Self:
        """The game before the newest turn of any of ``seats``; that seat decides again. A result is removed too.

        The time spent on the turns is not given back, and their increments are removed. Raises RefusedError if none of
        ``seats`` has made a turn, if the time is up, or if no time would be left.
        """
        self._check_time(at)
        for ply in range(self.ply - 1, -1, -1):
            if (seat := self._seat_after(ply)) in seats:
                back = self._back_to(ply, seat, at)
                if back.clock and not all(back.clock.allowed(one) for one in Seat):
                    raise RefusedError("this turn cannot be taken back, because a player would have no time left")
                return back
        raise RefusedError("you have made no turn yet")

    def request_takeback(self, seat: Seat, at: float | None = None) -> Self:
        """The game after a seat has asked to take its last turn back.

        Raises RefusedError if the game is over or a request is open. Other errors are those of ``take_back``.
        """
        self._check_on()
        self.take_back(seat, at=at)
        if self.asked is not None:
            mine = self.asked is seat
            raise RefusedError("you have already asked" if mine else "answer the other player's request first")
        return self.read(stamped({"ask": TAKE_BACK}, seat, at))

    def answer_takeback(self, seat: Seat, agreed: bool, at: float | None = None) -> Self:
        """The game after a seat has answered the other seat's request to take its last turn back.

        Raises RefusedError if the game is over, or if the other seat has made no such request. Also raises the errors
        of ``take_back``.
        """
        self._check_on()
        if self.asked is not seat.other:
            raise RefusedError("nobody has asked to take a turn back")
        if agreed:
            return self.take_back(seat.other, at=at)
        return self.read(stamped({"decline": TAKE_BACK}, seat, at))

    # What happened -------------------------------------------------------------------------------------------------
    def read(self, event: Mapping[str, Any]) -> Self:
        """The game after the next line of its log. It trusts the log, but plays its turns.

        Of the communication between players, only ``asked`` is kept.
        """
        at = event.get("at")
        if "turn" in event:
            return self._played(event["turn"], at, event.get("seconds"))
        seat = events.SEATS.get(event.get("seat", ""))
        if "remove" in event:
            ply = self.record.main_line.index(self.numbers.index(event["remove"])) - 1
            return self._back_to(ply, seat, at)
        if "result" in event:
            result = events.parse_outcome(event)
            return self._ended(result.winner, result.reason, seat, at)
        if "last" in event:
            number = self.numbers.index(event["last"])
            if number == self.record.last:
                return self.reopen(at)
            return self._played(self.record.nodes[number].turn, at, event.get("seconds"))
        if "paused" in event:
            since = None if self.since is None else self.since + event["paused"]
            return self._next(since=since, event=dict(event))
        if "players" in event:
            one, two = event["players"]
            return self._next(record=replace(self.record, players=(one, two)), event=dict(event))
        if TAKE_BACK in (event.get("ask"), event.get("decline")):
            return self._next(asked=seat if "ask" in event else None, event=dict(event))
        return self._next(event=dict(event))

    def _played(self, turn: str | Turn, at: float | None, seconds: float | None) -> Self:
        seat, record, clock = self.seat, self.record.play(turn), self.clock
        notes: dict[str, Any] = {}
        if seconds is not None:
            notes["seconds"] = seconds
            if clock is not None and seat is not None:
                clock = clock.spend(seat, seconds)
                notes["left"] = round(clock.left[seat.value], 3)
                if clock.control.periods:
                    notes["periods"] = clock.periods[seat.value]
            record = record.annotate(record.last, **notes)
        numbers = self.numbers
        event: Event = {"last": numbers[record.last]}
        if len(record.nodes) > len(self.record.nodes):  # it was not a variation
            numbers = (*numbers, numbers[-1] + 1)
            newest = len(self.record.nodes) - 1
            after: Event = {} if self.record.last == newest else {"after": numbers[self.record.last]}
            event = {"turn": record.nodes[record.last].turn} | after
        since = None if self.since is None or record.result is not None else at
        line = stamped(event | notes, seat, at)
        return self._next(record=record, clock=clock, since=since, asked=None, event=line, numbers=numbers)

    def _ended(self, winner: Side | Seat | None, reason: str, seat: Seat | None, at: float | None) -> Self:
        record = self.record.end(winner, reason)
        assert record.result is not None
        line = stamped(events.outcome_event(record.result), seat, at)
        return self._next(record=record, since=None, asked=None, event=line)

    def _seat_after(self, ply: int) -> Seat | None:
        """The seat to act after this many turns."""
        return self.record.position(self.record.main_line[ply]).seat

    def _back_to(self, ply: int, seat: Seat | None, at: float | None) -> Self:
        """The game after its first ``ply`` turns, at the request of a seat."""
        node, clock = self.record.main_line[ply + 1], self.clock
        if clock is not None and self.since is not None and at is not None and self.seat is not None:
            clock = clock.run(self.seat, self._spent(at))
        for earlier in range(self.ply - 1, ply - 1, -1):
            if clock is not None and (mover := self._seat_after(earlier)) is not None:
                clock = clock.take_back(mover)
        gone = subtree(self.record.nodes, node)
        return self._next(
            record=self.record.remove(node),
            clock=clock,
            since=None if self.since is None and not self.over else at,
            asked=None,
            event=stamped({"remove": self.numbers[node]}, seat, at),
            numbers=tuple(number for place, number in enumerate(self.numbers) if place not in gone),
        )

    def _next(self, **changes: Any) -> Self:
        """The game after one more event."""
        return replace(self, **changes)

    def _check_on(self) -> None:
        if self.over:
            raise RefusedError("the game is over")

    def _check_time(self, at: float | None) -> None:
        if at is not None and (deadline := self.deadline()) is not None and at >= deadline:
            raise RefusedError("the time is up")

    def _spent(self, at: float) -> float:
        """Seconds since the present turn began; 0 if the system clock was set back during it."""
        return 0.0 if self.since is None else max(0.0, round(at - self.since, 3))


def stamped(event: Event, seat: Seat | None, at: float | None) -> Event:
    """A line with the seat that caused it, and its time."""
    return event | ({} if seat is None else {"seat": str(seat)}) | ({} if at is None else {"at": at})
