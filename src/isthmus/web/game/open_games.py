"""OpenGames: the games in memory and their watchers. Games change only here, one event after another.

A wish becomes an event under the lock of its game. The game checks the event, the store keeps it, the game applies it,
and only then is it announced. A returning client sends the number of the last event that it has seen, and gets the rest
of the events, or all of them if the game has fewer.

A game that waits for people and has no watchers leaves memory after a while; the next request loads it again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar
from zlib import crc32

from isthmus.record import Record, format_share_link
from isthmus.web.engine.pool import EnginePool
from isthmus.web.game.computer import FULL, choose_turn
from isthmus.web.game.game_log import read_log
from isthmus.web.game.games_in_memory import GamesInMemory, MissingGameError, UnreadableGameError
from isthmus.web.game.live_game import Event, LiveGame, RefusedError
from isthmus.web.game.open_game import AHEAD, OpenGame, computer_acts, lost_time, waking_time
from isthmus.web.game.pace import Pace
from isthmus.web.game.sleep import Sleep
from isthmus.web.http.client_address import current_client_address
from isthmus.web.http.log import LOG
from isthmus.web.storage.faults import StorageError
from isthmus.web.storage.store import ConflictError, GrantedError, SpentTokenError, Store, TakenKeyError
from isthmus.web.storage.wish_key import WishKey
from isthmus.web.storage.writer import Writer

__all__ = ["Change", "OpenGames"]

Wish = Callable[[LiveGame, float], LiveGame]
"""Returns the game after the wish, at a given time, or raises."""
Change = Callable[[str, LiveGame, LiveGame], None]
"""It is called with the id of a game, the game before an event, and the game after it."""

_Result = TypeVar("_Result")
_MOST_EVENTS = 10_000
"""After this many events, a game accepts only events that lead to its end."""
_ROUND = 30.0
"""Seconds between two rounds of unloading idle games and loading games that are due."""
_TAKEN_KEY = "you have used this key for another request in this game; use a new key for each request"


class OpenGames:
    """All games of a store, played and watched inside one event loop. About ``most`` games stay in memory.

    Without a ``pace`` the computer answers as soon as it can. ``awake`` is a clock in seconds that also runs while the
    machine sleeps.
    """

    def __init__(
        self,
        store: Store,
        engines: EnginePool,
        now: Callable[[], float] = time.time,
        most: int = 2000,
        pace: Pace | None = None,
        *,
        awake: Callable[[], float] = time.time,
    ) -> None:
        self._pace = pace
        self._store = store
        self._engines = engines
        self._now = now
        self._games = GamesInMemory(store, now, most, prepare=self._allow_for_outages, begin=self._schedule_tasks)
        self._sleep = Sleep(self._games, awake, note=self._note_sleep, pause=self._pause)
        self._tasks: set[asyncio.Task[None]] = set()
        self._storing: set[asyncio.Task[Any]] = set()
        self._ending = False
        self._writer = Writer(store)
        self.changes: list[Change] = []

    def __len__(self) -> int:
        """The number of games in memory."""
        return len(self._games)

    def now(self) -> float:
        """The time on the clock that all games use, in seconds since 1970."""
        return self._now()

    async def game(self, game_id: str) -> LiveGame:
        """The current game. Raises MissingGameError if it does not exist, and UnreadableGameError."""
        return (await self._games.open(game_id)).game

    def computer_fault(self, game_id: str) -> str:
        """The error that ended the computer's turn; empty if none. The turn is tried again from time to time."""
        open_game = self._games.get(game_id)
        return open_game.fault if open_game else ""

    async def wish(
        self, game_id: str, wish: Wish, key: WishKey | None = None, exchange: tuple[str, str] | None = None
    ) -> int:
        """Grant a wish and return the number of its event. A repeated ``key`` returns the number of the first event.

        Together with the wish, the second token of ``exchange`` replaces the first.

        Raises RefusedError, NotationError or IllegalTurnError as the game does, and StorageError if the event cannot be
        stored. After an error nothing has changed. Cancelling the call leaves nothing half done.
        """
        # Cancelling it between storing and announcing would leave a turn that nobody is told about.
        return await asyncio.shield(self._start(self._grant(game_id, wish, key, exchange), self._storing))

    async def _grant(self, game_id: str, wish: Wish, key: WishKey | None, exchange: tuple[str, str] | None) -> int:
        await self._sleep.allow_for(game_id)
        open_game = await self._games.open(game_id)
        async with open_game.lock:
            if open_game.gone:
                raise MissingGameError(game_id)
            before = open_game.game
            try:
                after = wish(before, self._now())
                if before.number >= _MOST_EVENTS and after.event.keys().isdisjoint(("turn", "result")):
                    raise RefusedError("this game has too many events; you can only play turns or resign now")
                await self._append(game_id, open_game, after, key, exchange=exchange)
            except GrantedError as known:
                return known.number
            except TakenKeyError:
                raise RefusedError(_TAKEN_KEY) from None
            except ValueError:
                # A repeated wish is usually refused, because it has already been carried out.
                if key is not None and (number := await self._granted(game_id, key)):
                    return number
                raise
            open_game.game = after
            open_game.events.append(after.event)
            open_game.tell()
        for change in self.changes:
            change(game_id, before, after)
        self._schedule_tasks(game_id, open_game)
        return after.number

    async def look(self, game_id: str) -> LiveGame:
        """Like ``game``, but this does not count as a use: the game may leave memory as soon as before."""
        known = self._games.get(game_id)
        return known.game if known else await self.game(game_id)

    async def withdraw(self, game_id: str) -> None:
        """Remove a game whose other seat is still open. Raises RefusedError once it is taken."""
        # As in ``wish``: a stored change must also be announced.
        await asyncio.shield(self._start(self._withdraw(game_id), self._storing))

    async def _withdraw(self, game_id: str) -> None:
        open_game = await self._games.open(game_id)
        async with open_game.lock:
            if open_game.gone:
                raise MissingGameError(game_id)
            if open_game.game.ready:
                raise RefusedError("the other seat is taken, so the game has begun")
            await self._write(self._store.remove, game_id)
            open_game.gone = True
            self._games.forget(game_id)
            open_game.tell()

    async def _granted(self, game_id: str, key: WishKey) -> int | None:
        try:
            return await asyncio.to_thread(self._store.granted, game_id, key)
        except TakenKeyError:
            raise RefusedError(_TAKEN_KEY) from None

    async def follow(self, game_id: str, after: int = 0) -> AsyncGenerator[tuple[int, Event, LiveGame], None]:
        """The events of a game from ``after + 1`` on, as they happen: number, event, and the game as it now is.

        If the game has fewer events than ``after``, as after a restored backup, all its events.
        """
        open_game = await self._games.open(game_id)
        if after > len(open_game.events):
            after = 0
        news = asyncio.Event()
        open_game.watchers.add(news)
        try:
            while not (self._ending or open_game.gone):
                while after < len(open_game.events):
                    after += 1
                    yield after, open_game.events[after - 1], open_game.game
                await news.wait()
                news.clear()
        finally:
            open_game.watchers.discard(news)
            open_game.used = self._now()

    # Loading and unloading -----------------------------------------------------------------------------------------
    async def begin(self) -> None:
        """Note that the server runs, and watch for sleep from now on. No clock runs between its last time and now."""
        await self._write(self._store.begin, self._now())
        self._sleep.begin()
        self._begin(self._sleep.watch())

    async def run_housekeeping(self) -> None:
        """Resume the games that continue by themselves, also after a restart, and keep them running. Never returns."""
        while True:
            try:
                try:
                    await self._sleep.allow_for()  # before the sign of life, which would hide a sleep
                    await self._write(self._store.alive, self._now())
                    await self.wake()
                finally:
                    self.tidy()
            except StorageError:  # it is logged, and the next round tries again
                pass
            except Exception:
                LOG.exception("event=housekeeping-failed")
            await asyncio.sleep(_ROUND)

    async def wake(self) -> None:
        """Load the games in which a clock is about to run out or the computer must act."""
        soon = self._now() + AHEAD
        for game_id in await asyncio.to_thread(self._store.waking, soon):
            try:
                await self._wake(game_id, soon)
            except (StorageError, UnreadableGameError):  # one game must not stop the others
                continue
            except Exception:
                LOG.exception("event=game-not-woken game=%s", game_id)

    async def _wake(self, game_id: str, soon: float) -> None:
        open_game = await self._games.open(game_id)
        async with open_game.lock:
            if (wakes := waking_time(open_game.game)) is None or wakes > soon:  # it is new: its time is not stored yet
                await self._write(self._store.set_waking, game_id, wakes)
        self._schedule_tasks(game_id, open_game)

    def tidy(self) -> None:
        """Unload idle games after a while without use."""
        self._games.tidy()

    def end_following(self) -> None:
        """End all streams: the server is shutting down."""
        self._ending = True
        for open_game in self._games.values():
            open_game.tell()

    async def close(self) -> None:
        """Stop all tasks. The store keeps every game."""
        with suppress(StorageError):
            await self._sleep.allow_for()
        for open_game in self._games.values():
            open_game.stop_flag()
            if open_game.computer is not None:
                open_game.computer.cancel()
        for task in self._tasks:
            task.cancel()
        await self._games.close()
        await asyncio.gather(*self._tasks, *self._storing, return_exceptions=True)
        with suppress(StorageError):
            await self._write(self._store.alive, self._now())
        await asyncio.to_thread(self._writer.close)

    async def check(self) -> None:
        """Check that events can be stored. Raises StorageError if not."""
        await self._write(self._store.check)

    async def _note_sleep(self, seconds: float) -> None:
        now = self._now()
        await self._write(self._store.outage, now - seconds, now)

    async def _pause(self, game_id: str, open_game: OpenGame) -> None:
        await self._allow_for_outages(game_id, open_game)
        self._schedule_tasks(game_id, open_game)

    async def _allow_for_outages(self, game_id: str, open_game: OpenGame) -> None:
        """Pause the clock for the times when the server was down. Later events show that this has been done."""
        if open_game.game.deadline() is None:
            return
        async with open_game.lock:
            outages = await asyncio.to_thread(self._store.outages, open_game.events[-1]["at"])
            if seconds := lost_time(open_game.game, outages):
                after = open_game.game.pause(seconds, self._now())
                await self._append(game_id, open_game, after, None, exchange=None)
                open_game.game = after
                open_game.events.append(after.event)
                open_game.tell()

    async def _append(
        self,
        game_id: str,
        open_game: OpenGame,
        after: LiveGame,
        key: WishKey | None,
        *,
        exchange: tuple[str, str] | None,
    ) -> None:
        """Stores the event that led to a game. Raises RefusedError if another process has written to this game."""
        wakes = waking_time(after)
        try:
            await self._write(
                self._store.append,
                game_id,
                after.number,
                [after.event],
                key,
                over=after.over,
                wakes=wakes,
                wakes_anew=wakes != waking_time(open_game.game),
                exchange=exchange,
            )
        except SpentTokenError as error:
            raise RefusedError(str(error)) from None
        except ConflictError:
            events = await asyncio.to_thread(self._store.events, game_id)
            open_game.game, open_game.events = await asyncio.to_thread(read_log, events)
            open_game.tell()
            raise RefusedError("the game was changed elsewhere; reload the page") from None

    async def _write(self, write: Callable[..., None], *arguments: Any, **named: Any) -> None:
        await self._writer.write(partial(write, *arguments, **named))

    # Background tasks ----------------------------------------------------------------------------------------------
    def _schedule_tasks(self, game_id: str, open_game: OpenGame) -> None:
        """Schedule the loss on time and the computer's turn."""
        open_game.stop_flag()
        if (deadline := open_game.game.deadline()) is not None:
            open_game.flag = asyncio.get_running_loop().call_later(
                max(0.0, deadline - self._now()), lambda: self._begin(self._end_on_time(game_id))
            )
        if computer_acts(open_game.game) and not open_game.thinking:
            open_game.computer = self._begin(self._think(game_id, open_game))

    def _begin(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Run something in the background. Its errors go to the log, and ``run_housekeeping`` starts it again."""
        task = self._start(work, self._tasks)
        task.add_done_callback(_report)
        return task

    @staticmethod
    def _start(work: Coroutine[None, None, _Result], kept: set[asyncio.Task[_Result]]) -> asyncio.Task[_Result]:
        task = asyncio.create_task(work)
        kept.add(task)
        task.add_done_callback(kept.discard)
        return task

    async def _end_on_time(self, game_id: str) -> None:
        try:
            await self.wish(game_id, lambda game, at: game.time_over(at))
        except RefusedError:  # the timer was early by wall-clock time, or a turn came first
            self._schedule_tasks(game_id, await self._games.open(game_id))

    async def _think(self, game_id: str, open_game: OpenGame) -> None:
        while (seat := open_game.game.seat) is not None and (
            holder := open_game.game.holders[seat.value]
        ).kind == "computer":
            record = open_game.game.record
            level = FULL if holder.level is None else holder.level
            link = format_share_link(record)
            owner, seed = current_client_address() or game_id, crc32(game_id.encode())
            thinking = self._engines.run(owner, choose_turn, link, level, seed, name=game_id)
            turn = await (self._pace.keep(game_id, open_game.game, thinking) if self._pace else thinking)

            def play(game: LiveGame, at: float, turn: str = turn, record: Record = record) -> LiveGame:
                if game.record != record:
                    raise RefusedError("this turn was for another position")
                return game.play(turn, at)

            with suppress(RefusedError):  # a takeback or a resignation came first
                await self.wish(game_id, play)


def _report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) and not isinstance(error, StorageError):
        LOG.error("event=game-stopped", exc_info=error)
