"""Readers: long texts of strangers, read in processes that can be ended.

A thread cannot be ended, and one that reads keeps the interpreter busy for all others. So a text longer than SHORT goes
to a process. After LONGEST seconds that is killed, whatever it does, and the answer says so. Its memory is bounded too.
A short text is read in a thread: every reader takes time in proportion to the text, which tests check.
"""

from __future__ import annotations

import resource
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from isthmus.errors import IsthmusError
from isthmus.web.engine.lane import NICE, Lane
from isthmus.web.engine.queue import Job

__all__ = ["LONGEST", "SHORT", "Readers", "SlowTextError"]

SHORT = 4_000
"""Letters or bytes that are read at once, in a thread."""
LONGEST = 10.0
"""Seconds after which reading is given up; the longest game of the tests takes one."""
_MOST_MEMORY = 2 << 30
"""Bytes of address space that a reader may have, so that a text that grows beyond all measure ends itself."""


class SlowTextError(IsthmusError, ValueError):
    """A text that took too long or too much memory to read."""


class Readers:
    """Two processes that read, and step back behind the games. Used and closed like an ``EnginePool``."""

    def __init__(self) -> None:
        self._lane = Lane(2, nice=NICE)

    async def run(self, owner: str, work: Callable[..., Any], *arguments: Any) -> Any:
        """What ``work(*arguments)`` returns or raises.

        Raises SlowTextError if it takes too long or too much memory, CrowdedError if too many wait already.
        """
        self._lane.check(owner)
        try:
            return await self._lane.run(Job(owner, _bounded, (work, *arguments)), LONGEST)
        except TimeoutError:
            raise SlowTextError(
                f"reading this took more than {LONGEST:g} seconds and was stopped; send a smaller part of it"
            ) from None
        except IsthmusError:
            raise
        except (MemoryError, RuntimeError):  # the latter where the process died
            raise SlowTextError(
                "reading this took too much memory and was stopped; send a smaller part of it"
            ) from None

    def close(self) -> None:
        """End the processes; what waits is cancelled."""
        self._lane.close()


def _bounded(work: Callable[..., Any], *arguments: Any) -> Any:
    """Runs in the process: no more memory than there is for a reader."""
    with suppress(ValueError, OSError):  # the system allows less already
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    return work(*arguments)
