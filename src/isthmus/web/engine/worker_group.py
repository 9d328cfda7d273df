"""WorkerGroup: worker processes with a common queue, in which owners take turns."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from isthmus.web.engine.queue import Begun, Failed, Job, News, Place, Result, Starting, Told, Waiting
from isthmus.web.engine.worker import Kind, Worker
from isthmus.web.http.log import THROTTLED_LOG

__all__ = ["NICE", "CrowdedError", "WorkerGroup"]

NICE = 5
"""The niceness of work for which no game waits."""
_TRIES = 3
"""A job is given up after this many workers have crashed on it."""
_GRACE, _LONG_GRACE = 0.4, 5.0
"""Seconds after which a job that does not stop is killed with its worker: for an abandoned job, and for one cut
short."""
_MOST_OF_ONE, _MOST = 12, 400
"""The maximum number of waiting jobs, of one owner and in total, where this is checked."""


class CrowdedError(Exception):
    """Too many jobs are waiting, or this machine can start no more processes."""


class WorkerGroup:
    """Workers with one queue. After ``slice_`` seconds a job makes room for waiting ones."""

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
        """Queue a job. Yields its news up to the Result, or until the group is closed.

        Raises the exceptions of the job. Leaving the generator ends the job.
        """
        if self._closed:
            return
        self.waiting.add(job)
        self._start_waiting_jobs()
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

    async def run(self, job: Job, seconds: float | None = None) -> Any:
        """Does a job and returns its result. Raises its exception, or TimeoutError if it runs past ``seconds``."""
        async with asyncio.timeout(None) as limit, aclosing(self.follow(job)) as news:
            async for one in news:
                if isinstance(one, Begun) and seconds is not None:
                    limit.reschedule(asyncio.get_running_loop().time() + seconds)
                elif isinstance(one, Result):
                    return one.value
        raise asyncio.CancelledError

    def check(self, owner: str) -> None:
        """Raises CrowdedError if no more jobs may wait, of this owner or in total."""
        if self.waiting.of(owner) >= _MOST_OF_ONE or len(self.waiting) >= _MOST:
            raise CrowdedError("too many jobs are waiting; try again in a moment")

    def place(self, name: str) -> int:
        """The place in the queue of the next job with this name; 0 if none waits."""
        return next((place for place, job in enumerate(self.waiting, 1) if job.name == name), 0)

    @property
    def busy(self) -> int:
        """How many jobs run or wait."""
        return len(self._running) + len(self.waiting)

    def leave(self, job: Job) -> None:
        """Abandon a job: take it out of the queue, or stop it."""
        self.waiting.remove(job)
        worker = next((worker for worker, running in self._running.items() if running is job), None)
        if worker and not job.left and worker not in self._starting:
            self._stop(worker, job, _GRACE)
        job.left = True
        self._tell_places()

    def close(self) -> None:
        """Stop the workers and cancel the waiting jobs."""
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
    def _start_waiting_jobs(self) -> None:
        """Give jobs to idle workers, and tell waiting jobs their places."""
        while not self._closed and (self._idle or len(self._running) < self._most) and (job := self.waiting.next()):
            try:
                worker = self._worker_for(job)
            except OSError:  # too many processes, or no memory
                THROTTLED_LOG.exception("event=no-worker-process")
                job.hear(Failed(CrowdedError("the server cannot start a process now; try again in a moment")))
                continue
            self._running[worker] = job
            job.place, job.began, job.cut_short = 0, 0.0, False
            job.tries += 1
            if worker in self._starting:
                job.hear(Starting())
            else:
                self._begin(worker, job)
        self._tell_places()
        self._make_room()

    def _worker_for(self, job: Job) -> Worker:
        if self._idle:
            idle = self._idle.pop()
            if not job.tries:
                return idle
            idle.kill()  # the job that crashed the previous worker may have crashed this one too
        worker = Worker(self._hear, self._nice)
        self._starting.add(worker)
        return worker

    def _begin(self, worker: Worker, job: Job) -> None:
        loop = asyncio.get_running_loop()
        job.began = loop.time()
        job.hear(Begun(again=job.tries > 1))
        worker.do(job.work, job.arguments, streams=job.streams)
        if self._slice is not None:
            loop.call_later(self._slice, self._make_room)

    def _tell_places(self) -> None:
        for place, job in enumerate(self.waiting, 1):
            if job.place != place:
                job.place = place
                job.hear(Place(place))

    def _make_room(self) -> None:
        """Cut short jobs whose time is up, one for each waiting job. The job that has run longest goes first."""
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
        """Ask a job to stop. After ``grace`` seconds it is killed with its worker."""
        worker.stop()

        def end() -> None:
            if self._running.get(worker) is job:
                job.left = True
                job.hear(Failed(RuntimeError("the job took too long and was stopped")))
                worker.kill()

        asyncio.get_running_loop().call_later(grace, end)

    def _hear(self, worker: Worker, kind: Kind, value: Any) -> None:
        """Handles a worker's message."""
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
            self._discard_dead(worker)
        elif job is not None:
            job.hear(Result(value, job.cut_short) if kind is Kind.RESULT else Failed(value))
            self._finished(worker)

    def _finished(self, worker: Worker) -> None:
        del self._running[worker]
        self._idle.append(worker)
        self._start_waiting_jobs()

    def _discard_dead(self, worker: Worker) -> None:
        """A worker has crashed. Its job begins again, before all waiting jobs."""
        self._starting.discard(worker)
        if worker in self._idle:
            self._idle.remove(worker)
        job = self._running.pop(worker, None)
        if job is not None and not job.left:
            if job.tries < _TRIES:
                self.waiting.add(job, first=True)
            else:
                job.hear(Failed(RuntimeError("the workers crashed on this job")))
        self._start_waiting_jobs()
