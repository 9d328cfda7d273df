"""One worker process: its start, its messages, and its clean end."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from types import FrameType
from typing import Any

from isthmus.errors import IsthmusError, SearchError

__all__ = ["WorkerProcess", "survives_pickling"]

_FAREWELL = 10.0
"""Seconds within which a worker must end its programs and exit."""


class WorkerProcess:
    """A process that runs a function on one batch after another.

    It is a fresh interpreter, not a fork, so it inherits no thread, lock or terminal, and works in the same way on
    every system.
    """

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True)
        with _without_interrupts():
            self._process.start()
        theirs.close()  # otherwise the worker would not notice that our end closes

    @property
    def number(self) -> int:
        """Its process id."""
        return self._process.pid or 0

    def send(self, work: Callable[[Any], Any], batch: object) -> None:
        """Start a batch. OSError if the process has died."""
        self.connection.send_bytes(pickle.dumps((work, batch)))

    def received(self) -> Any:
        """The result of the batch. Raises the exception of the function, or EOFError if the process has died."""
        try:
            message = self.connection.recv_bytes()
        except (EOFError, OSError):
            raise EOFError from None
        try:
            right, answer = pickle.loads(message)
        except Exception as error:
            raise SearchError(f"a batch of work gave a result that cannot be read: {error!r}") from error
        if right:
            return answer
        assert isinstance(answer, IsthmusError)
        raise answer

    def tell_to_end(self) -> None:
        """Tell the process to end, without waiting for it."""
        self._process.terminate()

    def end(self) -> None:
        """End the process and wait until it exits."""
        self._process.terminate()
        self._process.join(_FAREWELL)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self.connection.close()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back. A process started meanwhile does so too, from its first moment on."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def survives_pickling(value: object) -> bool:
    """Whether a value can be sent to another process. Some exceptions cannot: those whose ``__init__`` takes other
    arguments than they pass on."""
    try:
        pickle.loads(pickle.dumps(value))
    except Exception:
        return False
    return True


def _leave_at_once(signal_number: int, _: FrameType | None) -> None:
    os._exit(128 + signal_number)


def _leave(signal_number: int, _: FrameType | None) -> None:
    sys.exit(128 + signal_number)


@contextmanager
def _orderly_end() -> Iterator[None]:
    """A signal to end raises an exception, so that everything that a batch has opened is closed.

    At other times nothing is open, and an exception could be lost in a module that is being imported.
    """
    signal.signal(signal.SIGTERM, _leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, _leave_at_once)


def _end_with_parent() -> None:
    """Wait until the parent ends for any reason; then end this process as if told to."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _work(connection: Connection) -> None:
    """A worker: does its batches until the parent is gone or tells it to end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends the workers
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, _leave_at_once)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _do_batches(connection)


def _do_batches(connection: Connection) -> None:
    while True:
        try:
            order = connection.recv_bytes()
        except (EOFError, OSError):
            return
        try:
            work, batch = pickle.loads(order)
            with _orderly_end():
                found = work(batch)
            answer = pickle.dumps((True, found))
        except Exception as error:
            ours = isinstance(error, IsthmusError) and survives_pickling(error)
            known = error if ours else SearchError(f"a batch of work failed:\n{traceback.format_exc()}")
            answer = pickle.dumps((False, known))
        try:
            connection.send_bytes(answer)
        except OSError:
            return
