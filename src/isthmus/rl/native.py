"""Environments in the native core, with the same methods as ``PlainEnvironments``."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from isthmus import _native
from isthmus.errors import IllegalTurnError, SearchError
from isthmus.rl.arrays import Arrays, Shape
from isthmus.rl.reference import PlainEnvironments
from isthmus.rl.settings import Settings, between
from isthmus.rules.game import Game
from isthmus.rules.native import NativeCore, python_snapshot, snapshot_parts
from isthmus.rules.position import Position
from isthmus.solve.limits import core_failures

__all__ = ["Environments", "NativeEnvironments", "environments"]

_SEEDS = (1 << 64) - 1


class NativeEnvironments:
    """N games side by side, stepped in C++ with the GIL released."""

    def __init__(self, game: Game, settings: Settings) -> None:
        self.game = game
        self.settings = settings
        self.native = _native.make_environments(
            game.id,
            dict(game.values),
            [(symmetry.image, symmetry.swaps) for symmetry in game.symmetries()],
            settings.count,
            settings.threads,
            settings.mark,
            settings.autoreset,
            settings.canonical,
            settings.knowledge,
            settings.skip_forced,
            settings.max_steps,
            settings.opening,
            settings.observe,
        )

    def shape(self) -> Shape:
        return self.native.shape()

    def plane_names(self) -> Sequence[str]:
        return self.native.plane_names()

    def seed(self, i: int, seed: int, stream: int) -> None:
        self.native.seed(i, seed & _SEEDS, stream)

    def reset(self, which: npt.NDArray[np.bool_] | None, arrays: Arrays) -> None:
        with core_failures():
            self.native.reset(which, arrays.all())

    def step(
        self, actions: npt.NDArray[np.int32], arrays: Arrays, final_obs: npt.NDArray[np.uint8] | None = None
    ) -> None:
        try:
            with core_failures():
                self.native.step(actions, arrays.all(), final_obs)
        except ValueError as error:
            raise IllegalTurnError(str(error)) from None

    def sample(self, actions: npt.NDArray[np.int32]) -> None:
        with core_failures():
            self.native.sample(actions)

    def steps_of(self, actions: npt.NDArray[np.int32]) -> list[int]:
        try:
            return self.native.steps_of(actions)
        except ValueError as error:
            raise IllegalTurnError(str(error)) from None

    def position(self, i: int) -> Position:
        return self.game.restore_position(python_snapshot(self.native.snapshot(i)))

    def put(self, i: int, position: Position, arrays: Arrays) -> None:
        self.native.put(i, snapshot_parts(position.snapshot), arrays.all())


Environments = NativeEnvironments | PlainEnvironments


def environments(game: Game, settings: Settings) -> Environments:
    """The environments of a game: native ones if it has a native core.

    Raises SearchError for settings that the game cannot have.
    """
    between("opening", settings.opening, 0, len(game.topology) // 2)
    if isinstance(game.core, NativeCore):
        return NativeEnvironments(game, settings)
    if settings.knowledge:
        raise SearchError(f"knowledge: {game} is written only in Python, so there is no evaluator; expected False")
    return PlainEnvironments(game, settings)
