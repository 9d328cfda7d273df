"""EnginePool: runs searches in worker processes, so that the engine never blocks the server.

There are three groups of workers: one for the computer's turns in games, one for long analyses, and one for short work
such as an overlay or a hint. The groups share no workers, so analyses never delay a game, and engine lines never delay
a hint. Analysis runs at a lower priority than games (``os.nice``).

In each group, owners take turns, and a waiting owner is told its place in the queue. A long analysis continues until
another job waits; then it is cut short. If a worker crashes, its job starts again and its listener is told.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any

from isthmus.web.engine.queue import Begun, Failed, Job, News, Place, Result, Starting, Told
from isthmus.web.engine.worker_group import NICE, CrowdedError, WorkerGroup

__all__ = ["Begun", "CrowdedError", "EnginePool", "News", "Place", "ReplacedError", "Result", "Starting", "Told"]

_SLICE = 4.0
"""A long analysis gets at least this many seconds while others wait."""
_SHORT_SLICE = 2.0
"""The same for short work."""
_SHORT_NICE = 2
"""The niceness of short work: its priority is below games and above long analyses."""


class ReplacedError(Exception):
    """This analysis was replaced by a newer one."""


class EnginePool:
    """Three groups of processes, each started when it is first needed.

    There are ``workers`` processes for games, as many (at least two) for long analyses, and half as many (at least one)
    for short ones. Create, use and close the pool inside one running event loop.
    """

    def __init__(self, workers: int) -> None:
        self._games = WorkerGroup(workers)
        self._analyses = WorkerGroup(max(2, workers), nice=NICE, slice_=_SLICE)
        self._short = WorkerGroup(max(1, workers // 2), nice=_SHORT_NICE, slice_=_SHORT_SLICE)
        self._slots: dict[tuple[str, str], tuple[WorkerGroup, Job]] = {}

    async def run(self, owner: str, work: Callable[..., Any], *arguments: Any, name: str = "") -> Any:
        """Runs ``work(*arguments)`` in a worker for games and returns its result. Cancelling returns at once.

        ``name`` identifies the job in ``place``; by default it is the owner's name.
        """
        return await self._games.run(Job(owner, work, arguments, name=name or owner))

    async def stream(
        self, owner: str, slot: str, work: Callable[..., Any], *arguments: Any, short: bool = False
    ) -> AsyncGenerator[News, None]:
        """Runs ``work(tell, stopped, *arguments)`` in a worker for long or ``short`` analyses. Yields its news, the
        Result last.

        Closing the generator stops the work. A newer stream of the same owner and ``slot`` replaces this one, which
        then raises ReplacedError. Raises the exceptions of the work, and CrowdedError if too many jobs are waiting.
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
        """The place in the queue of the next job for games with this name, from 1; 0 if none waits."""
        return self._games.place(name)

    @property
    def busy(self) -> int:
        """The number of jobs that run or wait."""
        return self._games.busy + self._analyses.busy + self._short.busy

    def end_streams(self) -> None:
        """End all analysis streams: the server is shutting down."""
        self._analyses.close()
        self._short.close()

    def close(self) -> None:
        """Stop the workers and cancel the waiting jobs."""
        self._games.close()
        self.end_streams()
