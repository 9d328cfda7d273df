"""Record: a played game, its people, turns and result; one line of moves, no variations and no comments."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property

from isthmus.errors import IllegalTurnError, NotationError, RulesError
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Outcome, Seat, Side

__all__ = ["Record"]


@dataclass(frozen=True)
class Record:
    """A game as it was played, finished or not. Immutable: ``play`` and ``end`` give new records.

    ``players`` are the names of the first and the second seat, empty where unknown. ``turns`` are canonical turn texts
    from ``start`` (None: the game's own beginning). ``result`` stands once the game is over, by its rules or otherwise
    (a resignation); None until then. ``date`` is an ISO 8601 date or time, such as ``2001-10-31``.

    The constructor checks people, date and start; that the turns are legal shows when they are played through.
    """

    game: Game
    players: tuple[str, str] = ("", "")
    turns: tuple[str, ...] = ()
    start: Position | None = field(default=None)
    result: Outcome | None = None
    date: str | None = None

    def __post_init__(self) -> None:
        if self.start is not None and self.start.game != self.game:
            raise RulesError(f"start: found a position of {self.start.game}, expected one of {self.game}")
        for seat, player in zip(Seat, self.players, strict=True):
            if not player.isprintable() or len(player) > 200:
                raise NotationError(f"{seat} player: found {player[:50]!r}, expected a name of at most 200 letters")
        if self.date is not None and not _is_date(self.date):
            raise NotationError(f"date: found {self.date[:50]!r}, expected an ISO 8601 date, such as 2001-10-31")

    @property
    def beginning(self) -> Position:
        """The position before the first turn."""
        return self.game.start() if self.start is None else self.start

    def positions(self) -> Iterator[Position]:
        """The positions of the game, the beginning first; raises IllegalTurnError at a turn that the rules forbid."""
        position = self.beginning
        yield position
        for number, turn in enumerate(self.turns, start=1):
            try:
                position = position.play(turn)
            except (IllegalTurnError, NotationError) as error:
                raise type(error)(f"turn {number}: {error}") from None
            yield position

    @cached_property
    def final(self) -> Position:
        """The position after the last turn; errors as for ``positions``."""
        return deque(self.positions(), maxlen=1).pop()

    def play(self, turn: str | Turn) -> Record:
        """The record with one more turn, and with the result if that ends the game.

        Raises NotationError or IllegalTurnError as ``Position.play`` does; the latter too if a result stands already.
        """
        if self.result is not None:
            raise IllegalTurnError(f"{turn}: the game is over: {self.result}")
        after = self.final.play(turn)
        longer = replace(self, turns=(*self.turns, str(after.last_turn)), result=after.outcome)
        longer.__dict__["final"] = after
        return longer

    def end(self, winner: Side | None, reason: str) -> Record:
        """The record of a game that ended otherwise than by its rules: resigned, on time, agreed. None is a draw.

        Raises IllegalTurnError if the game is over already, NotationError for a reason that is empty or unprintable.
        """
        if self.result is not None or self.final.outcome is not None:
            raise IllegalTurnError(f"the game is over: {self.result or self.final.outcome}")
        if not reason or not reason.isprintable():
            raise NotationError(f"reason: found {reason!r}, expected a few words such as 'resigned'")
        return replace(self, result=Outcome(winner, reason))

    def undo(self) -> Record:
        """The record without its last turn and without a result; raises IllegalTurnError if there is no turn."""
        if not self.turns:
            raise IllegalTurnError("there is no turn to take back")
        return replace(self, turns=self.turns[:-1], result=None)


def _is_date(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return text.isascii() and text.isprintable()
