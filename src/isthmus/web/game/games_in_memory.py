"""GamesInMemory: loads games from the store when they are needed, and unloads them when they are not."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from functools import partial

from isthmus.errors import IsthmusError
from isthmus.web.game.game_log import read_log
from isthmus.web.game.open_game import OpenGame
from isthmus.web.http.log import LOG
from isthmus.web.storage.store import Store

__all__ = ["GamesInMemory", "MissingGameError", "UnreadableGameError"]

_LOADS = 2
"""The number of games that are loaded at once. The rest wait, and leave threads to other work."""
_UNUSED, _UNUSED_OVER = 300.0, 30.0
"""Seconds that a game stays in memory after its last use, while in progress and when over."""


class MissingGameError(Exception):
    """There is no game with this id."""


class UnreadableGameError(Exception):
    """A game's log cannot be read, for example because this server no longer has the rules of its game."""


class GamesInMemory:
    """About ``most`` games of a store by id, the most recently used last. Busy games stay even beyond that number.

    ``prepare`` is called with the id and a loaded game before anybody gets it, ``begin`` as soon as it is in memory.
    ``now`` gives the time in seconds since 1970.
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        most: int,
        *,
        prepare: Callable[[str, OpenGame], Awaitable[None]],
        begin: Callable[[str, OpenGame], None],
    ) -> None:
        self._store = store
        self._now = now
        self._most = most
        self._prepare = prepare
        self._begin = begin
        self._games: OrderedDict[str, OpenGame] = OrderedDict()
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._loads = asyncio.Semaphore(_LOADS)
        self._unreadable: set[str] = set()
        """The games whose faults have been logged in full."""

    def __len__(self) -> int:
        return len(self._games)

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def values(self) -> list[OpenGame]:
        """The games in memory."""
        return list(self._games.values())

    def get(self, game_id: str) -> OpenGame | None:
        """The game, or None if it is not in memory. This does not count as a use."""
        return self._games.get(game_id)

    async def open(self, game_id: str) -> OpenGame:
        """The game, loaded if necessary.

        Raises MissingGameError if it does not exist, UnreadableGameError if its log cannot be read, and StorageError.
        """
        while game_id not in self._games:
            # It is loaded once for everybody who waits for it, even if the first of them leaves.
            if game_id not in self._loading:
                self._loading[game_id] = loading = asyncio.create_task(self._load(game_id))
                loading.add_done_callback(partial(self._loaded, game_id))
            await asyncio.shield(self._loading[game_id])
        open_game = self._games[game_id]
        open_game.used = self._now()
        self._games.move_to_end(game_id)
        return open_game

    async def loaded(self) -> None:
        """Wait until the games that are being loaded now are in memory."""
        if self._loading:
            await asyncio.wait(self._loading.values())

    def forget(self, game_id: str) -> None:
        """Unload a game, if it is in memory."""
        open_game = self._games.pop(game_id, None)
        if open_game is not None:
            open_game.stop_flag()

    def tidy(self) -> None:
        """Unload idle games after a while without use."""
        now = self._now()
        for game_id, open_game in list(self._games.items()):
            if open_game.used <= now - (_UNUSED_OVER if open_game.game.over else _UNUSED) and open_game.idle(now):
                self.forget(game_id)

    async def close(self) -> None:
        """Stop loading."""
        loading = list(self._loading.values())
        for task in loading:
            task.cancel()
        await asyncio.gather(*loading, return_exceptions=True)

    async def _load(self, game_id: str) -> None:
        async with self._loads:
            events = await asyncio.to_thread(self._store.events, game_id)
            if not events:
                raise MissingGameError(game_id)
            try:
                game, events = await asyncio.to_thread(read_log, events)
            except Exception as error:
                known = game_id in self._unreadable
                self._unreadable.add(game_id)
                LOG.error("event=game-unreadable game=%s", game_id, exc_info=None if known else error)
                words = f": {error}" if isinstance(error, IsthmusError) else ""
                raise UnreadableGameError(f"The server cannot read this game{words}.") from error
        open_game = OpenGame(game, events, self._now())
        await self._prepare(game_id, open_game)
        self._make_way()
        self._games[game_id] = open_game
        self._begin(game_id, open_game)

    def _loaded(self, game_id: str, loading: asyncio.Task[None]) -> None:
        del self._loading[game_id]
        if not loading.cancelled():
            loading.exception()  # asyncio would log an error that nobody waits for any more

    def _make_way(self) -> None:
        """If memory is full, unload the idle game that has been unused for the longest time."""
        if len(self._games) >= self._most:
            now = self._now()
            idle = next((game_id for game_id, open_game in self._games.items() if open_game.idle(now)), None)
            if idle is not None:
                self.forget(idle)
