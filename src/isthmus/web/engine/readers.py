"""Readers: long texts of strangers, read in processes that can be ended.

A thread cannot be ended, and one that reads keeps the interpreter busy for all others. So a text longer than SHORT goes
to a process. After LONGEST seconds of processor time it gives up, and after PATIENCE seconds it is killed, whatever it
does; the answer says so. Its memory is bounded too. A short text is read in a thread: every reader takes time in
proportion to the text, which tests check.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from isthmus.errors import IsthmusError
from isthmus.web.engine.queue import Job
from isthmus.web.engine.worker_group import NICE, CrowdedError, WorkerGroup

__all__ = ["LONGEST", "SHORT", "Readers", "SlowTextError"]

SHORT = 4_000
"""Letters or bytes that are read at once, in a thread."""
LONGEST, PATIENCE = 10.0, 40.0
"""Seconds of processor time, and of waiting, after which reading is given up. The longest game of the tests takes one.

Both are needed: a busy machine keeps good texts waiting, and only a kill ends what does not listen.
"""
_MOST_MEMORY = 2 << 30
"""Bytes of address space that a reader may have, so that a text that grows beyond all measure ends itself."""
_AGAIN = {"retry-after": "10"}


class SlowTextError(IsthmusError, ValueError):
    """A text that took too long or too much memory to read."""


class Readers:
    """Two processes that read, and step back behind the games. Used and closed like an ``EnginePool``."""

    def __init__(self) -> None:
        self._group = WorkerGroup(2, nice=NICE)

    async def run(self, owner: str, work: Callable[..., Any], *arguments: Any) -> Any:
        """What ``work(*arguments)`` returns or raises.

        Raises SlowTextError if it takes too long or too much memory, CrowdedError if too many wait already.
        """
        self._group.check(owner)
        try:
            return await self._group.run(Job(owner, _bounded, (LONGEST, work, *arguments)), PATIENCE)
        except TimeoutError:
            raise SlowTextError(_stopped(PATIENCE)) from None
        except IsthmusError:
            raise
        except (MemoryError, RuntimeError):  # the latter where the process died
            raise SlowTextError(
                "reading this took too much memory and was stopped; send a smaller part of it"
            ) from None

    async def read(self, owner: str, size: int, work: Callable[..., Any], *arguments: Any) -> Any:
        """What ``work(*arguments)`` returns or raises, for a request, where ``size`` is that of the text to be read.

        A short text is read in a thread. Raises SlowTextError as ``run`` does; HTTPException 429 if the owner has too
        many waiting.
        """
        if size <= SHORT:
            return await run_in_threadpool(work, *arguments)
        try:
            return await self.run(owner, work, *arguments)
        except CrowdedError:
            raise HTTPException(429, "Too many texts are being read. Try again in a while.", _AGAIN) from None

    def close(self) -> None:
        """End the processes; what waits is cancelled."""
        self._group.close()


class _EndError(BaseException):
    """The time is over. No reader catches this."""


def _stopped(seconds: float) -> str:
    return f"reading this took more than {seconds:g} seconds and was stopped; send a smaller part of it"


def _end(*_: object) -> None:
    raise _EndError


def _bounded(seconds: float, work: Callable[..., Any], *arguments: Any) -> Any:
    """Runs in the process, with no more time and memory than there is for a text."""
    try:
        with _bounds(seconds):
            return work(*arguments)
    except _EndError:
        raise SlowTextError(_stopped(seconds)) from None


@contextmanager
def _bounds(seconds: float) -> Iterator[None]:
    """Bounds the memory of this process, and for a while its processor time. Windows has only the kill that follows."""
    if sys.platform == "win32":
        yield
        return
    import resource

    with suppress(ValueError, OSError):  # the system allows less already
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    signal.signal(signal.SIGPROF, _end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
