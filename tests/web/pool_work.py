"""Jobs for the workers of an engine pool, in a module that is quick to import."""

from __future__ import annotations

import os
import runpy
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from isthmus.errors import NotationError
from isthmus.web.engine.pool import EnginePool

Tell = Callable[[Any], None]
Stopped = Callable[[], bool]


def kill_workers(pool: EnginePool) -> None:
    """Ends the processes of this pool only, as a crash would."""
    for group in (pool._games, pool._analyses, pool._short):
        for worker in (*group._idle, *group._running):
            worker.kill()


def double(number: int) -> int:
    return 2 * number


def fail() -> None:
    raise ValueError("no")


def run_file(path: str) -> None:
    """Calls ``play`` of a Python file."""
    runpy.run_path(path)["play"]()


def die_once(path: str) -> str:
    """Ends its process the first time, as a crash would."""
    if not Path(path).exists():
        Path(path).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "alive"


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def tick(tell: Tell, stopped: Stopped, name: str) -> str:
    """Reports its process, and runs until it is stopped."""
    while not stopped():
        tell(os.getpid())
        time.sleep(0.01)
    return name


def be_deaf(tell: Tell, _: Stopped) -> None:
    """Reports its process and never stops."""
    tell(os.getpid())
    time.sleep(3600)


def streamed_death(_: Tell, __: Stopped) -> None:
    die()


def echo(tell: Tell, _: Stopped, words: str) -> str:
    tell(words)
    return words


def review_and_fail(tell: Tell, _: Stopped, record: str, strength: str, tried: object) -> Any:
    """Reviews one position of a record; fails when it is continued."""
    from isthmus.web.analysis.work import review_game

    if tried:
        raise ValueError("no")
    return review_game(tell, lambda: True, record, strength)


class UnsendableError(Exception):
    """An error that cannot be recreated from its arguments."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"{one} {other}")


def fail_oddly(_: Tell, __: Stopped) -> None:
    raise UnsendableError("very", "odd")


def endless() -> None:
    while True:
        pass


def stubborn() -> None:
    signal.signal(signal.SIGPROF, signal.SIG_IGN)
    time.sleep(600)


def take_memory(size: int) -> int:
    return len(bytearray(size))


def recurse() -> None:
    recurse()


def fail_unsendably() -> None:
    raise UnsendableError("very", "odd")


def fail_to_read() -> None:
    raise NotationError("line 7: no")
