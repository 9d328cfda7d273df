"""Attributes that are computed on first use and then cached."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

__all__ = ["once"]

Found = TypeVar("Found")
_keep = object.__setattr__


class once(Generic[Found]):  # noqa: N801  # used as a decorator, like property
    """Like ``functools.cached_property``, but without its lock, and also for objects whose attributes cannot be set.

    Up to Python 3.11 that lock costs more than a step of a native game. Two threads may both compute the value.
    """

    def __init__(self, work: Callable[[Any], Found]) -> None:
        self._work = work
        self.__doc__ = work.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, owner: None, kind: type) -> once[Found]: ...
    @overload
    def __get__(self, owner: object, kind: type) -> Found: ...
    def __get__(self, owner: object, kind: type) -> Found | once[Found]:
        if owner is None:
            return self
        found = self._work(owner)
        _keep(owner, self._name, found)
        return found
