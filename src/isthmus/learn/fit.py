"""Fits a net to positions: losses, AdamW with a running average of the parameters, and a file for the state.

The value is fitted by log loss. Since (1 + tanh u) / 2 is the sigmoid of 2u, the gradient never vanishes. The loss of
the policy is its divergence from the target; 0 is perfect. Both losses are in nats.
"""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple, Self

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import Array

from isthmus.engine.net_file import NetShape
from isthmus.errors import SearchError
from isthmus.learn.model import Judgement, Params, as_input, initial, judge

__all__ = ["Batch", "FitSettings", "Learner", "losses"]

PIECE = 16
"""On a CPU, a batch is split into pieces of this many positions."""

IMPOSSIBLE = -1e9
"""The logit of an illegal step, in place of minus infinity."""


class Batch(NamedTuple):
    """Positions and the targets for a net, as NumPy arrays. Everything is from the point of view of the side to act.

    ``planes`` [N, C, H, W] are bytes, in which 127 means 1. ``legal`` [N, A] is 0 or 1. ``policy`` [N, A] sums to 1;
    for a position without a target it is all zeros. ``value`` [N] is from -1 to 1. ``owner`` [N, H, W] is 0 for empty,
    1 for own, 2 for the opponent's, -1 for unknown. ``reply`` [N] is the number of the step that follows this one, or
    -1. ``left`` [N] is the number of steps left in the game. ``weights`` [N, A] are the logarithms of the hand-made
    evaluator's weights of the legal steps, or 0 if the net judges them alone.
    """

    planes: Any
    legal: Any
    policy: Any
    value: Any
    owner: Any
    reply: Any
    left: Any
    weights: Any


@dataclass(frozen=True)
class FitSettings:
    """How to fit. The learning rate rises from 0 during the first ``warmup`` steps.

    Nets are made from a running average of the parameters; ``average`` is its decay. ``value``, ``owner``, ``reply``
    and ``left`` are the weights of these losses; the loss of the policy has weight 1. ``net_weights`` is the net's
    share in the policy, as in the engine; the hand-made evaluator has the rest.
    """

    rate: float = 2e-3
    warmup: int = 200
    decay: float = 1e-4
    longest_gradient: float = 1.0
    average: float = 0.998
    value: float = 1.0
    owner: float = 0.15
    reply: float = 0.15
    left: float = 0.05
    net_weights: float = 1.0


class _Counts(NamedTuple):
    """The denominators of the mean losses: positions, positions with a policy, positions with a reply, cells with an
    owner."""

    positions: Any
    policy: Any
    reply: Any
    owner: Any


def _counted(batch: Batch) -> _Counts:
    return _Counts(
        positions=len(batch.value),
        policy=(batch.policy.sum(1) > 0).sum(),
        reply=(batch.reply >= 0).sum(),
        owner=(batch.owner >= 0).sum(),
    )


def losses(
    said: Judgement, batch: Batch, counts: _Counts | None = None, *, net_weights: float = 1.0
) -> dict[str, Array]:
    """The mean losses by name. ``error`` is the mean absolute error of the value; it is reported but not fitted.

    ``net_weights`` is the net's share in the policy. If ``counts`` are those of a larger batch, the results are these
    positions' share of its losses.
    """
    counts = counts or _counted(batch)
    chance = (1 + batch.value) / 2
    logit = 2 * said.value
    value = jax.nn.softplus(logit) - chance * logit
    known = batch.policy.sum(1)
    policy = net_weights * said.policy + (1 - net_weights) * batch.weights
    shares = jax.nn.log_softmax(jnp.where(batch.legal > 0, policy, IMPOSSIBLE))
    gap = jnp.where(batch.policy > 0, batch.policy * (jnp.log(jnp.maximum(batch.policy, 1e-30)) - shares), 0)
    reply = jnp.maximum(batch.reply, 0)[:, None]
    replied = -jnp.take_along_axis(jax.nn.log_softmax(said.reply), reply, 1)[:, 0]
    owner = jnp.maximum(batch.owner, 0).astype(jnp.int32)[..., None]
    owned = -jnp.take_along_axis(jax.nn.log_softmax(said.owner), owner, -1)[..., 0]
    left = optax.losses.huber_loss(said.left, jnp.log1p(batch.left))
    return {
        "policy": _mean(gap.sum(1), known > 0, counts.policy),
        "value": jnp.sum(value) / counts.positions,
        "owner": _mean(owned, batch.owner >= 0, counts.owner),
        "reply": _mean(replied, batch.reply >= 0, counts.reply),
        "left": jnp.sum(left) / counts.positions,
        "error": jnp.sum(jnp.abs(jnp.tanh(said.value) - batch.value)) / counts.positions,
    }


