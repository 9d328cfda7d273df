"""How a command ends early: with a one-line error, or at Ctrl-C with its results so far."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from isthmus.errors import IsthmusError

__all__ = ["CommandError", "interrupts"]


class CommandError(IsthmusError):
    """A command cannot do its work, for example because of a missing file or conflicting options."""


@contextmanager
def interrupts() -> Iterator[threading.Event]:
    """An event that Ctrl-C sets instead of ending the command."""
    event = threading.Event()
    before = signal.signal(signal.SIGINT, lambda *_: event.set())
    try:
        yield event
    finally:
        signal.signal(signal.SIGINT, before)
