"""What it means to run batches of work: the protocol that all runners keep."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Protocol, TypeVar

from isthmus.errors import SearchError

__all__ = ["ATTEMPTS", "Runner", "lost", "worker_count"]

Batch = TypeVar("Batch")
Result = TypeVar("Result")

ATTEMPTS = 3
"""How often a batch is given out before it counts as the cause of its workers' deaths."""


class Runner(Protocol):
    """Runs a function on batches, several at a time.

    The function and the batches can be pickled, and the function stands at the top of a module. The result of a batch
    must depend on the batch alone: then results are the same on every runner and for any number of workers, but for
    their order. A batch should take a second or more, since handing it out costs milliseconds.
    """

    @property
    def jobs(self) -> int:
        """How many batches run at a time."""
        ...

    def run(
        self, work: Callable[[Batch], Result], batches: Iterable[Batch]
    ) -> Generator[tuple[Batch, Result], None, None]:
        """Every batch with its result, as they finish.

        The next batch is taken only when a worker is free or about to be, and after the caller has seen the result
        before. A batch whose worker is lost is run again, ``ATTEMPTS`` times in all; the others are not disturbed.
        Close the generator to stop early: batches under way are given up. Raises what the function raises if that is
        an IsthmusError; SearchError with the traceback for other exceptions, and for a batch that lost every worker.
        """
        ...

    def close(self) -> None:
        """End the workers."""
        ...


def lost(batch: object) -> SearchError:
    """The error for a batch that lost all its workers."""
    return SearchError(f"a worker process died {ATTEMPTS} times over the same batch of work: {str(batch)[:100]}")


def worker_count(jobs: int) -> int:
    """A number of workers, checked."""
    if type(jobs) is not int or jobs < 1:
        raise SearchError(f"jobs: expected a whole number, 1 or more; got {jobs!r}")
    return jobs