def _mean(numbers: Array, counts: Array, count: Any) -> Array:
    return jnp.sum(jnp.where(counts, numbers, 0)) / jnp.maximum(count, 1)


class Learner:
    """A net in training: its parameters, their running ``average``, the optimiser, and ``steps`` done so far."""

    def __init__(self, shape: NetShape, settings: FitSettings, seed: int = 0) -> None:
        self.shape = shape
        self.settings = settings
        self.params: Params = initial(shape, seed)
        self.average: Params = {name: jnp.copy(numbers) for name, numbers in self.params.items()}
        self.steps = 0
        self._optimiser_state = _optimiser(settings).init(self.params)

    def begin_with(self, params: Mapping[str, Any]) -> None:
        """Replace parameters before the first step. Parameters that are not given keep their values.

        Raises SearchError if a parameter has the wrong shape.
        """
        for name, numbers in self.params.items():
            if name in params and params[name].shape != numbers.shape:
                raise SearchError(f"{name} has the shape {params[name].shape}; expected {numbers.shape}")
        self.params |= {name: jnp.array(params[name]) for name in self.params if name in params}
        self.average = {name: jnp.copy(numbers) for name, numbers in self.params.items()}

    def step(self, batch: Batch, rate: float = 1.0) -> dict[str, Array]:
        """Fit one batch and return its ``losses`` before the step. The code is compiled once for each board size.

        ``rate`` is a factor for the learning rate of the settings.
        """
        counts = _counted(batch)
        pieces = [_gradient(self.shape, self.settings, self.params, piece, counts) for piece in _pieces(batch, PIECE)]
        found: dict[str, Array]
        found, gradient = pieces[0] if len(pieces) == 1 else _summed(pieces)
        fitted = (self.params, self.average, self._optimiser_state)
        (self.params, self.average, self._optimiser_state) = _apply(
            self.settings, fitted, gradient, self.steps, jnp.float32(rate)
        )
        self.steps += 1
        return found

    def measure(self, batch: Batch) -> dict[str, float]:
        """The losses of the averaged net on a batch, without fitting it."""
        return {
            name: float(loss)
            for name, loss in _measure(self.shape, self.settings.net_weights, self.average, batch).items()
        }

    def save(self, path: Path, more: Mapping[str, Any] = {}) -> None:
        """Write the whole state, and ``more`` (any JSON), to one ``.npz`` file.

        The file is replaced in one step: even after a crash it is either the old file or the complete new one.
        """
        about = {
            "shape": asdict(self.shape),
            "settings": asdict(self.settings),
            "steps": self.steps,
            "more": dict(more),
        }
        arrays: dict[str, Any] = {"about": np.frombuffer(json.dumps(about).encode(), np.uint8)}
        arrays |= {f"params/{name}": np.asarray(numbers) for name, numbers in self.params.items()}
        arrays |= {f"average/{name}": np.asarray(numbers) for name, numbers in self.average.items()}
        leaves = jax.tree.leaves(self._optimiser_state)
        arrays |= {f"optimiser/{number}": np.asarray(leaf) for number, leaf in enumerate(leaves)}
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        with draft.open("wb") as file:
            np.savez(file, **arrays)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)

    @classmethod
    def load(cls, path: Path) -> tuple[Self, dict[str, Any]]:
        """The learner in a file, and the ``more`` that was saved with it. Raises SearchError if the file has no such
        state."""
        try:
            with path.open("rb") as content, np.load(content, allow_pickle=False) as file:
                arrays = {name: file[name] for name in file.files}
            about = json.loads(arrays["about"].tobytes())
            shape = about["shape"]
            shape |= {"taps": tuple(map(tuple, shape["taps"])), "pooled": tuple(shape["pooled"])}
            learner = cls(NetShape(**shape), FitSettings(**about["settings"]))
            learner._take(arrays)
            learner.steps = int(about["steps"])
            return learner, about["more"]
        except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
            raise SearchError(f"{path} is damaged, or is not a saved training run: {error}") from None

    def _take(self, arrays: Mapping[str, Any]) -> None:
        for name, numbers in self.params.items():
            for group in ("params", "average"):
                if arrays[f"{group}/{name}"].shape != numbers.shape:
                    raise ValueError(f"{group}/{name} has the wrong shape")
        self.average = {name: jnp.asarray(arrays[f"average/{name}"]) for name in self.params}
        self.params = {name: jnp.asarray(arrays[f"params/{name}"]) for name in self.params}
        leaves, structure = jax.tree.flatten(self._optimiser_state)
        restored = [jnp.asarray(arrays[f"optimiser/{number}"], leaf.dtype) for number, leaf in enumerate(leaves)]
        if any(new.shape != leaf.shape for new, leaf in zip(restored, leaves, strict=True)):
            raise ValueError("the optimiser's numbers have the wrong shape")
        self._optimiser_state = jax.tree.unflatten(structure, restored)


