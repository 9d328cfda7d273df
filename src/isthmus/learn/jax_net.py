"""A net in JAX: it judges batches of positions in floats, on a GPU if JAX has one.

The native core judges with 8-bit numbers on one thread, which is best for small nets. JAX is better for large nets and
large batches.
"""

from __future__ import annotations

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

from isthmus.engine.net_file import NetFile, NetShape
from isthmus.learn.model import BOARD_PLANE, Params, as_input, policy_and_value

__all__ = ["JaxNet"]


class JaxNet:
    """The float weights of a net's file, on the default device of JAX.

    A call may judge any number of positions. Batches are filled up to a power of two, so JAX compiles for only a few
    batch sizes per board.
    """

    def __init__(self, file: NetFile) -> None:
        names = [name for name in file.tensors if name.endswith((".weight", ".bias"))]
        self._params: Params = {name: jnp.asarray(np.asarray(file.tensors[name])) for name in names}
        self._judge = jax.jit(partial(_answers, shape=file.shape))

    def __call__(self, planes: NDArray[np.uint8], one: int = 127) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The policy and the values of positions, given as planes [N, planes, rows, columns] with ``one`` for one.

        The policy [N, policy planes * rows * columns + 2] has logits: planes by rows by columns, then stop and pass.
        The values [N], for the side to act, are in [-1, 1].
        """
        count = len(planes)
        filled = np.zeros((1 << max(0, count - 1).bit_length(), *planes.shape[1:]), np.uint8)
        filled[:count] = planes
        filled[count:, BOARD_PLANE] = one  # an unused row needs a board, otherwise its means are NaN
        policy, value = self._judge(self._params, filled, one)
        return np.asarray(policy)[:count], np.asarray(value)[:count]


def _answers(params: Params, planes: Array, one: int, *, shape: NetShape) -> tuple[Array, Array]:
    policy, value = policy_and_value(params, shape, as_input(planes, one))
    return policy, jnp.tanh(value)
