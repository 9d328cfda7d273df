"""The learner at the start of a training run: fresh, or with a net, perhaps a smaller one or one without knowledge."""

from __future__ import annotations

import math
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import isthmus
from isthmus.engine.net_file import KNOWLEDGE, NetFile, NetShape, read_net
from isthmus.engine.nets import catalogue
from isthmus.errors import SearchError, counted, quoted
from isthmus.learn.fit import Learner
from isthmus.learn.model import initial
from isthmus.learn.settings import TrainSettings

__all__ = ["first_learner", "parameters_of"]

RANGE = 8.0
"""The attention plane shows logarithms of weights from this far below the greatest."""

FIRST = 3.0
"""The greatest value of the attention in the stem."""

PASSING = RANGE + math.log(0.08)
"""The logit of passing in a fresh policy, where the best cell has ``RANGE``. Passing gets 1% of the policy where eight
cells are as good as the best one, and most of it where no cell is good."""

Numbers = dict[str, NDArray[Any]]


def first_learner(settings: TrainSettings) -> Learner:
    """The learner of a new training run. Raises SearchError if the settings name a net of another kind.

    A fresh learner with knowledge begins with the hand-made weights as its policy, so that its first games are better
    than random. The attention plane covers only one plane of a policy with several, so such a policy begins like any
    other. If the hand-made evaluator shares the policy, the learner's part of it is 0 at first.
    """
    shape = settings.shape()
    learner = Learner(shape, settings.fit, settings.seed)
    if settings.start:
        file = read_net(Path(settings.start))
        _check(file, settings)
        params = parameters_of(file, _as_small(shape, file.shape), shares=settings.fit.net_weights == 1)
        learner.begin_with(_grown(params, shape, settings.seed))
    elif settings.fit.net_weights < 1:
        params = {name: np.array(numbers) for name, numbers in learner.params.items()}
        params["policy.weight"][:] = params["extras.weight"][:] = 0  # the hand-made weights are its policy
        params["value2.weight"][:] = 0
        learner.begin_with(params)
    elif settings.knowledge and shape.policy_planes == 1:
        params = {name: np.array(numbers) for name, numbers in learner.params.items()}
        _pass_on(params, shape, share=0.0, last=FIRST)
        params["extras.bias"][-1] = PASSING
        params["value2.weight"][:] = 0  # values of 0 do not disturb that policy
        learner.begin_with(params)
    return learner


def _check(file: NetFile, settings: TrainSettings) -> None:
    game, shape, old = isthmus.game(settings.game).id, settings.shape(), file.shape
    if file.knowledge and not settings.knowledge:
        raise SearchError(f"{settings.start} is a net with knowledge; expected a training run with --knowledge")
    trained = _share_in_training(file)
    if trained not in (1, settings.fit.net_weights):
        raise SearchError(f"{settings.start} was trained with --net-weights {quoted(trained)}; expected the same here")
    gained = len(KNOWLEDGE) if settings.knowledge and not file.knowledge else 0
    if file.game != game or old.channels > shape.channels or old.blocks > shape.blocks:
        raise SearchError(
            f"{settings.start} is a net for {file.game} with {old.channels} channels and {old.blocks} blocks; "
            f"expected one for {game} with at most {shape.channels} channels and {counted(shape.blocks, 'block')}"
        )
    taps = old.taps if sorted(old.taps) == sorted(shape.taps) else shape.taps
    wanted = replace(_as_small(shape, old), taps=taps, planes=shape.planes - gained)
    for field in fields(NetShape):
        found, expected = getattr(old, field.name), getattr(wanted, field.name)
        if found != expected:
            raise SearchError(f"{settings.start}: {field.name}: found {found}, expected {expected}")


def _as_small(shape: NetShape, old: NetShape) -> NetShape:
    """A shape with the channels and blocks of the old one."""
    return replace(shape, channels=old.channels, blocks=old.blocks, pooled=shape.pooled[: old.blocks])


def _share_in_training(file: NetFile) -> object:
    """The net's share in the weights of steps during its training, by its card; 1 if the card does not say."""
    try:
        return file.card["recipe"]["fit"]["net_weights"]
    except (KeyError, TypeError):
        return 1


def parameters_of(file: NetFile, shape: NetShape, *, shares: bool = True) -> Numbers:
    """The parameters of a net for a learner of this shape, whose taps may have another order. The auxiliary heads are
    not among them, because files do not contain them.

    If only the learner has the planes of knowledge, it begins as the engine uses the net: the policy is the geometric
    mean of the net's and of the hand-made weights, with the shares on the net's card (``net_weights``). One channel of
    the net is given up for that. A policy with several planes stays as it is, because the attention is for cells.
    ``shares`` is false if the hand-made weights share the policy in training too; then the policy stays as it is.
    """
    order = [file.shape.taps.index(tap) for tap in shape.taps]
    params = {name: np.array(numbers) for name, numbers in file.tensors.items()}
    for name in shape.convolutions():
        params[f"{name}.weight"] = params[f"{name}.weight"][:, order]
    if shape.planes == file.shape.planes:
        return params
    params["stem.weight"] = np.pad(params["stem.weight"], ((0, 0), (0, 0), (0, len(KNOWLEDGE))))
    share = catalogue.parameters_of(file).get("net_weights", 1.0)
    if shares and share < 1 and shape.policy_planes == 1:
        _pass_on(params, shape, share, max(FIRST, 0.6 * 127 * float(params["activations"][-1])))
    return params


def _grown(params: Numbers, new: NetShape, seed: int) -> Numbers:
    """The parameters of a larger net that judges as this one does (Chen, Goodfellow and Shlens 2016, "Net2Net").

    New channels begin with random weights, and the old weights ignore them. New blocks begin as the identity, like
    those of a fresh net.
    """
    grown = {name: np.array(numbers) for name, numbers in initial(new, seed).items() if name in params}
    for name, numbers in grown.items():
        before, after = params[name], numbers
        if after.ndim == 2 and after.shape[1] == 2 * new.channels:  # it reads the mean and the maximum of each channel
            before, after = before.reshape(len(before), 2, -1), after.reshape(len(after), 2, -1)
        after[: len(before)] = 0
        after[tuple(slice(length) for length in before.shape)] = before
    return grown


def _pass_on(params: Numbers, shape: NetShape, share: float, last: float) -> None:
    """Carry the attention plane through the net to the policy; the net's part in the policy becomes ``share``.

    The channel grows from block to block up to ``last``, as the others do, because the 8-bit numbers of a layer have
    one unit.
    """
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
