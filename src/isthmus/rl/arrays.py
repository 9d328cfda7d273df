"""NumPy arrays: those that the steps of N environments write into, and checks of the arrays that users pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from isthmus.errors import SearchError

__all__ = ["Arrays", "Shape", "array_of", "real_numbers"]

Shape = tuple[int, int, int, int]
"""(planes, rows, columns, actions)."""


def array_of(name: str, given: Any) -> npt.NDArray[Any]:
    """An array of any library, or nested lists. Raises SearchError for anything that NumPy cannot
    read, such as ragged lists."""
    try:
        return np.asarray(given)
    except (TypeError, ValueError, RuntimeError) as error:
        raise SearchError(f"{name}: expected an array; {error}") from None


def real_numbers(name: str, given: Any) -> npt.NDArray[np.float32]:
    """Such an array as float32. Also raises SearchError for complex numbers, text and the like."""
    found = array_of(name, given)
    if found.dtype.kind in "cSUMm":
        raise SearchError(f"{name}: expected real numbers; got {found.dtype}")
    try:
        with np.errstate(over="ignore"):  # a number too large for float32 is infinite
            return found.astype(np.float32)
    except (TypeError, ValueError) as error:
        raise SearchError(f"{name}: expected real numbers; {error}") from None


@dataclass
class Arrays:
    """The results of N environments, one row each: planes, mask, rewards of the (first, second) seat, whether the game
    was terminated or truncated, the seat to act, and the discount."""

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

    def results(self) -> tuple[npt.NDArray[Any], ...]:
        """The arrays that say what the last step did."""
        return self.reward, self.terminated, self.truncated, self.discount

    def row(self, i: int) -> Arrays:
        """The arrays of one environment as a batch of one. They are views."""
        return Arrays(*(array[i : i + 1] for array in self.all()))
