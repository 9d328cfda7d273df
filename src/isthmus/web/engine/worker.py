"""Worker: one process that does one job at a time, reports progress, and stops when asked to.

A job is a function with its arguments. A streaming job gets two more functions: ``tell(value)`` sends a value to the
server at once, ``stopped()`` says whether the job should end.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
import queue
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from enum import Enum, auto
from multiprocessing.connection import Connection
from typing import Any

from isthmus.errors import IsthmusError, RulesError
from isthmus.games import games
from isthmus.work.process import survives_pickling

__all__ = ["Kind", "Worker"]


class Kind(Enum):
    """The kinds of messages: the worker is ready, its job reports, its job has ended, or the worker is gone."""

    READY = auto()
    TOLD = auto()
    RESULT = auto()
    FAILED = auto()
    DIED = auto()


class Worker:
    """A process, seen from the event loop that started it.

    ``hear(worker, kind, value)`` is called in that loop with each message of the worker. ``nice`` lowers the process's
    priority, as ``os.nice`` counts.
    """

    def __init__(self, hear: Callable[[Worker, Kind, Any], None], nice: int = 0) -> None:
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, nice), daemon=True)
        self._process.start()
        theirs.close()
        self._loop = asyncio.get_running_loop()
        self._hear = hear
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def pid(self) -> int | None:
        """The process id."""
        return self._process.pid

    def do(self, work: Callable[..., Any], arguments: tuple[Any, ...], *, streams: bool) -> None:
        """Begin a job. The worker must be ready and must have no other job."""
        with suppress(OSError):  # it has just crashed; a message will say so
            self._line.send_bytes(pickle.dumps((work, arguments, streams)))

    def stop(self) -> None:
        """Ask the current job, if any, to end. Only streaming jobs notice."""
        with suppress(OSError):
            self._line.send_bytes(_STOP)

    def kill(self) -> None:
        """Kill the process."""
        self._process.kill()

    def _listen(self) -> None:
        """In a thread: pass on the process's messages until it ends."""
        with suppress(EOFError, OSError), self._line:
            while True:
                self._say(*pickle.loads(self._line.recv_bytes()))
        self._process.join()
        self._say(Kind.DIED, None)

    def _say(self, kind: Kind, value: Any) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody is waiting for the message
            self._loop.call_soon_threadsafe(self._hear, self, kind, value)


# In the process ----------------------------------------------------------------------------------------------------
_STOP = b""


def _serve(line: Connection, nice: int) -> None:
    """Do jobs until the server ends for any reason. The server handles Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(nice)
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    stopped = threading.Event()

    def listen() -> None:
        with suppress(EOFError, OSError):
            while True:
                message = line.recv_bytes()
                if message == _STOP:
                    stopped.set()
                else:  # the previous job is over, and so is the request to stop it
                    stopped.clear()
                    jobs.put(message)
        os._exit(1)

    threading.Thread(target=listen, daemon=True).start()

    def say(kind: Kind, value: Any) -> None:
        line.send_bytes(pickle.dumps((kind, value)))

    say(Kind.READY, None)
    while True:
        try:
            work, arguments, streams = pickle.loads(jobs.get())
            given = (lambda value: say(Kind.TOLD, value), stopped.is_set) if streams else ()
            say(Kind.RESULT, work(*given, *arguments))
        except Exception as error:
            say(Kind.FAILED, _portable(error))


def _portable(error: Exception) -> Exception:
    """The error, or one with the same message if it cannot be pickled. An error in the rules of a loaded game says
    where, because tracebacks stay in this process."""
    if not isinstance(error, IsthmusError) and (fault := games.fault(error)):
        return RulesError(f"the rules of this game failed in {fault}")
    return error if survives_pickling(error) else RuntimeError(f"{type(error).__name__}: {error}")
