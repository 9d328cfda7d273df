"""OpenGame: one game in memory, with its watchers and its background tasks."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field

from isthmus.errors import IsthmusError
from isthmus.web.game.live_game import Event, LiveGame

__all__ = ["AHEAD", "OpenGame", "computer_acts", "lost_time", "waking_time"]

AHEAD = 900.0
"""A game is loaded this many seconds before one of its clocks runs out."""


@dataclass(eq=False)
class OpenGame:
    """A game with all its events. ``used`` is when it was last requested, in seconds since 1970.

    ``computer`` is the task of the computer's turn, ``flag`` the timer of the seat to act. A game that is ``gone`` was
    removed from the store. Each of ``watchers`` is set when there is news.
    """

    game: LiveGame
    events: list[Event]
    used: float
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[asyncio.Event] = field(default_factory=set)
    computer: asyncio.Task[None] | None = None
    flag: asyncio.TimerHandle | None = None
    gone: bool = False

    @property
    def thinking(self) -> bool:
        """Whether the computer is thinking."""
        return self.computer is not None and not self.computer.done()

    @property
    def fault(self) -> str:
        """The error that ended the computer's last turn; empty if there was none."""
        if self.computer is None or self.thinking or self.computer.cancelled():
            return ""
        error = self.computer.exception()
        return "" if error is None else str(error) if isinstance(error, IsthmusError) else "the engine failed"

    def idle(self, now: float) -> bool:
        """Whether the game can leave memory without anybody noticing."""
        at = waking_time(self.game)
        waiting = at is None or at > now + AHEAD
        return waiting and not (self.watchers or self.thinking or self.lock.locked())

    def tell(self) -> None:
        """Tell all watchers that there is news."""
        for watcher in self.watchers:
            watcher.set()

    def stop_flag(self) -> None:
        """Stop the timer."""
        if self.flag is not None:
            self.flag.cancel()
            self.flag = None


def computer_acts(game: LiveGame) -> bool:
    """Whether it is the computer's turn."""
    return game.ready and game.seat is not None and game.holders[game.seat.value].kind == "computer"


def lost_time(game: LiveGame, outages: Iterable[tuple[float, float]]) -> float:
    """The seconds of the present turn in which the server was down; ``outages`` are those not yet allowed for."""
    if game.since is None:
        return 0.0
    return sum(max(0.0, ended - max(began, game.since)) for began, ended in outages)


def waking_time(game: LiveGame) -> float | None:
    """The time when a game continues by itself: 0 for at once, None if it waits only for people."""
    return 0.0 if computer_acts(game) else game.deadline()
