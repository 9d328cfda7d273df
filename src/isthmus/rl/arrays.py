"""The NumPy arrays into which the steps of N environments write their observations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["Arrays", "Shape"]

Shape = tuple[int, int, int, int]
"""(planes, rows, columns, actions)."""


@dataclass
class Arrays:
    """For each environment: planes, mask, rewards of (first, second) seat, the kind of end, the seat to act, and the
    discount."""

    obs: npt.NDArray[np.uint8]
    mask: npt.NDArray[np.uint8]
    reward: npt.NDArray[np.float32]
    terminated: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    seat: npt.NDArray[np.int8]
    discount: npt.NDArray[np.float32]

    @classmethod
    def empty(cls, count: int, shape: Shape) -> Arrays:
        """Empty arrays."""
        planes, rows, columns, actions = shape
        return cls(
            np.empty((count, planes, rows, columns), np.uint8),
            np.empty((count, actions), np.uint8),
            np.empty((count, 2), np.float32),
            np.empty(count, np.bool_),
            np.empty(count, np.bool_),
            np.empty(count, np.int8),
            np.empty(count, np.float32),
        )

    def all(self) -> tuple[Any, ...]:
        """The arrays in the order that the native core expects."""
        return (self.obs, self.mask, self.reward, self.terminated, self.truncated, self.seat, self.discount)

    def row(self, i: int) -> Arrays:
        """The arrays of one environment as a batch of one. They are views."""
        return Arrays(*(array[i : i + 1] for array in self.all()))
