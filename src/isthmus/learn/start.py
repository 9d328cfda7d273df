"""The parameters of a learner that begins with a net, perhaps one that has yet to see knowledge."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from isthmus.engine.net_file import KNOWLEDGE, NetFile, NetShape

__all__ = ["parameters_of"]

RANGE = 8.0
"""The attention plane shows logarithms of weights from this far below the greatest."""

FIRST = 3.0
"""The greatest value of the attention in the stem."""

Numbers = dict[str, NDArray[Any]]


def parameters_of(file: NetFile, shape: NetShape) -> Numbers:
    """The parameters of a net for a learner of this shape, whose taps may have another order.

    If only the learner has the planes of knowledge, it begins as the engine uses the net: the policy is the geometric
    mean of the net's and of the hand-made weights, with the shares in the net's card (``net_weights``). One channel of
    the net makes room for that. A policy with several planes stays as it is, because the attention is for cells.
    """
    order = [file.shape.taps.index(tap) for tap in shape.taps]
    params = {name: np.array(numbers) for name, numbers in file.tensors.items()}
    for name in shape.convolutions():
        params[f"{name}.weight"] = params[f"{name}.weight"][:, order]
    if shape.planes == file.shape.planes:
        return params
    params["stem.weight"] = np.pad(params["stem.weight"], ((0, 0), (0, 0), (0, len(KNOWLEDGE))))
    share = float(file.card.get("parameters", {}).get("net_weights", 1.0))
    if share < 1 and shape.policy_planes == 1:
        _pass_on(params, shape, share)
    return params


def _pass_on(params: Numbers, shape: NetShape, share: float) -> None:
    """Carry the attention plane through the net to the policy; the net's part in the policy becomes ``share``.

    The channel grows from block to block as the others do, because the 8-bit numbers of a layer have one unit.
    """
    last = max(FIRST, 0.6 * 127 * float(params["activations"][-1]))
    growth = (last / FIRST) ** (1 / max(1, shape.blocks)) - 1
    channel, centre = _least_used(params, shape), shape.taps.index((0, 0))
    _clear(params, "stem", channel)
    params["stem.weight"][channel, centre, -1] = FIRST
    for block, pooled in enumerate(shape.pooled):
        first, second = f"block{block}.first", f"block{block}.second"
        for name, weight in ((first, 1.0), (second, growth)):
            params[f"{name}.weight"][:, :, channel] = 0
            _clear(params, name, channel)
            params[f"{name}.weight"][channel, centre, channel] = weight
        if pooled:
            params[f"block{block}.pool.weight"][channel] = 0
            params[f"block{block}.pool.weight"][:, [channel, shape.channels + channel]] = 0
    for head in ("extras", "value1"):
        params[f"{head}.weight"][:, [channel, shape.channels + channel]] = 0
    for head in ("policy", "extras"):
        params[f"{head}.weight"] *= share
        params[f"{head}.bias"] *= share
    params["policy.weight"][0, channel] = (1 - share) * RANGE / last


def _clear(params: Numbers, name: str, channel: int) -> None:
    """Let nothing write to this channel."""
    params[f"{name}.weight"][channel] = 0
    params[f"{name}.bias"][channel] = 0


def _least_used(params: Numbers, shape: NetShape) -> int:
    """The channel whose readers have the smallest weights, each reader relative to its greatest."""
    used = np.zeros(shape.channels)
    readers = [f"block{block}.first" for block in range(shape.blocks)] + ["policy", "value1"]
    for weights in (params[f"{name}.weight"] for name in readers):
        read = np.abs(weights).reshape(-1, shape.channels).sum(0)
        used += read / max(float(read.max()), 1e-9)
    return int(used.argmin())
