"""EnginePool: searching in processes of their own, so that thinking never holds the server up.

There are two lanes. Turns that a game waits for have workers that nothing else may take, so no crowd of analyses can
starve a game; the workers of analysis step back behind them (``os.nice``). In each lane owners take turns, and whoever
is in the queue is told the place. An analysis may go on until somebody else has to wait for it; then it is cut short.
A worker that dies takes nothing with it: its job is begun again, and whoever listens is told.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any

from isthmus.web.engine_queue import Begun, Failed, Job, News, Place, Result, Told, Waiting
from isthmus.web.engine_worker import Kind, Worker

__all__ = ["Begun", "CrowdedError", "EnginePool", "News", "Place", "ReplacedError", "Result", "Told"]

_TRIES = 3
"""Workers that may die over one job before it is given up."""
_NICE = 5
_SLICE = 4.0
"""Seconds that an analysis has for certain when others wait."""
_GRACE, _LONG_GRACE = 0.4, 5.0
"""Seconds after which a job that does not stop is ended with its worker: one nobody wants, and one cut short."""
_MOST_OF_ONE, _MOST = 12, 400
"""Analyses that may wait, of one owner and in all."""


class ReplacedError(Exception):
    """A newer analysis has taken the place of this one."""


class CrowdedError(Exception):
    """Too many analyses wait already."""


class EnginePool:
    """``workers`` processes for games, and at least two for analysis, each started when it is first needed.

    Made, used and closed inside one running event loop.
    """

    def __init__(self, workers: int) -> None:
        self._games = _Lane(workers)
        self._analyses = _Lane(max(2, workers), nice=_NICE, slice_=_SLICE)
        self._slots: dict[tuple[str, str], Job] = {}

    async def run(self, owner: str, work: Callable[..., Any], *arguments: Any) -> Any:
        """What ``work(*arguments)`` returns or raises in a worker for games; cancelling waits for no worker."""
        async with aclosing(self._games.follow(Job(owner, work, arguments))) as news:
            async for one in news:
                if isinstance(one, Result):
                    return one.value
        raise asyncio.CancelledError

    async def stream(
        self, owner: str, slot: str, work: Callable[..., Any], *arguments: Any
    ) -> AsyncGenerator[News, None]:
        """News of ``work(tell, stopped, *arguments)`` in a worker for analysis, to the Result.

        Closing the generator stops the work. A newer stream of the same owner and ``slot`` replaces this one, which
        then raises ReplacedError. Raises what the work raises, and CrowdedError if too many wait already.
        """
        if self._analyses.waiting.of(owner) >= _MOST_OF_ONE or len(self._analyses.waiting) >= _MOST:
            raise CrowdedError("too many analyses are waiting; try again in a while")
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

    def place(self, owner: str) -> int:
        """The place in the queue of the next job of this owner for a game, 1 the first; 0 if none of its waits."""
        return self._games.place(owner)

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


class _Lane:
    """Some workers with a queue of their own. ``slice_``: seconds after which a job makes room for those that wait."""

    def __init__(self, workers: int, *, nice: int = 0, slice_: float | None = None) -> None:
        self.waiting = Waiting()
        self._most = workers
        self._nice = nice
        self._slice = slice_
        self._idle: list[Worker] = []
        self._starting: set[Worker] = set()
        self._running: dict[Worker, Job] = {}
        self._closed = False

    async def follow(self, job: Job) -> AsyncGenerator[News, None]:
        """Let a job be done: its news up to the Result, or to where the lane is closed.

        Raises what the job raises. Leaving the generator ends the job.
        """
        if self._closed:
            return
        self.waiting.add(job)
        self._go_on()
        try:
            while True:
                news = await job.news.get()
                if isinstance(news, Failed):
                    if news.error is None:
                        return
                    raise news.error
                yield news
                if isinstance(news, Result):
                    return
        finally:
            self.leave(job)

    def place(self, owner: str) -> int:
        """The place of the owner's next job, 0 if none waits."""
        return next((place for place, job in enumerate(self.waiting, 1) if job.owner == owner), 0)

    @property
    def busy(self) -> int:
        """How many jobs run or wait."""
        return len(self._running) + len(self.waiting)

    def leave(self, job: Job) -> None:
        """Nobody wants to know of a job any more: take it out of the queue, or stop it."""
        self.waiting.remove(job)
        worker = next((worker for worker, running in self._running.items() if running is job), None)
        if worker and not job.left and worker not in self._starting:
            self._stop(worker, job, _GRACE)
        job.left = True
        self._tell_places()

    def close(self) -> None:
        """End the workers and everything that waits."""
        self._closed = True
        jobs = [*self.waiting, *self._running.values()]
        self.waiting = Waiting()
        for worker in (*self._idle, *self._running):
            worker.kill()
        self._idle.clear()
        self._running.clear()
        for job in jobs:
            job.hear(Failed(None))

    # Workers -------------------------------------------------------------------------------------------------------
    def _go_on(self) -> None:
        """Give work to whoever has none, and let those who wait know where they stand."""
        while not self._closed and (self._idle or len(self._running) < self._most) and (job := self.waiting.next()):
            worker = self._worker_for(job)
            self._running[worker] = job
            job.place, job.began, job.cut_short = 0, 0.0, False
            job.tries += 1
            job.hear(Begun(again=job.tries > 1))
            if worker not in self._starting:
                self._begin(worker, job)
        self._tell_places()
        self._make_room()

    def _worker_for(self, job: Job) -> Worker:
        if self._idle:
            idle = self._idle.pop()
            if not job.tries:
                return idle
            idle.kill()  # what ended the worker before may have ended this one too
        worker = Worker(self._hear, self._nice)
        self._starting.add(worker)
        return worker

    def _begin(self, worker: Worker, job: Job) -> None:
        loop = asyncio.get_running_loop()
        job.began = loop.time()
        worker.do(job.work, job.arguments, streams=job.streams)
        if self._slice is not None:
            loop.call_later(self._slice, self._make_room)

    def _tell_places(self) -> None:
        for place, job in enumerate(self.waiting, 1):
            if job.place != place:
                job.place = place
                job.hear(Place(place))

    def _make_room(self) -> None:
        """Cut those short that have had their time, the longest first, as many as wait."""
        if self._slice is None or self._closed:
            return
        latest = asyncio.get_running_loop().time() - self._slice
        busy = [(worker, job) for worker, job in self._running.items() if 0 < job.began <= latest]
        busy.sort(key=lambda pair: pair[1].began)
        ending = sum(job.cut_short or job.left for job in self._running.values())
        for worker, job in busy:
            if len(self.waiting) > ending and not (job.cut_short or job.left):
                job.cut_short = True
                ending += 1
                self._stop(worker, job, _LONG_GRACE)

    def _stop(self, worker: Worker, job: Job, grace: float) -> None:
        """Ask a job to stop; after the grace it is ended with its worker."""
        worker.stop()

        def end() -> None:
            if self._running.get(worker) is job:
                job.left = True
                job.hear(Failed(RuntimeError("the work took too long and was ended")))
                worker.kill()

        asyncio.get_running_loop().call_later(grace, end)

    def _hear(self, worker: Worker, kind: Kind, value: Any) -> None:
        """What a worker says."""
        if self._closed:
            worker.kill()
            return
        job = self._running.get(worker)
        if kind is Kind.READY and job is not None:
            self._starting.discard(worker)
            if job.left:
                self._finished(worker)
            else:
                self._begin(worker, job)
        elif kind is Kind.TOLD and job is not None:
            job.hear(Told(value))
        elif kind is Kind.DIED:
            self._bury(worker)
        elif job is not None:
            job.hear(Result(value, job.cut_short) if kind is Kind.RESULT else Failed(value))
            self._finished(worker)

    def _finished(self, worker: Worker) -> None:
        del self._running[worker]
        self._idle.append(worker)
        self._go_on()

    def _bury(self, worker: Worker) -> None:
        """A worker is dead: what it was at is begun again, before all that waits."""
        self._starting.discard(worker)
        if worker in self._idle:
            self._idle.remove(worker)
        job = self._running.pop(worker, None)
        if job is not None and not job.left:
            if job.tries < _TRIES:
                self.waiting.add(job, first=True)
            else:
                job.hear(Failed(RuntimeError("the workers died over this")))
        self._go_on()
