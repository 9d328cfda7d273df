"""Games of a net against itself, a batch of them at a time, in this process or in a pool of processes.

``Actors`` is what the loop needs: somewhere to send tasks, and their games when they are finished.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import Protocol

from isthmus.engine.nets.evaluators import native_net
from isthmus.errors import SearchError
from isthmus.learn.batches import core_of, game_of, symmetries_of
from isthmus.learn.records import GameRecord

__all__ = ["Actors", "HereActors", "PoolActors", "SelfPlayTask", "play"]


@dataclass(frozen=True)
class SelfPlayTask:
    """A batch of games: of which game (its text), by which net (a file, and its name in records), with which seed.

    ``numbers`` are those of the core's self-play, such as ``simulations``.
    """

    game: str
    net: str
    name: str
    games: int
    seed: int
    numbers: Mapping[str, float] = field(default_factory=dict)


Play = Callable[[SelfPlayTask], list[GameRecord]]


def play(task: SelfPlayTask) -> list[GameRecord]:
    """The games of a task. The same task gives the same games."""
    game = game_of(task.game)
    try:
        found = core_of(game).self_play(
            native_net(task.net, game), symmetries_of(game), task.games, task.seed, dict(task.numbers)
        )
    except ValueError as error:
        raise SearchError(f"self-play: {error}") from None
    return [GameRecord.of(one, game=task.game, net=task.name, seed=task.seed) for one in found]


class Actors(Protocol):
    """Who plays tasks."""

    @property
    def free(self) -> int:
        """How many more tasks may be sent now."""
        ...

    def send(self, task: SelfPlayTask) -> None:
        """Have a task played."""
        ...

    def finished(self, seconds: float) -> list[tuple[SelfPlayTask, list[GameRecord]]]:
        """What has been played since the last call; waits at most so long for the first. Raises what a task raised."""
        ...

    def close(self) -> None:
        """Give up what is not finished."""
        ...


class HereActors:
    """Plays each task in this process, when its games are asked for."""

    def __init__(self, play: Play = play) -> None:
        self._play = play
        self._waiting: list[SelfPlayTask] = []

    @property
    def free(self) -> int:
        return 1 - len(self._waiting)

    def send(self, task: SelfPlayTask) -> None:
        self._waiting.append(task)

    def finished(self, seconds: float) -> list[tuple[SelfPlayTask, list[GameRecord]]]:
        done = [(task, self._play(task)) for task in self._waiting]
        self._waiting.clear()
        return done

    def close(self) -> None:
        self._waiting.clear()


class PoolActors:
    """Plays so many tasks at a time, each in a process; one more waits for the next that is free.

    The processes end with this one, however it ends.
    """

    def __init__(self, jobs: int, play: Play = play) -> None:
        if jobs < 1:
            raise SearchError(f"jobs: expected 1 or more; got {jobs}")
        self._jobs = jobs
        self._play = play
        self._under_way: dict[Future[list[GameRecord]], SelfPlayTask] = {}
        self._pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=_begin)

    @property
    def free(self) -> int:
        return self._jobs + 1 - len(self._under_way)

    def send(self, task: SelfPlayTask) -> None:
        self._under_way[self._pool.submit(self._play, task)] = task

    def finished(self, seconds: float) -> list[tuple[SelfPlayTask, list[GameRecord]]]:
        done, _ = wait(self._under_way, seconds, FIRST_COMPLETED)
        try:
            return [(self._under_way.pop(future), future.result()) for future in done]
        except BrokenProcessPool:
            raise SearchError("a process that played games for the training has died") from None

    def close(self) -> None:
        processes = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:  # a batch of games may go on for minutes, and nobody wants it any more
            process.kill()
        for process in processes:
            process.join()


def _begin() -> None:
    """What each process does first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends the pool
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGKILL)
