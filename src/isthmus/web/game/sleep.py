"""Sleep: the machine slept or the process was stopped, so no clock of a game may have run."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from isthmus.web.game.games_in_memory import GamesInMemory
from isthmus.web.game.open_game import OpenGame
from isthmus.web.http.log import LOG
from isthmus.web.storage.faults import StorageError

__all__ = ["Sleep"]

_BEAT, _SLEEP = 5.0, 20.0
"""Seconds between two signs of life, and without one until the server counts as down."""


class Sleep:
    """Notices sleep and pauses the clocks of the games in memory. Other games are paused when they are loaded.

    ``awake`` is a clock in seconds that also runs while the machine sleeps. ``note`` stores a sleep of some seconds
    that ends now. ``pause`` pauses the clock of a game for it. Both may raise StorageError.
    """

    def __init__(
        self,
        games: GamesInMemory,
        awake: Callable[[], float],
        *,
        note: Callable[[float], Awaitable[None]],
        pause: Callable[[str, OpenGame], Awaitable[None]],
    ) -> None:
        self._games = games
        self._awake = awake
        self._note = note
        self._pause = pause
        self._heard: float | None = None
        """The last sign of life, by the clock ``awake``; None before ``begin``."""
        self._lock = asyncio.Lock()
        self._unpaused: set[str] = set()
        """Games in memory that still need a pause for the last sleep."""

    def begin(self) -> None:
        """Count sleep from now on."""
        self._heard = self._awake()

    async def watch(self) -> None:
        """Look for sleep every few seconds. Never returns."""
        while True:
            await asyncio.sleep(_BEAT)
            try:
                await self.allow_for()
            except StorageError:  # it is logged, and the next beat tries again
                pass
            except Exception:
                LOG.exception("event=beat-failed")

    async def allow_for(self, game_id: str = "") -> None:
        """Pause all clocks for the last sleep, if there was one.

        Raises StorageError if the sleep cannot be stored, or the pause of this game. The next call tries again.
        """
        if self._heard is None:
            return
        async with self._lock:
            gap = self._awake() - self._heard
            if gap >= _SLEEP:
                await self._note(gap)
                await self._games.loaded()  # they may have been read before the sleep was stored
                self._unpaused.update(self._games)
            self._heard = self._awake()
            if self._unpaused:
                await asyncio.gather(*map(self._pause_one, self._unpaused))
            if game_id in self._unpaused:
                raise StorageError("the pause of the clock could not be stored")

    async def _pause_one(self, game_id: str) -> None:
        """Pause a game, if it is still in memory. If the pause cannot be stored, the game stays unpaused."""
        if (open_game := self._games.get(game_id)) is not None:
            try:
                await self._pause(game_id, open_game)
            except StorageError:
                return
            except Exception:  # one game must not stop the others
                LOG.exception("event=game-not-paused game=%s", game_id)
        self._unpaused.discard(game_id)
