"""EnginePool: searching in processes of their own, so that thinking never holds the server up.

There are two lanes. Turns that a game waits for have workers that nothing else may take, so no crowd of analyses can
starve a game; the workers of analysis step back behind them (``os.nice``). In each lane owners take turns, and whoever
is in the queue is told the place. An analysis may go on until somebody else has to wait for it; then it is cut short.
A worker that dies takes nothing with it: its job is begun again, and whoever listens is told.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any

from isthmus.web.engine.lane import NICE, CrowdedError, Lane
from isthmus.web.engine.queue import Begun, Failed, Job, News, Place, Result, Told

__all__ = ["Begun", "CrowdedError", "EnginePool", "News", "Place", "ReplacedError", "Result", "Told"]

_SLICE = 4.0
"""Seconds that an analysis has for certain when others wait."""


class ReplacedError(Exception):
    """A newer analysis has taken the place of this one."""


class EnginePool:
    """``workers`` processes for games, and at least two for analysis, each started when it is first needed.

    Made, used and closed inside one running event loop.
    """

    def __init__(self, workers: int) -> None:
        self._games = Lane(workers)
        self._analyses = Lane(max(2, workers), nice=NICE, slice_=_SLICE)
        self._slots: dict[tuple[str, str], Job] = {}

    async def run(self, owner: str, work: Callable[..., Any], *arguments: Any, name: str = "") -> Any:
        """What ``work(*arguments)`` returns or raises in a worker for games; cancelling waits for no worker.

        ``name``: by which to ask for its place; the owner's if left out.
        """
        return await self._games.run(Job(owner, work, arguments, name=name or owner))

    async def stream(
        self, owner: str, slot: str, work: Callable[..., Any], *arguments: Any
    ) -> AsyncGenerator[News, None]:
        """News of ``work(tell, stopped, *arguments)`` in a worker for analysis, to the Result.

        Closing the generator stops the work. A newer stream of the same owner and ``slot`` replaces this one, which
        then raises ReplacedError. Raises what the work raises, and CrowdedError if too many wait already.
        """
        self._analyses.check(owner)
        job = Job(owner, work, arguments, streams=True)
        key = (owner, slot)
        if older := self._slots.get(key):
            self._analyses.leave(older)
            older.hear(Failed(ReplacedError("a newer analysis has taken the place of this one")))
        self._slots[key] = job
        try:
            async with aclosing(self._analyses.follow(job)) as news:
                async for one in news:
                    yield one
        finally:
            if self._slots.get(key) is job:
                del self._slots[key]

    def place(self, name: str) -> int:
        """The place in the queue of the next job for a game with this name, 1 the first; 0 if none waits."""
        return self._games.place(name)

    @property
    def busy(self) -> int:
        """How many jobs run or wait."""
        return self._games.busy + self._analyses.busy

    def end_streams(self) -> None:
        """Let all who follow an analysis come to an end: the server is about to."""
        self._analyses.close()

    def close(self) -> None:
        """End the workers; what waits is cancelled."""
        self._games.close()
        self._analyses.close()
