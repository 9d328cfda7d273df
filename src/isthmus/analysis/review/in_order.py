"""Tasks run by several threads, with the results in the order of the tasks."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

__all__ = ["Stop", "in_order", "never"]

Task = TypeVar("Task")
Result = TypeVar("Result")

Stop = Callable[[], bool]
"""A task calls this regularly; true means that it should finish."""


def never() -> bool:
    """A ``Stop`` that never asks a task to finish."""
    return False


def in_order(
    work: Callable[[Task, Stop], Result], tasks: Iterable[Task], *, jobs: int, ahead: int
) -> Generator[tuple[Task, Result], None, None]:
    """Each task with its result, in the order of the tasks, ``jobs`` at a time.

    At most ``ahead`` tasks are taken beyond the last result returned, so later tasks can depend on earlier results, and
    with ``ahead=1`` on all of them. Leaving the generator, even by Ctrl-C, tells running tasks to stop and
    waits for them. Their results are lost.

    Threads, not processes: the native searches release the GIL, and nothing needs to be sent between processes.
    """
    stopped = threading.Event()
    waiting = iter(tasks)
    flying: deque[tuple[Task, Future[Result]]] = deque()
    with ThreadPoolExecutor(jobs, thread_name_prefix="review") as threads:
        try:
            while True:
                for task in islice(waiting, ahead - len(flying)):
                    flying.append((task, threads.submit(work, task, stopped.is_set)))
                if not flying:
                    return
                task, future = flying.popleft()
                yield task, future.result()
        finally:
            stopped.set()
            for _, future in flying:
                future.cancel()
