"""EnginePool: searching in processes of their own, so that thinking never holds the server up.

There are three groups of workers: for turns that a game waits for, for long analyses, and for short work such as an
overlay or a hint. No group takes workers from another, so analyses never starve a game, and a hint never waits behind
the engine lines of a page. Analysis runs at a lower priority than games (``os.nice``).

In each group owners take turns, and a waiting owner is told its place in the queue. A long analysis goes on until
another owner waits; then it is cut short. If a worker dies, its job starts again and its listener is told.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any

from isthmus.web.engine.queue import Begun, Failed, Job, News, Place, Result, Starting, Told
from isthmus.web.engine.worker_group import NICE, CrowdedError, WorkerGroup

__all__ = ["Begun", "CrowdedError", "EnginePool", "News", "Place", "ReplacedError", "Result", "Starting", "Told"]

_SLICE = 4.0
"""Seconds that an analysis has for certain when others wait."""
_SHORT_SLICE = 2.0
"""The same of what is short."""
_SHORT_NICE = 2
"""How far short work steps back: behind games, before long analyses."""


class ReplacedError(Exception):
    """A newer analysis has taken the place of this one."""


class EnginePool:
    """``workers`` processes for games, as many and at least two for long analyses, half as many and at least one for
    short ones, each started when it is first needed.

    Made, used and closed inside one running event loop.
    """

    def __init__(self, workers: int) -> None:
        self._games = WorkerGroup(workers)
        self._analyses = WorkerGroup(max(2, workers), nice=NICE, slice_=_SLICE)
        self._short = WorkerGroup(max(1, workers // 2), nice=_SHORT_NICE, slice_=_SHORT_SLICE)
        self._slots: dict[tuple[str, str], tuple[WorkerGroup, Job]] = {}

    async def run(self, owner: str, work: Callable[..., Any], *arguments: Any, name: str = "") -> Any:
        """What ``work(*arguments)`` returns or raises in a worker for games; cancelling waits for no worker.

        ``name``: by which to ask for its place; the owner's if left out.
        """
        return await self._games.run(Job(owner, work, arguments, name=name or owner))

    async def stream(
        self, owner: str, slot: str, work: Callable[..., Any], *arguments: Any, short: bool = False
    ) -> AsyncGenerator[News, None]:
        """News of ``work(tell, stopped, *arguments)`` in a worker for long or for ``short`` analyses, to the Result.

        Closing the generator stops the work. A newer stream of the same owner and ``slot`` replaces this one, which
        then raises ReplacedError. Raises what the work raises, and CrowdedError if too many wait already.
        """
        group = self._short if short else self._analyses
        group.check(owner)
        job = Job(owner, work, arguments, streams=True)
        key = (owner, slot)
        if key in self._slots:
            its_group, older = self._slots[key]
            its_group.leave(older)
            older.hear(Failed(ReplacedError("a newer analysis has taken the place of this one")))
        self._slots[key] = group, job
        try:
            async with aclosing(group.follow(job)) as news:
                async for one in news:
                    yield one
        finally:
            if self._slots.get(key) == (group, job):
                del self._slots[key]

    def place(self, name: str) -> int:
        """The place in the queue of the next job for a game with this name, 1 the first; 0 if none waits."""
        return self._games.place(name)

    @property
    def busy(self) -> int:
        """How many jobs run or wait."""
        return self._games.busy + self._analyses.busy + self._short.busy

    def end_streams(self) -> None:
        """Let all who follow an analysis come to an end: the server is about to."""
        self._analyses.close()
        self._short.close()

    def close(self) -> None:
        """End the workers; what waits is cancelled."""
        self._games.close()
        self.end_streams()
