"""A net in JAX: it judges batches of positions in floats, on a GPU if JAX has one.

The native core judges with 8-bit numbers on one thread, which is best for small nets. JAX is better for large nets and
large batches.
"""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from threading import Lock

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

from isthmus.engine.net_file import NetFile, NetShape
from isthmus.learn.model import BOARD_PLANE, Params, as_input, policy_and_value

__all__ = ["JaxNet"]

FEW = 32
"""The smallest batch of more than one position."""


class JaxNet:
    """The float weights of a net's file, on the default device of JAX; on a GPU the floats are ``bfloat16``.

    A call may judge any number of positions, and several threads may call. Batches of several positions are filled up
    to a power of two, at least ``FEW``, so JAX compiles for only a few batch sizes per board and shape of net.
    """

    def __init__(self, file: NetFile) -> None:
        kind = jnp.float32 if jax.default_backend() == "cpu" else jnp.bfloat16
        names = [name for name in file.tensors if name.endswith((".weight", ".bias"))]
        self._params: Params = {name: jnp.asarray(np.asarray(file.tensors[name]), kind) for name in names}
        self._shape = file.shape

    def __call__(self, planes: NDArray[np.uint8], one: int = 127) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The policy and the values of positions, given as planes [N, planes, rows, columns] in which ``one`` means 1.

        The policy [N, policy planes * rows * columns + 2] has logits: planes by rows by columns, then stop and pass.
        The values [N], for the side to act, are in [-1, 1].
        """
        count = len(planes)
        batch = count if count == 1 else max(FEW, 1 << (count - 1).bit_length())
        if batch > count:
            filled = np.zeros((batch, *planes.shape[1:]), np.uint8)
            filled[:count] = planes
            filled[count:, BOARD_PLANE] = one  # an unused row needs a board, otherwise its means are NaN
            planes = filled
        with _compiling[self._shape, planes.shape]:  # otherwise every thread would compile for a new batch size
            policy, value = _answers(self._shape, self._params, planes, one)
        return np.asarray(policy)[:count], np.asarray(value)[:count]


_compiling: defaultdict[tuple[NetShape, tuple[int, ...]], Lock] = defaultdict(Lock)


@partial(jax.jit, static_argnums=0)
def _answers(shape: NetShape, params: Params, planes: Array, one: int) -> tuple[Array, Array]:
    inputs = as_input(planes, one).astype(params["stem.weight"].dtype)
    policy, value = (answer.astype(jnp.float32) for answer in policy_and_value(params, shape, inputs))
    return policy, jnp.tanh(value)
