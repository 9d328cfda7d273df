"""Readers: long untrusted texts, read in processes that can be killed.

A thread cannot be killed, and while it parses, no other thread can run Python code. So a text longer than SHORT goes to
a process. The process gives up after LONGEST seconds of processor time, and is killed after PATIENCE seconds in any
case; the answer says so. Its memory is limited too. A short text is read in a thread. This is safe because every reader
takes time in proportion to the text; tests check that.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from traceback import format_exception
from typing import Any

from starlette.exceptions import HTTPException

from isthmus.errors import IsthmusError
from isthmus.games import games
from isthmus.web.engine.fair_threads import FairThreads
from isthmus.web.engine.queue import Job
from isthmus.web.engine.worker_group import NICE, CrowdedError, WorkerGroup

__all__ = ["LONGEST", "SHORT", "MistakeError", "Readers", "SlowTextError"]

SHORT = 4_000
"""Texts of up to this many characters or bytes are read in a thread."""
LONGEST, PATIENCE = 10.0, 40.0
"""Limits in seconds of processor time and of waiting. The longest game of the tests takes one second.

Both limits are needed: on a busy machine a good text may have to wait, and a reader that ignores the first limit must
be killed.
"""
_MOST_MEMORY = 2 << 30
"""The maximum number of bytes of address space for a reader, so that a text that expands without limit fails."""
_AGAIN = {"retry-after": "10"}


class SlowTextError(IsthmusError, ValueError):
    """A text took too much time or memory to read."""


class MistakeError(Exception):
    """A reader has a mistake. The message is its traceback, which otherwise would stay in the process."""


class Readers:
    """Two processes for reading, at a lower priority than games. Used and closed like an ``EnginePool``.

    Short texts are read in ``threads``.
    """

    def __init__(self, threads: FairThreads) -> None:
        self._threads = threads
        self._group = WorkerGroup(2, nice=NICE)

    async def run(self, owner: str, work: Callable[..., Any], *arguments: Any) -> Any:
        """Runs ``work(*arguments)`` and returns its result. Isthmus's errors pass through.

        Raises SlowTextError if it takes too long or too much memory, CrowdedError if too many jobs are waiting, and
        MistakeError for any other exception.
        """
        self._group.check(owner)
        try:
            return await self._group.run(Job(owner, _bounded, (LONGEST, work, *arguments)), PATIENCE)
        except TimeoutError:
            raise SlowTextError(_stopped(PATIENCE)) from None
        except IsthmusError:
            raise
        except (MemoryError, RuntimeError):  # the latter if the process died; that of a reader is a MistakeError
            raise SlowTextError(
                "reading this took too much memory and was stopped; send a smaller part of it"
            ) from None

    async def read(self, owner: str, size: int, work: Callable[..., Any], *arguments: Any) -> Any:
        """Runs ``work(*arguments)`` for a request and returns its result. ``size`` is the length of the text.

        A short text is read in a thread. Raises SlowTextError as ``run`` does, and HTTPException 429 if there are
        too many texts waiting.
        """
        if size <= SHORT:
            return await self._threads.run(work, *arguments)
        try:
            return await self.run(owner, work, *arguments)
        except CrowdedError:
            raise HTTPException(429, "Too many texts are being read. Try again in a moment.", _AGAIN) from None

    def close(self) -> None:
        """Stop the processes and cancel the waiting jobs."""
        self._group.close()


class _EndError(BaseException):
    """The time is up. No reader catches this exception."""


def _stopped(seconds: float) -> str:
    return f"reading this took more than {seconds:g} seconds and was stopped; send a smaller part of it"


def _end(*_: object) -> None:
    raise _EndError


def _bounded(seconds: float, work: Callable[..., Any], *arguments: Any) -> Any:
    """Runs in the process, with limits on time and memory."""
    try:
        with _bounds(seconds):
            return work(*arguments)
    except _EndError:
        raise SlowTextError(_stopped(seconds)) from None
    except (IsthmusError, MemoryError):
        raise
    except Exception as error:
        if games.fault(error):
            raise  # the worker tells where an added game fails
        raise MistakeError("".join(format_exception(error))) from None


@contextmanager
def _bounds(seconds: float) -> Iterator[None]:
    """Limits the memory of this process, and inside the block its processor time. On Windows a reader can only be
    killed."""
    if sys.platform == "win32":
        yield
        return
    import resource

    with suppress(ValueError, OSError):  # the limit of the system is already lower
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    signal.signal(signal.SIGPROF, _end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
