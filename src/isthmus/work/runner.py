"""The base class of all runners of batches."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeVar

from isthmus.errors import SearchError

__all__ = ["ATTEMPTS", "Runner", "lost", "worker_count"]

Batch = TypeVar("Batch")
Result = TypeVar("Result")

ATTEMPTS = 3
"""How often a batch may lose its worker before the batch itself is blamed."""


class Runner(ABC):
    """Runs a function on batches, several at a time.

    The function and the batches must be picklable, and the function must be at the top level of a module. The result of
    a batch must depend only on the batch. Then the results, except for their order, are the same on every runner and
    for any number of workers. A batch should take a second or more, because handing it out costs milliseconds.

    A batch whose worker is lost is run again, ``ATTEMPTS`` times in all; other batches are not affected.

    >>> from contextlib import closing
    >>> from isthmus.work import runner_of
    >>> with closing(runner_of("local", jobs=1)) as runner:
    ...     sorted(runner.run(len, ["abc", "d"]))
    [('abc', 3), ('d', 1)]
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = worker_count(jobs)

    @property
    def jobs(self) -> int:
        """The number of batches that run at a time."""
        return self._jobs

    @property
    @abstractmethod
    def free(self) -> int:
        """The number of batches that may be sent now."""

    @property
    @abstractmethod
    def under_way(self) -> int:
        """The number of batches sent whose results have not been returned."""

    @abstractmethod
    def send(self, work: Callable[[Any], Any], batch: Any) -> None:
        """Start a batch. Call this only while ``free`` is positive."""

    @abstractmethod
    def finished(self, seconds: float | None = None) -> list[tuple[Any, Any]]:
        """The batches finished since the last call, with their results.

        Waits up to ``seconds`` for the first one; None waits without a limit. If the function raised an IsthmusError,
        raises it. Any other exception in a worker raises SearchError, and so does a batch that lost ATTEMPTS workers.
        """

    @abstractmethod
    def give_up(self) -> None:
        """Forget the batches in progress."""

    @abstractmethod
    def close(self) -> None:
        """Stop the workers."""

    def run(
        self, work: Callable[[Batch], Result], batches: Iterable[Batch]
    ) -> Generator[tuple[Batch, Result], None, None]:
        """Every batch with its result, as they finish.

        The next batch is taken only when a worker is free or about to be, and after the caller has seen the earlier
        results. Close the generator to stop early; this abandons the batches under way. Raises as ``finished`` does.
        """
        waiting = iter(batches)
        try:
            while True:
                while self.free > 0 and (following := next(((batch,) for batch in waiting), None)):
                    self.send(work, *following)
                if not self.under_way:
                    return
                yield from self.finished()
        finally:
            self.give_up()


def lost(batch: object) -> SearchError:
    """The error for a batch that lost ATTEMPTS workers."""
    return SearchError(f"a worker process died {ATTEMPTS} times on the same batch of work: {str(batch)[:100]}")


def worker_count(jobs: int) -> int:
    """``jobs`` as given. Raises SearchError unless it is a whole number, 1 or more."""
    if type(jobs) is not int or jobs < 1:
        raise SearchError(f"jobs: expected a whole number, 1 or more; got {jobs!r}")
    return jobs
