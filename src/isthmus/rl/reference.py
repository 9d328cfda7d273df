"""Environments in plain Python, for games without a native core, and as the reference for those in C++.

The methods are those of native/rules/environments.hpp.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from isthmus.errors import IllegalTurnError
from isthmus.rl.arrays import Arrays, Shape
from isthmus.rl.random_numbers import Random
from isthmus.rl.settings import Settings
from isthmus.rl.table import Table, payoff
from isthmus.rl.view import View
from isthmus.rules.game import Game
from isthmus.rules.position import Position

__all__ = ["PlainEnvironments"]

_MOST_TRIES = 100


class PlainEnvironments:
    """N games side by side, with the rules in Python."""

    def __init__(self, game: Game, settings: Settings) -> None:
        self.settings = settings
        self.view = View(game, canonical=settings.canonical, mark=settings.mark)
        self.tables = [Table(self.view, skip_forced=settings.skip_forced) for _ in range(settings.count)]
        self.ended = [False] * settings.count
        self.random = [Random(0, i) for i in range(settings.count)]

    def shape(self) -> Shape:
        planes, rows, columns, actions = self.view.shape
        return planes if self.settings.observe else 0, rows, columns, actions

    def plane_names(self) -> Sequence[str]:
        return self.view.plane_names

    def seed(self, i: int, seed: int, stream: int) -> None:
        self.random[i] = Random(seed, stream)

    def reset(self, which: npt.NDArray[np.bool_] | None, arrays: Arrays) -> None:
        arrays.reward[:] = arrays.discount[:] = 0
        arrays.terminated[:] = arrays.truncated[:] = False
        for i in range(self.settings.count):
            if which is None or which[i]:
                self._begin(i)
            self._show(i, arrays, arrays.obs)

    def step(
        self, actions: npt.NDArray[np.int32], arrays: Arrays, final_obs: npt.NDArray[np.uint8] | None = None
    ) -> None:
        self.steps_of(actions)
        arrays.reward[:] = arrays.discount[:] = 0
        arrays.terminated[:] = arrays.truncated[:] = False
        for i, table in enumerate(self.tables):
            if self.ended[i]:
                self._begin(i)
                self._show(i, arrays, arrays.obs)
                continue
            before = table.seat
            table.act(int(actions[i]))
            if table.over:
                arrays.terminated[i] = self.ended[i] = True
                arrays.reward[i] = payoff(table.position)
            else:
                arrays.discount[i] = 1 if table.seat is before else -1
                cut = bool(self.settings.max_steps and table.made >= self.settings.max_steps)
                arrays.truncated[i] = self.ended[i] = cut
            if self.ended[i] and self.settings.autoreset == "same_step":
                if final_obs is not None:
                    self._show(i, arrays, final_obs)
                self._begin(i)
            self._show(i, arrays, arrays.obs)

    def sample(self, actions: npt.NDArray[np.int32]) -> None:
        for i, table in enumerate(self.tables):
            legal = self.view.legal(table.position)
            actions[i] = 0 if self.ended[i] else legal[self.random[i].below(len(legal))]

    def steps_of(self, actions: npt.NDArray[np.int32]) -> list[int]:
        found = []
        for i, table in enumerate(self.tables):
            if not self.ended[i]:
                try:
                    found.append(self.view.step(table.position, int(actions[i])))
                except IllegalTurnError as error:
                    raise IllegalTurnError(f"environment {i}: {error}") from None
            elif self.settings.autoreset == "disabled":
                raise IllegalTurnError(f"environment {i} has ended; expected a reset first")
            else:
                found.append(-1)
        return found

    def position(self, i: int) -> Position:
        return self.tables[i].position

    def put(self, i: int, position: Position, arrays: Arrays) -> None:
        self.tables[i].begin(position)
        self.ended[i] = False
        self._show(i, arrays, arrays.obs)

    def _begin(self, i: int) -> None:
        table, random = self.tables[i], self.random[i]
        self.ended[i] = False
        for tries in range(_MOST_TRIES):
            table.begin()
            length = self.settings.opening if tries + 1 < _MOST_TRIES else 0
            for _ in range(length):
                if table.over:
                    break
                steps = self.view.steps(table.position)
                table.make(steps[random.below(len(steps))])
            if not table.over:
                return

    def _show(self, i: int, arrays: Arrays, obs: npt.NDArray[np.uint8]) -> None:
        table = self.tables[i]
        arrays.seat[i] = table.seat.value
        arrays.mask[i] = self.view.mask(table.position)
        if self.settings.observe:
            obs[i] = self.view.planes(table.position)
