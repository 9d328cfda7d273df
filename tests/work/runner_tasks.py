"""Tasks for the tests of runners: functions at the top of a module, so that workers can import them."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from isthmus.errors import RulesError


def square(number: int) -> int:
    return number * number


def slow_square(number: int) -> int:
    time.sleep(0.05)
    return number * number


def process_of(_: object) -> int:
    return os.getpid()


def die_once(marker: str) -> str:
    """Kill the worker the first time."""
    path = Path(marker)
    if not path.exists():
        path.write_text("died", encoding="utf-8")
        os.kill(os.getpid(), signal.SIGKILL)
    return path.read_text(encoding="utf-8")


def always_die(_: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def refuse(number: int) -> int:
    raise RulesError(f"{number} is refused")


def stumble(number: int) -> float:
    return 1 / (number - number)


def refuse_odd(number: int) -> int:
    if number % 2:
        raise RulesError(f"{number} is refused")
    return number


def unsendable(_: int) -> object:
    return lambda: 0


class Unreadable:
    def __reduce__(self) -> tuple[type[int], tuple[str]]:
        return int, ("no number",)


def unreadable(_: int) -> object:
    return Unreadable()


class TwoPartError(RulesError):
    """Pickle gives its one argument to ``__init__``, which takes two."""

    def __init__(self, number: int, said: str) -> None:
        super().__init__(f"{number} {said}")


def refuse_in_two_parts(number: int) -> int:
    raise TwoPartError(number, "is refused")