@cache  # the compiled step is specific to one optimiser
def _optimiser(settings: FitSettings) -> optax.GradientTransformation:
    return optax.chain(
        optax.clip_by_global_norm(settings.longest_gradient),
        optax.adamw(
            optax.linear_schedule(0.0, settings.rate, max(1, settings.warmup)),
            weight_decay=settings.decay,
            mask=lambda params: {name: name.endswith(".weight") for name in params},
        ),
    )


def _pieces(batch: Batch, size: int) -> list[Batch]:
    if jax.default_backend() != "cpu":
        return [batch]
    return [Batch(*(part[start : start + size] for part in batch)) for start in range(0, len(batch.value), size)]


_Piece = tuple[dict[str, Array], Params]


@partial(jax.jit, static_argnums=(0, 1))
def _gradient(shape: NetShape, settings: FitSettings, params: Params, piece: Batch, counts: _Counts) -> _Piece:
    def weighed(params: Params) -> tuple[Array, dict[str, Array]]:
        found = losses(judge(params, shape, as_input(piece.planes)), piece, counts, net_weights=settings.net_weights)
        weights = {"policy": 1.0, **{name: getattr(settings, name) for name in ("value", "owner", "reply", "left")}}
        return sum((weight * found[name] for name, weight in weights.items()), jnp.zeros(())), found

    (_, found), gradient = jax.value_and_grad(weighed, has_aux=True)(params)
    return found, gradient


@jax.jit
def _summed(pieces: list[_Piece]) -> _Piece:
    total: _Piece = jax.tree.map(lambda *parts: sum(parts), *pieces)
    return total


_Fitted = tuple[Params, Params, optax.OptState]


@partial(jax.jit, static_argnums=0, donate_argnums=1)
def _apply(settings: FitSettings, fitted: _Fitted, gradient: Params, steps: Array, rate: Array) -> _Fitted:
    params, average, state = fitted
    updates, state = _optimiser(settings).update(gradient, state, params)
    params = optax.apply_updates(params, jax.tree.map(lambda update: rate * update, updates))
    keep = jnp.minimum(settings.average, (1 + steps) / (10 + steps))
    average = jax.tree.map(lambda old, new: keep * old + (1 - keep) * new, average, params)
    return params, average, state


@partial(jax.jit, static_argnums=0)
def _measure(shape: NetShape, net_weights: float, params: Params, batch: Batch) -> dict[str, Array]:
    return losses(judge(params, shape, as_input(batch.planes)), batch, net_weights=net_weights)
