"""Games of a net against itself, as tasks that a training run gives to its runner."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from isthmus import _native
from isthmus.engine.net_file import net_from
from isthmus.engine.nets.backends import JAX
from isthmus.engine.nets.evaluators import as_native
from isthmus.errors import SearchError
from isthmus.learn.game_cores import core_of, game_of, symmetries_of
from isthmus.learn.records import GameRecord

if TYPE_CHECKING:
    from isthmus.learn.jax_net import JaxNet

__all__ = ["SelfPlayTask", "play"]

_Answer = tuple[NDArray[np.float32], NDArray[np.float32]]
_Judge = Callable[[bytes, int], _Answer]


@dataclass(frozen=True)
class SelfPlayTask:
    """A batch of games: the text of the game, the net and the seed.

    ``net`` is the content of a net's file, because another machine may not have the file. ``name`` is the net's name in
    records. ``numbers`` are the parameters of the core's self-play, such as ``simulations``. ``backend`` judges the
    positions.
    """

    game: str
    net: bytes = field(repr=False)
    name: str
    games: int
    seed: int
    numbers: Mapping[str, float] = field(default_factory=dict)
    backend: str = "native"


def play(task: SelfPlayTask) -> list[GameRecord]:
    """The games of a task. The same task gives the same games on the same kind of machine."""
    game = game_of(task.game)
    core, net = core_of(game), net_from(task.net)

    def part(judge: object, first: int, games: int) -> list[GameRecord]:
        found = core.self_play(
            judge, symmetries_of(game), games, task.seed + first, dict(task.numbers), knowledge=net.knowledge
        )
        return [GameRecord.of(one, game=task.game, net=task.name, seed=task.seed) for one in found]

    try:
        if task.backend == JAX:
            return _side_by_side(part, _in_jax(task.net, core), task)
        return part(_packed(task.net), 0, task.games)
    except ValueError as error:
        raise SearchError(f"self-play: {error}") from None


def _side_by_side(
    part: Callable[[object, int, int], list[GameRecord]], judge: _Judge, task: SelfPlayTask
) -> list[GameRecord]:
    """The games of a task on several threads, so that the processors work while the GPU judges.

    Each thread plays as many games as share a batch.
    """
    size = int(task.numbers.get("at_once", task.games))
    over = threading.Event()

    def judge_until_over(data: bytes, count: int) -> _Answer:
        if over.is_set():
            raise SearchError("self-play: interrupted")
        return judge(data, count)

    firsts = range(0, task.games, size)
    with ThreadPoolExecutor(min(len(firsts), os.cpu_count() or 1)) as pool:
        try:
            parts = [pool.submit(part, judge_until_over, first, min(size, task.games - first)) for first in firsts]
            ended, _ = wait(parts, return_when=FIRST_EXCEPTION)
            for one in ended:
                one.result()  # raises the first error
            return [game for one in parts for game in one.result()]
        except BaseException:
            over.set()  # otherwise the pool would wait for all games to end
            raise


@lru_cache(2)
def _packed(net: bytes) -> _native.Net:
    return as_native(net_from(net))


@lru_cache(2)
def _jax_net(net: bytes) -> JaxNet:
    from isthmus.learn.jax_net import JaxNet  # other workers need no JAX, which takes seconds to load

    return JaxNet(net_from(net))


def _in_jax(net: bytes, core: Any) -> _Judge:
    """A net as a function from the bytes of ``count`` positions to the policy and the values."""
    file = net_from(net)
    if list(file.plane_names) != core.plane_names(file.knowledge):
        raise SearchError("self-play: the net is for planes other than those of the game")
    judge = _jax_net(net)
    planes, _, rows, columns = core.plane_shape(file.knowledge)
    return lambda data, count: judge(np.frombuffer(data, np.uint8).reshape(count, planes, rows, columns))
