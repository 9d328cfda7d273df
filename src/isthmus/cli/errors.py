"""How a command ends early: with an error that is all the user sees, or at Ctrl-C with what it has found."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from isthmus.errors import IsthmusError

__all__ = ["CommandError", "interrupts"]


class CommandError(IsthmusError):
    """A command was asked for something impossible: a missing file, options that do not go together."""


@contextmanager
def interrupts() -> Iterator[threading.Event]:
    """An event that Ctrl-C sets, instead of ending the command."""
    event = threading.Event()
    before = signal.signal(signal.SIGINT, lambda *_: event.set())
    try:
        yield event
    finally:
        signal.signal(signal.SIGINT, before)
