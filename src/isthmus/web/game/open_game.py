"""OpenGame: one game in memory, with who watches it and what goes on in it by itself."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field

from isthmus.web.game.live_game import Event, LiveGame

__all__ = ["AHEAD", "OpenGame", "Watcher", "computer_acts", "waking_time"]

AHEAD = 900.0
"""A game is in memory this many seconds before somebody's time runs out."""
_MOST_BEHIND = 64
"""Events that a slow reader may be behind before it has to ask for the rest again."""


@dataclass(eq=False)
class Watcher:
    """Somebody who follows a game; the queue holds the numbers of events that were not read yet."""

    queue: asyncio.Queue[int] = field(default_factory=lambda: asyncio.Queue(_MOST_BEHIND))


@dataclass(eq=False)
class OpenGame:
    """A game with all its events. ``used`` is when it was last asked for, in seconds since 1970.

    ``computer`` is the task that thinks, ``flag`` the timer of who is to act.
    """

    game: LiveGame
    events: list[Event]
    used: float
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Watcher] = field(default_factory=set)
    computer: asyncio.Task[None] | None = None
    flag: asyncio.TimerHandle | None = None

    @property
    def thinking(self) -> bool:
        """The computer thinks."""
        return self.computer is not None and not self.computer.done()

    def idle(self, now: float) -> bool:
        """Nobody would notice if this game left memory."""
        at = waking_time(self.game)
        waiting = at is None or at > now + AHEAD
        return waiting and not (self.watchers or self.thinking or self.lock.locked())

    def tell(self) -> None:
        """Let all watchers know that there is news."""
        for watcher in self.watchers:
            with suppress(asyncio.QueueFull):  # it has news to read already
                watcher.queue.put_nowait(len(self.events))

    def stop_flag(self) -> None:
        """Let no timer run any more."""
        if self.flag is not None:
            self.flag.cancel()
            self.flag = None


def computer_acts(game: LiveGame) -> bool:
    """Whether the computer is to act."""
    return game.ready and game.seat is not None and game.holders[game.seat.value].kind == "computer"


def waking_time(game: LiveGame) -> float | None:
    """When a game goes on by itself: 0 for at once, None while it waits for people alone."""
    return 0.0 if computer_acts(game) else game.deadline()
