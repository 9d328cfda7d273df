"""Spaces with legal samples, because Gymnasium's checkers and many scripts draw actions without a mask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Discrete, MultiDiscrete

from isthmus.rl.arrays import Shape

__all__ = ["LegalActions", "LegalBatch", "planes_space"]

Mask = npt.NDArray[Any]


def planes_space(shape: Shape, mark: int) -> Any:
    """The space of planes: bytes from 0 to the mark."""
    return Box(0, mark, shape[:3], np.uint8)


class LegalActions(Discrete):
    """Like ``Discrete``, but a sample without a mask is one of the present legal actions."""

    def __init__(self, actions: int, mask: Callable[[], Mask]) -> None:
        super().__init__(actions)
        self._legal = mask

    def sample(self, mask: Any | None = None, probability: Any | None = None) -> np.int64:
        if mask is None and probability is None:
            mask = self._legal().astype(np.int8)
        return super().sample(mask, probability)

    def __deepcopy__(self, memo: dict[int, Any]) -> Discrete:
        return Discrete(int(self.n))

    def __reduce__(self) -> tuple[Any, ...]:
        return Discrete, (int(self.n),)


class LegalBatch(MultiDiscrete):
    """Like ``MultiDiscrete``, with an action for each environment. A sample without a mask is legal in each."""

    def __init__(self, actions: int, masks: Callable[[], Mask], count: int) -> None:
        super().__init__(np.full(count, actions))
        self._legal = masks

    def sample(self, mask: Any | None = None, probability: Any | None = None) -> npt.NDArray[np.int64]:
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        legal = self._legal()
        return np.asarray((self.np_random.random(legal.shape) * legal).argmax(axis=1), np.int64)

    def __deepcopy__(self, memo: dict[int, Any]) -> MultiDiscrete:
        return MultiDiscrete(self.nvec.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        return MultiDiscrete, (self.nvec,)


gymnasium.vector.utils.batch_space.register(LegalActions, gymnasium.vector.utils.batch_space.dispatch(Discrete))
