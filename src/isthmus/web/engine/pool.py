"""EnginePool: searches in worker processes, so that the engine never holds up the server.

There are three groups of workers: for the computer's turns in games, for long analyses, and for short work such as an
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
"""Seconds guaranteed to a long analysis while others wait."""
_SHORT_SLICE = 2.0
"""The same for short work."""
_SHORT_NICE = 2
"""The niceness of short work: below games, above long analyses."""


class ReplacedError(Exception):
    """A newer analysis has replaced this one."""


class EnginePool:
    """``workers`` processes for games, the same number but at least two for long analyses, half of it but at least one
    for short ones. Each starts when it is first needed.

    Create, use and close it inside one running event loop.
    """

    def __init__(self, workers: int) -> None:
        self._games = WorkerGroup(workers)
        self._analyses = WorkerGroup(max(2, workers), nice=NICE, slice_=_SLICE)
        self._short = WorkerGroup(max(1, workers // 2), nice=_SHORT_NICE, slice_=_SHORT_SLICE)
        self._slots: dict[tuple[str, str], tuple[WorkerGroup, Job]] = {}

    async def run(self, owner: str, work: Callable[..., Any], *arguments: Any, name: str = "") -> Any:
        """Runs ``work(*arguments)`` in a worker for games and returns its result. Cancelling returns at once.

        ``name`` is for asking for its place in the queue; by default the owner's name.
        """
        return await self._games.run(Job(owner, work, arguments, name=name or owner))

    async def stream(
        self, owner: str, slot: str, work: Callable[..., Any], *arguments: Any, short: bool = False
    ) -> AsyncGenerator[News, None]:
        """News of ``work(tell, stopped, *arguments)`` in a worker for long or ``short`` analyses, up to its Result.

        Closing the generator stops the work. A newer stream of the same owner and ``slot`` replaces this one, which
        then raises ReplacedError. Raises what the work raises, and CrowdedError if too many jobs are waiting.
        """
        group = self._short if short else self._analyses
        group.check(owner)
        job = Job(owner, work, arguments, streams=True)
        key = (owner, slot)
        if key in self._slots:
            its_group, older = self._slots[key]
            its_group.leave(older)
            older.hear(Failed(ReplacedError("a newer analysis has replaced this one")))
        self._slots[key] = group, job
        try:
            async with aclosing(group.follow(job)) as news:
                async for one in news:
                    yield one
        finally:
            if self._slots.get(key) == (group, job):
                del self._slots[key]

    def place(self, name: str) -> int:
        """The queue place of the next games job with this name, from 1; 0 if none waits."""
        return self._games.place(name)

    @property
    def busy(self) -> int:
        """How many jobs run or wait."""
        return self._games.busy + self._analyses.busy + self._short.busy

    def end_streams(self) -> None:
        """End all analysis streams: the server is shutting down."""
        self._analyses.close()
        self._short.close()

    def close(self) -> None:
        """End the workers and cancel the waiting jobs."""
        self._games.close()
        self.end_streams()
