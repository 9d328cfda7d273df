"""EnginePool: the computer's turns, in processes of their own, so that thinking never holds the server up.

Wishes wait in a queue with a visible place, one owner after the other, so a crowd of wishes of one person keeps nobody
else waiting. A worker that dies takes nothing with it: what it was thinking about is thought about again.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import Any

__all__ = ["EnginePool"]

_TRIES = 3
"""Workers that may die over one job before it is given up."""


@dataclass
class _Job:
    work: Callable[..., Any]
    arguments: tuple[Any, ...]
    done: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


def _begin() -> None:
    """What a worker does first: it leaves Ctrl-C to the server, and goes when the server does, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = multiprocessing.parent_process()
    assert server is not None

    def follow() -> None:
        server.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


class EnginePool:
    """``workers`` processes that work on jobs. Made, used and closed inside one running event loop."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: Executor = self._new_pool()
        self._waiting: OrderedDict[str, deque[_Job]] = OrderedDict()
        self._running: set[asyncio.Task[None]] = set()

    def _new_pool(self) -> Executor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._workers, mp_context=context, initializer=_begin)

    async def run(self, owner: str, work: Callable[..., Any], *arguments: Any) -> Any:
        """What ``work(*arguments)`` returns or raises in a worker; cancelling waits for no worker."""
        job = _Job(work, arguments)
        self._waiting.setdefault(owner, deque()).append(job)
        self._start()
        try:
            return await job.done
        finally:
            jobs = self._waiting.get(owner)
            if jobs and job in jobs:
                jobs.remove(job)

    def place(self, owner: str) -> int:
        """How many jobs will begin before the next one of this owner does; 0 if none of its waits."""
        jobs = self._waiting.get(owner)
        if not jobs:
            return 0
        before = list(self._waiting).index(owner)
        return before + (1 if len(self._running) >= self._workers else 0)

    def _start(self) -> None:
        while len(self._running) < self._workers and (job := self._next()):
            task = asyncio.create_task(self._work(job))
            self._running.add(task)
            task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        self._start()

    def _next(self) -> _Job | None:
        """The first job of the owner whose turn it is; that owner goes to the end."""
        while self._waiting:
            owner, jobs = self._waiting.popitem(last=False)
            if not jobs:
                continue
            job = jobs.popleft()
            if jobs:
                self._waiting[owner] = jobs
            return job
        return None

    async def _work(self, job: _Job) -> None:
        for _ in range(_TRIES):
            pool = self._pool
            try:
                result = await asyncio.get_running_loop().run_in_executor(pool, job.work, *job.arguments)
            except BrokenProcessPool:
                if self._pool is pool:
                    pool.shutdown(wait=False)
                    self._pool = self._new_pool()
                continue
            except Exception as error:
                if not job.done.done():
                    job.done.set_exception(error)
                return
            if not job.done.done():
                job.done.set_result(result)
            return
        if not job.done.done():
            job.done.set_exception(RuntimeError("the workers died over this"))

    def close(self) -> None:
        """End the workers; what waits is cancelled."""
        for jobs in self._waiting.values():
            for job in jobs:
                job.done.cancel()
        self._waiting.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)
