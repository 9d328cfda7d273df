"""The local runner: this process for one job, else a pool of processes, each with its own interpreter."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from isthmus.work.process import WorkerProcess
from isthmus.work.runner import ATTEMPTS, lost, worker_count

__all__ = ["LocalRunner"]

Batch = TypeVar("Batch")
Result = TypeVar("Result")


class LocalRunner:
    """Runs so many batches at a time. A single job runs in this process, when its result is asked for.

    The processes start when they are first needed and stay until ``close``; they end with this process, however it
    ends.
    """

    def __init__(self, jobs: int = 1) -> None:
        self._jobs = worker_count(jobs)
        self._workers: dict[Connection, WorkerProcess] = {}

    @property
    def jobs(self) -> int:
        return self._jobs

    @property
    def processes(self) -> tuple[int, ...]:
        """The numbers of the processes that run now, as the system has them."""
        return tuple(worker.number for worker in self._workers.values())

    def run(
        self, work: Callable[[Batch], Result], batches: Iterable[Batch]
    ) -> Generator[tuple[Batch, Result], None, None]:
        if self._jobs == 1:
            for batch in batches:
                yield batch, work(batch)
            return
        crew = _Crew(self._workers, self._jobs, work, batches)
        finished = False
        try:
            yield from crew.results()
            finished = True
        finally:
            if not finished:  # workers may be busy with batches that nobody wants any more
                self.close()

    def close(self) -> None:
        for worker in self._workers.values():
            worker.tell_to_end()
        for worker in self._workers.values():
            worker.end()
        self._workers.clear()


class _Crew:
    """The workers during one run: who is busy with what."""

    def __init__(
        self, workers: dict[Connection, WorkerProcess], jobs: int, work: Callable[[Any], Any], batches: Iterable[Any]
    ) -> None:
        self.workers = workers
        self.jobs = jobs
        self.work = work
        self.waiting = iter(batches)
        self.again: deque[tuple[Any, int]] = deque()
        self.busy: dict[Connection, tuple[Any, int]] = {}

    def results(self) -> Generator[tuple[Any, Any], None, None]:
        while len(self.busy) < self.jobs and self._give(self._idle()):
            pass
        while self.busy:
            for ready in wait(list(self.busy)):
                assert isinstance(ready, Connection)
                batch, attempt = self.busy.pop(ready)
                try:
                    result = self.workers[ready].received()
                except EOFError:
                    self.workers.pop(ready).end()
                    if attempt >= ATTEMPTS:
                        raise lost(batch) from None
                    self.again.append((batch, attempt))
                else:
                    # The next batch is taken after the caller has this result, which may make it stop.
                    yield batch, result
                self._give(ready if ready in self.workers else None)

    def _idle(self) -> Connection | None:
        return next((ours for ours in self.workers if ours not in self.busy), None)

    def _give(self, ours: Connection | None) -> bool:
        """Give the next batch, if there is one, to a worker: this one, or a new one."""
        following = self.again.popleft() if self.again else next(((batch, 0) for batch in self.waiting), None)
        if following is None:
            return False
        batch, attempt = following
        while True:
            if ours is None:
                worker = WorkerProcess()
                ours = worker.connection
                self.workers[ours] = worker
            try:
                self.workers[ours].send(self.work, batch)
                break
            except OSError:  # it died while it was idle
                self.workers.pop(ours).end()
                ours = None
        self.busy[ours] = (batch, attempt + 1)
        return True
