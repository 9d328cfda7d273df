"""Presence: the people who have the page of a game open now. It is kept only in memory, while connections are open."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from isthmus.rules.types import Seat

__all__ = ["Presence"]

_PAUSE = 0.3
"""Changes are collected for this many seconds, so that a crowd of watchers does not cause a flood of messages."""


@dataclass(eq=False)
class _Visitors:
    seats: Counter[Seat] = field(default_factory=Counter)
    watchers: int = 0
    ears: set[asyncio.Event] = field(default_factory=set)


class Presence:
    """The open connections of all games, by seat. Create and use it inside one running event loop."""

    def __init__(self) -> None:
        self._games: dict[str, _Visitors] = {}

    @contextmanager
    def visit(self, game_id: str, seats: Sequence[Seat]) -> Iterator[None]:
        """Counts a visitor with these seats, or a watcher, as present inside the block."""
        visitors = self._games.setdefault(game_id, _Visitors())
        self._count(visitors, seats, 1)
        try:
            yield
        finally:
            self._count(visitors, seats, -1)
            if not visitors.watchers and not visitors.seats.total():
                self._games.pop(game_id, None)

    def _count(self, visitors: _Visitors, seats: Sequence[Seat], change: int) -> None:
        for seat in seats:
            visitors.seats[seat] += change
        visitors.watchers += 0 if seats else change
        for ear in visitors.ears:
            ear.set()

    def at(self, game_id: str) -> dict[str, bool | int]:
        """Which seats are present, by name, and the number of ``watchers``."""
        visitors = self._games.get(game_id, _Visitors())
        return {str(seat): visitors.seats[seat] > 0 for seat in Seat} | {"watchers": visitors.watchers}

    def seen(self, game_id: str) -> bool:
        """Whether anybody is present."""
        return game_id in self._games

    async def follow(self, game_id: str) -> AsyncGenerator[dict[str, bool | int], None]:
        """The presence now and after each change. Use it inside ``visit``."""
        visitors, ear = self._games[game_id], asyncio.Event()
        visitors.ears.add(ear)
        try:
            told = self.at(game_id)
            yield told
            while True:
                await ear.wait()
                await asyncio.sleep(_PAUSE)
                ear.clear()
                if (now := self.at(game_id)) != told:
                    yield (told := now)
        finally:
            visitors.ears.discard(ear)
