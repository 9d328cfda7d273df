"""FairThreads: a few threads for work with the rules of games, in which client addresses take turns.

Such work takes milliseconds, on a hard position up to a second. In the threads that also read the database, one client
with many hard questions would keep everybody waiting.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from contextvars import copy_context
from dataclasses import dataclass, field
from typing import ParamSpec, TypeVar

from isthmus.web.engine.worker_group import CrowdedError
from isthmus.web.http.client_address import current_client_address

__all__ = ["MOST_OF_ONE", "FairThreads"]

MOST_OF_ONE = 200
"""The maximum number of pieces of work of one owner that run or wait."""
_THREADS = 2
_Arguments = ParamSpec("_Arguments")
_Found = TypeVar("_Found")


@dataclass
class _Owner:
    """A client address with unfinished work. Only the piece that holds ``turn`` may ask for a thread."""

    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    pieces: int = 0


class FairThreads:
    """Threads for short work. Each owner runs one piece at a time, and then waits behind the other owners."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(_THREADS, thread_name_prefix="rules")
        self._free = asyncio.Semaphore(_THREADS)
        self._owners: dict[str, _Owner] = {}

    async def run(
        self, work: Callable[_Arguments, _Found], *arguments: _Arguments.args, **named: _Arguments.kwargs
    ) -> _Found:
        """Run work in a thread and return its result. Its exceptions pass through. The owner is the current client
        address.

        Work that has begun cannot be stopped. If its caller is cancelled, it keeps the owner's turn until it ends.
        Raises CrowdedError if the owner has too much unfinished work.
        """
        name = current_client_address()
        owner = self._owners.setdefault(name, _Owner())
        if owner.pieces >= MOST_OF_ONE:
            raise CrowdedError("too many of your requests are waiting; try again in a moment")
        owner.pieces += 1
        with ExitStack() as held:
            held.callback(self._leave, name)
            await owner.turn.acquire()
            held.callback(owner.turn.release)
            await self._free.acquire()
            held.callback(self._free.release)
            context = copy_context()
            running = asyncio.get_running_loop().run_in_executor(
                self._executor, lambda: context.run(work, *arguments, **named)
            )
            until_done = held.pop_all()
            running.add_done_callback(lambda _: until_done.close())
        return await asyncio.shield(running)

    def close(self) -> None:
        """Take no more work. Work that has begun ends by itself."""
        self._executor.shutdown(wait=False)

    def _leave(self, name: str) -> None:
        owner = self._owners[name]
        owner.pieces -= 1
        if not owner.pieces:
            del self._owners[name]
