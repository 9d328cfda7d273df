"""Games of a net against itself, as tasks that a training gives to its runner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from isthmus import _native
from isthmus.engine.net_file import net_from
from isthmus.engine.nets.evaluators import as_native
from isthmus.errors import SearchError
from isthmus.learn.batches import core_of, game_of, symmetries_of
from isthmus.learn.records import GameRecord

__all__ = ["SelfPlayTask", "play"]


@dataclass(frozen=True)
class SelfPlayTask:
    """A batch of games: the text of the game, the net and the seed.

    ``net`` is the content of a net's file, because another machine may not have the file. ``name`` is the net's name in
    records. ``numbers`` are the parameters of the core's self-play, such as ``simulations``.
    """

    game: str
    net: bytes = field(repr=False)
    name: str
    games: int
    seed: int
    numbers: Mapping[str, float] = field(default_factory=dict)


def play(task: SelfPlayTask) -> list[GameRecord]:
    """The games of a task. The same task gives the same games."""
    game = game_of(task.game)
    try:
        found = core_of(game).self_play(
            _packed(task.net), symmetries_of(game), task.games, task.seed, dict(task.numbers)
        )
    except ValueError as error:
        raise SearchError(f"self-play: {error}") from None
    return [GameRecord.of(one, game=task.game, net=task.name, seed=task.seed) for one in found]


@lru_cache(2)
def _packed(net: bytes) -> _native.Net:
    return as_native(net_from(net))
