"""Turns float parameters into the tensors of a net's file, and measures the loss of accuracy with an oracle in NumPy.

The oracle follows the arithmetic of docs/design/0021-learned-evaluators.md exactly. The native kernels must agree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from isthmus.engine.net_file import NetShape, tensor_shapes
from isthmus.learn.model import AUXILIARY, BOARD_PLANE

__all__ = ["Cost", "cost", "evaluate", "quantised"]

Floats = NDArray[np.float32]
Tensors = Mapping[str, Any]

MOST = 127
"""The greatest activation and weight in 8 bits. Because -128 is excluded, the sum of two products never overflows."""

ROUNDS = 3
"""The number of corrections of each offset."""

RARELY = 0.05
"""A channel that is above 0 in a smaller share of the cells is corrected as if it were above 0 in this share."""


@dataclass(frozen=True)
class Cost:
    """The difference between 8 bits and floats.

    ``policy`` is the mean divergence of the policies, in nats. ``value`` and ``greatest`` are the mean and the greatest
    difference of the values, which lie in [-1, 1].
    """

    policy: float
    value: float
    greatest: float


def quantised(params: Tensors, shape: NetShape, planes: NDArray[np.uint8]) -> dict[str, Any]:
    """The tensors of a net's file for these parameters, without the auxiliary heads.

    ``planes`` are typical positions [N, C, H, W] in which 127 means 1. They set the unit of each layer: its largest
    output there becomes 127. They also set the offsets, so that each channel gets the same mean over the board as in
    floats (Nagel and others, "Data-free quantization through weight equalization and bias correction", 2019, the
    empirical form). Otherwise errors of rounding add up from layer to layer and shift the value.
    """
    tensors: dict[str, Any] = {
        name: np.ascontiguousarray(numbers, np.float32)
        for name, numbers in params.items()
        if not name.startswith(AUXILIARY)
    }
    for name in shape.convolutions():
        weight = tensors[f"{name}.weight"]
        unit = np.maximum(np.abs(weight).max((1, 2)), 1e-12).astype(np.float32) / np.float32(MOST)
        tensors[f"{name}.unit"] = unit
        tensors[f"{name}.quantised"] = np.rint(weight / unit[:, None, None]).astype(np.int8)
        tensors[f"{name}.offset"] = tensors[f"{name}.bias"].copy()
    outputs: list[Floats] = []
    _trunk(tensors, shape, planes, outputs.append)
    greatest = np.array([out.max() for out in outputs], np.float32)
    tensors["activations"] = np.maximum(greatest, 1e-6) / np.float32(MOST)
    _trunk_in_8_bits(tensors, shape, planes, correct_to=outputs)
    return {name: tensors[name] for name in tensor_shapes(shape)}


def evaluate(
    tensors: Tensors, shape: NetShape, planes: NDArray[np.uint8], *, exact: bool = False
) -> tuple[Floats, Floats]:
    """Values [N] and policies [N, A] (logits), computed in 8 bits or, with ``exact``, in floats."""
    inside = planes[:, BOARD_PLANE, :, :, None] > 0
    x = _trunk(tensors, shape, planes) if exact else _trunk_in_8_bits(tensors, shape, planes)
    seen = _pooled(x, inside)
    hidden = np.maximum(_dense(tensors, "value1", seen), 0)
    places = np.moveaxis(_dense(tensors, "policy", x), -1, 1).reshape(len(x), -1)
    policy = np.concatenate([places, _dense(tensors, "extras", seen)], 1)
    return np.tanh(_dense(tensors, "value2", hidden)[:, 0]), policy


def cost(tensors: Tensors, shape: NetShape, planes: NDArray[np.uint8], legal: NDArray[np.uint8]) -> Cost:
    """The difference between 8 bits and floats on these positions. ``legal`` [N, A] is 1 for the steps to compare."""
    values, policies = evaluate(tensors, shape, planes, exact=True)
    values8, policies8 = evaluate(tensors, shape, planes)
    shares, shares8 = (_log_shares(policy, legal) for policy in (policies, policies8))
    divergence = np.where(legal > 0, np.exp(shares) * (shares - shares8), 0).sum(1)
    off = np.abs(values - values8)
    return Cost(float(divergence.mean()), float(off.mean()), float(off.max()))


def _log_shares(policy: Floats, legal: NDArray[np.uint8]) -> Floats:
    policy = np.where(legal > 0, policy, np.float32(-1e9))
    policy = policy - policy.max(1, keepdims=True)
    shares: Floats = policy - np.log(np.exp(policy).sum(1, keepdims=True))
    return shares


def _trunk(
    tensors: Tensors, shape: NetShape, planes: NDArray[np.uint8], note: Callable[[Floats], None] = lambda _: None
) -> Floats:
    """The output of the last layer [N, H, W, C]. ``note`` gets the output of each layer."""
    inside = planes[:, BOARD_PLANE, :, :, None] > 0

    def layer(name: str, x: Floats, more: Floats | float = 0.0) -> Floats:
        out = _sums(x, tensors[f"{name}.weight"], shape) + tensors[f"{name}.bias"] + more
        kept: Floats = (np.maximum(out, 0) * inside).astype(np.float32)
        note(kept)
        return kept

    x = layer("stem", np.moveaxis(planes, 1, -1).astype(np.float32) / np.float32(MOST))
    for block, sees_all in enumerate(shape.pooled):
        term = _pooled(x, inside) @ tensors[f"block{block}.pool.weight"].T if sees_all else None
        h = layer(f"block{block}.first", x, 0.0 if term is None else term[:, None, None, :])
        x = layer(f"block{block}.second", h, x)
    return x


def _trunk_in_8_bits(
    tensors: Tensors, shape: NetShape, planes: NDArray[np.uint8], correct_to: Sequence[Floats] = ()
) -> Floats:
    """The output of the last layer [N, H, W, C]. With ``correct_to``, the outputs in floats, it first corrects the
    offsets."""
    inside = planes[:, BOARD_PLANE, :, :, None] > 0
    units = tensors["activations"]
    wanted = iter(correct_to)

    def layer(name: str, x: Floats, units: tuple[Any, Any], term: Floats | float = 0.0, rest: Any = 0) -> Floats:
        came, goes = units
        scaled = _sums(x, tensors[f"{name}.quantised"].astype(np.float32), shape) * (
            (came * tensors[f"{name}.unit"]) / goes
        )

        def rounded() -> Floats:
            out = scaled + (tensors[f"{name}.offset"] + term) / goes + rest
            kept: Floats = (np.clip(np.rint(out), 0, MOST) * inside).astype(np.float32)
            return kept

        exact = next(wanted, None)
        if exact is not None:
            for _ in range(ROUNDS):
                out = rounded()
                active = np.maximum((out > 0).sum((0, 1, 2)), RARELY * inside.sum())
                missing = (exact / goes - out).sum((0, 1, 2)) / active
                tensors[f"{name}.offset"][:] += np.clip(missing, -1, 1) * goes  # at most one unit a round
        return rounded()

    x = layer("stem", np.moveaxis(planes, 1, -1).astype(np.float32), (np.float32(1 / MOST), units[0]))
    for block, sees_all in enumerate(shape.pooled):
        came, middle, goes = units[2 * block : 2 * block + 3]
        term: Floats | float = 0.0
        if sees_all:
            term = (_pooled(x * came, inside) @ tensors[f"block{block}.pool.weight"].T)[:, None, None, :]
        h = layer(f"block{block}.first", x, (came, middle), term)
        x = layer(f"block{block}.second", h, (middle, goes), rest=x * (came / goes))
    last: Floats = x * units[-1]
    return last


def _sums(x: Floats, weight: Any, shape: NetShape) -> Floats:
    """The sums of a convolution [N, H, W, out]. Whole numbers give exact sums, because floats are exact up to 2**24."""
    far = np.abs(shape.taps).max(0)
    height, width = x.shape[1:3]
    padded = np.pad(x, ((0, 0), (far[0], far[0]), (far[1], far[1]), (0, 0)))
    out = np.zeros((*x.shape[:3], len(weight)), np.float32)
    for tap, (row, column) in enumerate(shape.taps):
        top, left = far[0] + row, far[1] + column
        out += padded[:, top : top + height, left : left + width] @ weight[:, tap].T
    return out


def _pooled(x: Floats, inside: NDArray[np.bool_]) -> Floats:
    count = inside.sum((1, 2)).astype(np.float32)
    return np.concatenate([x.sum((1, 2)) / count, x.max((1, 2))], 1)


def _dense(tensors: Tensors, name: str, x: Floats) -> Floats:
    out: Floats = x @ tensors[f"{name}.weight"].T + tensors[f"{name}.bias"]
    return out
