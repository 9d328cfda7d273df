"""Rooms: the games in memory, in order, and everybody who watches them. The one place where games change.

A wish becomes an event under the lock of its game: checked by the game, stored, folded in, and only then told. Who was
away says the number of the last event seen and gets the rest from the store.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from zlib import crc32

from isthmus.record import Record, format_share_link
from isthmus.rules.types import Seat
from isthmus.web.computer import FULL, choose_turn
from isthmus.web.engine_pool import EnginePool
from isthmus.web.live_game import Event, LiveGame, RefusedError
from isthmus.web.store import Store

__all__ = ["MissingGameError", "Rooms"]

Wish = Callable[[LiveGame, float], Event]
_MOST_BEHIND = 64
"""Events that a slow reader may be behind before it has to ask for the rest again."""


class MissingGameError(Exception):
    """There is no such game."""


@dataclass(eq=False)
class _Watcher:
    queue: asyncio.Queue[int] = field(default_factory=lambda: asyncio.Queue(_MOST_BEHIND))


@dataclass(eq=False)
class _Room:
    game: LiveGame
    events: list[Event]
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[_Watcher] = field(default_factory=set)
    computer: asyncio.Task[None] | None = None
    flag: asyncio.TimerHandle | None = None


class Rooms:
    """All games of a store, played and watched inside one event loop."""

    def __init__(self, store: Store, engines: EnginePool, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._engines = engines
        self._now = now
        self._rooms: dict[str, _Room] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._ending = False

    def now(self) -> float:
        """The time by the clock that all games go by, in seconds since 1970."""
        return self._now()

    async def game(self, game_id: str) -> LiveGame:
        """The game as it stands; MissingGameError if there is none."""
        return (await self._room(game_id)).game

    async def wake(self) -> None:
        """Take up all games that go on: clocks run and the computer thinks again, as before a restart."""
        for game_id in await asyncio.to_thread(self._store.running):
            await self._room(game_id)

    async def wish(self, game_id: str, wish: Wish, key: str | None = None) -> int:
        """Grant a wish; returns the number of its event. A ``key`` that came before gives the number it gave then.

        Raises RefusedError or NotationError as the game does; then nothing has changed.
        """
        room = await self._room(game_id)
        async with room.lock:
            if key is not None and (known := await asyncio.to_thread(self._store.number_of, game_id, key)):
                return known
            event = wish(room.game, self._now())
            after = room.game.after(event)
            await asyncio.to_thread(self._store.append, game_id, after.number, [event], key, over=after.over)
            room.game = after
            room.events.append(event)
            self._tell(room)
        self._go_on(game_id, room)
        return after.number

    async def follow(self, game_id: str, after: int = 0) -> AsyncGenerator[tuple[int, Event, LiveGame], None]:
        """The events of a game from ``after + 1`` on, as they come: number, event, and the game as it stands then."""
        room = await self._room(game_id)
        after = min(after, len(room.events))
        watcher = _Watcher()
        room.watchers.add(watcher)
        try:
            while not self._ending:
                while after < len(room.events):
                    after += 1
                    yield after, room.events[after - 1], room.game
                await watcher.queue.get()
        finally:
            room.watchers.discard(watcher)

    def watchers(self, game_id: str) -> int:
        """How many follow a game."""
        room = self._rooms.get(game_id)
        return len(room.watchers) if room else 0

    def end_following(self) -> None:
        """Let all who follow come to an end: the server is about to."""
        self._ending = True
        for room in self._rooms.values():
            self._tell(room)

    async def close(self) -> None:
        """Stop all that goes on; the store keeps every game."""
        for room in self._rooms.values():
            if room.flag is not None:
                room.flag.cancel()
            if room.computer is not None:
                room.computer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _room(self, game_id: str) -> _Room:
        if game_id not in self._rooms:
            events = await asyncio.to_thread(self._store.events, game_id)
            if not events:
                raise MissingGameError(game_id)
            if game_id not in self._rooms:  # another task may have been quicker
                game = await asyncio.to_thread(LiveGame.from_events, events)
                room = self._rooms.setdefault(game_id, _Room(game, events))
                self._go_on(game_id, room)
        return self._rooms[game_id]

    def _tell(self, room: _Room) -> None:
        for watcher in room.watchers:
            with suppress(asyncio.QueueFull):  # it has news to read already
                watcher.queue.put_nowait(len(room.events))

    def _go_on(self, game_id: str, room: _Room) -> None:
        """See to it that a clock runs out in time and that the computer makes its turn."""
        if room.flag is not None:
            room.flag.cancel()
            room.flag = None
        game = room.game
        if (deadline := game.deadline()) is not None:
            room.flag = asyncio.get_running_loop().call_later(
                max(0.0, deadline - self._now()), lambda: self._start(self._end_on_time(game_id))
            )
        seat = game.seat
        thinking = room.computer is not None and not room.computer.done()
        if seat is not None and game.ready and game.holders[seat.value].kind == "computer" and not thinking:
            room.computer = self._start(self._think(game_id))

    def _start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _end_on_time(self, game_id: str) -> None:
        try:
            await self.wish(game_id, lambda game, at: game.time_over(at))
        except RefusedError:  # the timer was early by the clock on the wall, or a turn was quicker
            self._go_on(game_id, self._rooms[game_id])

    async def _think(self, game_id: str) -> None:
        room = self._rooms[game_id]
        while (seat := room.game.seat) is not None and (holder := room.game.holders[seat.value]).kind == "computer":
            record = room.game.record
            level = FULL if holder.level is None else holder.level
            link = format_share_link(record)
            turn = await self._engines.run(game_id, choose_turn, link, level, crc32(game_id.encode()))

            def play(game: LiveGame, at: float, seat: Seat = seat, turn: str = turn, record: Record = record) -> Event:
                if game.record != record:
                    raise RefusedError("this turn was thought about another position")
                return game.play(seat, turn, game.ply, at)

            with suppress(RefusedError):  # it was taken back, or given up, in the meantime
                await self.wish(game_id, play)
