"""Checks of limits and other arguments of searches, and the failures of long work: all raise SearchError."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from numbers import Real
from operator import index
from typing import SupportsIndex

from isthmus import _native
from isthmus.errors import A_POSITION, SearchError, expect, quoted
from isthmus.rules.position import Position

__all__ = [
    "UNLIMITED",
    "check_function",
    "check_position",
    "core_failures",
    "count_limit",
    "number",
    "time_limit",
    "whole",
]

UNLIMITED = 1 << 62
"""A count that no search reaches; larger ones mean the same."""
_LONGEST = 1e9
"""Seconds beyond which a limit has no effect."""


def number(name: str, value: object) -> float:
    """A number of any type, as a float; may be NaN."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise SearchError(f"{name}: expected a number; got {quoted(value)}")
    try:
        return float(value)
    except OverflowError:
        raise SearchError(f"{name}: expected a smaller number; got {quoted(value)}") from None


def whole(name: str, value: object) -> int:
    """A whole number of any type."""
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        raise SearchError(f"{name}: expected a whole number; got {quoted(value)}")
    return index(value)


def time_limit(name: str, value: object) -> float:
    """Seconds, more than 0; None means no limit."""
    seconds = _LONGEST if value is None else number(name, value)
    if not seconds > 0:
        raise SearchError(f"limits must be positive; got {name}={quoted(value)}")
    return min(seconds, _LONGEST)


def count_limit(name: str, value: object) -> int:
    """A count, at least 1; None means no limit."""
    count = UNLIMITED if value is None else whole(name, value)
    if count < 1:
        raise SearchError(f"limits must be positive; got {name}={quoted(value)}")
    return min(count, UNLIMITED)


def check_function(name: str, value: object) -> None:
    """Raise SearchError unless this is a function or None."""
    if not (value is None or callable(value)):
        raise SearchError(f"{name}: expected a function; got {quoted(value)}")


def check_position(value: object) -> None:
    """Raise SearchError unless this is a position."""
    expect(value, Position, A_POSITION, SearchError)


@contextmanager
def core_failures(advice: str = "try smaller limits") -> Iterator[None]:
    """Long work of the native core. Its failures become SearchError: no threads, no memory, a searcher in use.

    ``advice`` says what helps if memory runs out.
    """
    try:
        yield
    except _native.WorkError as error:
        raise SearchError(str(error)) from None
    except MemoryError:
        raise SearchError(f"out of memory; {advice}") from None
