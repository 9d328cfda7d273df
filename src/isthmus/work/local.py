"""The local runner: this process for one job, else a pool of processes, each with its own interpreter."""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from typing import Any

from isthmus.errors import IsthmusError
from isthmus.work.process import WorkerProcess
from isthmus.work.runner import ATTEMPTS, Runner, lost

__all__ = ["LocalRunner"]


class LocalRunner(Runner):
    """Runs up to ``jobs`` batches at a time, each in a process.

    With ``here``, batches run in this process, one at a time, when their results are requested. This is the default for
    one job. The processes start on first use and stay until ``close``; they end with this process, however it ends.

    >>> from isthmus.work import LocalRunner
    >>> runner = LocalRunner(jobs=1)  # one job runs in this process
    >>> sorted(runner.run(abs, [-2, 1]))
    [(-2, 2), (1, 1)]
    >>> runner.close()
    """

    def __init__(self, jobs: int = 1, *, here: bool | None = None) -> None:
        super().__init__(jobs)
        self._here = jobs == 1 if here is None else here
        self._waiting: list[tuple[Callable[[Any], Any], Any]] = []
        self._workers: dict[Connection, WorkerProcess] = {}
        self._busy: dict[Connection, tuple[Callable[[Any], Any], Any, int]] = {}
        """Work, batch and number of the attempt, by the worker that has them."""
        self._error: IsthmusError | None = None
        """The error of a batch, to raise once the results that came with it are returned."""

    @property
    def processes(self) -> tuple[int, ...]:
        """The process ids of the running workers."""
        return tuple(worker.number for worker in self._workers.values())

    @property
    def free(self) -> int:
        return (1 if self._here else self._jobs) - self.under_way

    @property
    def under_way(self) -> int:
        return len(self._waiting) + len(self._busy) + (self._error is not None)

    def send(self, work: Callable[[Any], Any], batch: Any) -> None:
        if self._here:
            self._waiting.append((work, batch))
        else:
            self._give(work, batch, 1)

    def finished(self, seconds: float | None = None) -> list[tuple[Any, Any]]:
        if self._waiting:
            work, batch = self._waiting.pop()
            return [(batch, work(batch))]
        results = []
        for ready in wait(list(self._busy), seconds) if self._busy and self._error is None else ():
            assert isinstance(ready, Connection)
            work, batch, attempt = self._busy.pop(ready)
            try:
                results.append((batch, self._workers[ready].received()))
            except EOFError:
                self._workers.pop(ready).end()
                if attempt < ATTEMPTS:
                    self._give(work, batch, attempt + 1)
                else:
                    self._error = lost(batch)
            except IsthmusError as error:
                self._error = error
        if self._error is not None and not results:  # results first: a batch that is done is not done again
            pending, self._error = self._error, None
            raise pending
        return results

    def give_up(self) -> None:
        self._waiting.clear()
        self._error = None
        self._end([self._workers.pop(busy) for busy in self._busy])
        self._busy.clear()

    def close(self) -> None:
        self.give_up()
        self._end(list(self._workers.values()))
        self._workers.clear()

    def _give(self, work: Callable[[Any], Any], batch: Any, attempt: int) -> None:
        """Give a batch to an idle worker, or else to a new one."""
        while True:
            ours = next((ours for ours in self._workers if ours not in self._busy), None)
            if ours is None:
                worker = WorkerProcess()
                ours = worker.connection
                self._workers[ours] = worker
            try:
                self._workers[ours].send(work, batch)
                break
            except OSError:  # it died while it was idle
                self._workers.pop(ours).end()
        self._busy[ours] = (work, batch, attempt)

    @staticmethod
    def _end(workers: list[WorkerProcess]) -> None:
        for worker in workers:
            worker.tell_to_end()
        for worker in workers:
            worker.end()
