"""The net of docs/design/0021-learned-evaluators.md in JAX: named parameters, and their judgement of a batch.

Parameters are a dictionary of arrays. Names and shapes are those of the file (``isthmus.engine.net_file``), with two
differences: there are no quantised arrays, and there are weights of auxiliary heads, which only training uses. Arrays
of a batch are [position, row, column, channel].
"""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from isthmus.engine.net_file import NetShape, tensor_shapes

__all__ = ["AUXILIARY", "OWNERS", "Judgement", "Params", "as_input", "initial", "judge", "policy_and_value"]

Params = dict[str, Array]

BOARD_PLANE = 2
"""The plane that is 1 on every cell of the board, in every game."""

OWNERS = 3
"""The number of possible owners of a cell at the end: nobody, the side to act, the opponent."""

AUXILIARY = ("owner.", "reply.", "left.")
"""Prefixes of the names of parameters that only training uses."""


class Judgement(NamedTuple):
    """A net's output for a batch of positions, from the point of view of the side to act.

    ``value`` [N] is the value before tanh. ``policy`` [N, A] are logits: planes by rows by columns, then stop and pass.
    ``owner`` [N, H, W, 3] are logits of the owner of each cell at the end. ``reply`` [N, P * H * W] are logits of the
    step that follows this one. ``left`` [N] is the logarithm of 1 + the number of steps left.
    """

    value: Array
    policy: Array
    owner: Array
    reply: Array
    left: Array


def initial(shape: NetShape, seed: int) -> Params:
    """Parameters to begin training with.

    Weights are normal, with the variance that preserves the size of a rectified signal (He and others 2015). The second
    convolution of a block begins at 0. Thus the block begins as the identity and needs no normalisation (Zhang and
    others 2019, "Fixup"). Heads begin small.
    """
    random = np.random.default_rng(seed)
    pooled = 2 * shape.channels
    lengths = {
        name: lengths for name, (_, lengths) in tensor_shapes(shape).items() if name.endswith((".weight", ".bias"))
    } | {
        "owner.weight": (OWNERS, shape.channels),
        "owner.bias": (OWNERS,),
        "reply.weight": (shape.policy_planes, shape.channels),
        "reply.bias": (shape.policy_planes,),
        "left.weight": (1, pooled),
        "left.bias": (1,),
    }
    params = {}
    for name, sizes in lengths.items():
        if name.endswith((".bias", ".second.weight")):
            numbers = np.zeros(sizes)
        else:
            gain = 2.0 if name.endswith(("stem.weight", ".first.weight", "value1.weight")) else 0.1
            numbers = random.normal(0.0, np.sqrt(gain / np.prod(sizes[1:])), sizes)
        params[name] = jnp.asarray(numbers, jnp.float32)
    return params


def as_input(planes: Array, one: int = 127) -> Array:
    """Convert the core's planes, bytes [N, C, H, W] in which ``one`` means 1, to floats [N, H, W, C]."""
    return jnp.transpose(planes, (0, 2, 3, 1)).astype(jnp.float32) / one


def judge(params: Params, shape: NetShape, planes: Array) -> Judgement:
    """The judgement of positions, given as floats [N, H, W, C]."""
    x, seen = _trunk(params, shape, planes)
    policy, value = _heads(params, x, seen)
    return Judgement(
        value=value,
        policy=policy,
        owner=_dense(params, "owner", x),
        reply=jnp.moveaxis(_dense(params, "reply", x), -1, 1).reshape(len(x), -1),
        left=_dense(params, "left", seen)[:, 0],
    )


def policy_and_value(params: Params, shape: NetShape, planes: Array) -> tuple[Array, Array]:
    """Like ``judge``, without the auxiliary heads, which the file of a net does not contain."""
    return _heads(params, *_trunk(params, shape, planes))


def _trunk(params: Params, shape: NetShape, planes: Array) -> tuple[Array, Array]:
    """The features of each cell, [N, H, W, C], and of the whole board, [N, 2 C]."""
    inside = planes[..., BOARD_PLANE : BOARD_PLANE + 1]
    x = jax.nn.relu(_convolution(params, shape, "stem", planes)) * inside
    for block, sees_all in enumerate(shape.pooled):
        h = _convolution(params, shape, f"block{block}.first", x)
        if sees_all:
            h += (_pooled(x, inside) @ params[f"block{block}.pool.weight"].T)[:, None, None, :]
        h = jax.nn.relu(h) * inside
        x = jax.nn.relu(x + _convolution(params, shape, f"block{block}.second", h)) * inside
    return x, _pooled(x, inside)


def _heads(params: Params, x: Array, seen: Array) -> tuple[Array, Array]:
    hidden = jax.nn.relu(_dense(params, "value1", seen))
    places = jnp.moveaxis(_dense(params, "policy", x), -1, 1).reshape(len(x), -1)
    return jnp.concatenate([places, _dense(params, "extras", seen)], 1), _dense(params, "value2", hidden)[:, 0]


def _dense(params: Params, name: str, x: Array) -> Array:
    return x @ params[f"{name}.weight"].T + params[f"{name}.bias"]


def _pooled(x: Array, inside: Array) -> Array:
    """Mean and maximum over the board's cells, [N, 2 C]. Outside the board x is 0; inside it is never negative."""
    return jnp.concatenate([x.sum((1, 2)) / inside.sum((1, 2)), x.max((1, 2))], 1)


def _convolution(params: Params, shape: NetShape, name: str, x: Array) -> Array:
    """A convolution, with the taps as a dense kernel. XLA's convolution was 1.7 times as fast as sums or stacks of
    taps."""
    weight = params[f"{name}.weight"]
    rows, columns = (np.array(part) for part in zip(*shape.taps, strict=True))
    far = np.abs(shape.taps).max(0)
    kernel = jnp.zeros((*(2 * far + 1), weight.shape[2], weight.shape[0]), weight.dtype)
    kernel = kernel.at[rows + far[0], columns + far[1]].set(jnp.transpose(weight, (1, 2, 0)))
    padding = [(int(size), int(size)) for size in far]
    return (
        lax.conv_general_dilated(x, kernel, (1, 1), padding, dimension_numbers=("NHWC", "HWIO", "NHWC"))
        + params[f"{name}.bias"]
    )
