"""Writer: one thread that does all writes. Writes that arrive while it is busy are then written and synced together."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass

from isthmus.web.storage.store import Store

__all__ = ["Writer"]

_MOST = 64
"""The maximum number of writes in one transaction."""


@dataclass(eq=False)
class _Job:
    work: Callable[[], None]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]

    def settle(self, error: Exception | None) -> None:
        """In the loop: the job is done."""
        if self.done.done():  # nobody is waiting any more
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class Writer:
    """Does the writes of a store one after another. Most of the cost is the disk sync, and many writes share one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._jobs: deque[_Job] = deque()
        self._thread = ThreadPoolExecutor(1, "writer")

    async def write(self, work: Callable[[], None]) -> None:
        """Do a write of the store. Returns when it is on disk. Exceptions of the write are raised here."""
        loop = asyncio.get_running_loop()
        job = _Job(work, loop, loop.create_future())
        self._jobs.append(job)
        self._thread.submit(self._write_waiting)
        await job.done

    def close(self) -> None:
        """Do the waiting writes, then end the thread."""
        self._thread.shutdown()

    def _write_waiting(self) -> None:
        """Runs in the thread, once for every job, so each gets its turn."""
        jobs = [self._jobs.popleft() for _ in range(min(len(self._jobs), _MOST))]
        wanted = [job for job in jobs if not job.done.cancelled()]
        errors: list[Exception | None]
        try:
            errors = self._store.together([job.work for job in wanted])
        except Exception as error:
            errors = [error] * len(wanted)
        for job, found in zip(wanted, errors, strict=True):
            with suppress(RuntimeError):  # the loop is closed: nobody is waiting for the result
                job.loop.call_soon_threadsafe(job.settle, found)
