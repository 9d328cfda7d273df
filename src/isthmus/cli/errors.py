"""How a command ends early: with a one-line error, or at Ctrl-C with its results so far."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from isthmus.errors import IsthmusError, quoted

__all__ = ["CommandError", "interrupts", "reword"]

_NUMBERS = {
    "int_parsing": "a whole number",
    "int_parsing_size": "a smaller whole number",
    "int_from_float": "a whole number",
    "float_parsing": "a number",
}
"""The expected value for each kind of Pydantic error. Typer reads numbers with Pydantic."""
_LIMITS = {"greater_than_equal": ("ge", "at least"), "less_than_equal": ("le", "at most")}


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


def reword(error: Any) -> None:
    """Say in Typer's error about an argument what was found and what was expected; leave other errors as they are."""
    causes: list[dict[str, Any]] = getattr(error.__cause__, "errors", list)()
    if not causes:
        return
    fault, kind = quoted(causes[0]["input"]), causes[0]["type"]
    if kind in _NUMBERS:
        error.message = f"found {fault}, expected {_NUMBERS[kind]}"
    elif kind in _LIMITS:
        limit, words = _LIMITS[kind]
        error.message = f"found {fault}, expected {words} {causes[0]['ctx'][limit]}"
    elif kind == "value_error":
        error.message = error.message.removeprefix("Value error, ")
