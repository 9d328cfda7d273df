"""The model in JAX agrees with a slow oracle of the design note, and ignores cells outside the board."""

from collections.abc import Mapping

import jax
import numpy as np
from net_samples import SHAPE, some_batch

from isthmus.engine.net_file import tensor_shapes
from isthmus.learn.model import AUXILIARY, Judgement, as_input, initial, judge


def judged(params: Mapping[str, np.ndarray], planes: jax.Array) -> Judgement:
    return jax.jit(judge, static_argnums=1)(params, SHAPE, planes)


def shaken(seed: int = 0) -> dict[str, np.ndarray]:
    """Parameters without zeros."""
    random = np.random.default_rng(seed)
    return {
        name: np.asarray(numbers + random.normal(0, 0.1, numbers.shape), np.float32)
        for name, numbers in initial(SHAPE, seed).items()
    }


def convolved(x: np.ndarray, weight: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """One position [H, W, C], cell by cell, following the note."""
    height, width, _ = x.shape
    out = np.zeros((height, width, len(weight)))
    for row in range(height):
        for column in range(width):
            out[row, column] = bias
            for tap, (down, right) in enumerate(SHAPE.taps):
                if 0 <= row + down < height and 0 <= column + right < width:
                    out[row, column] += weight[:, tap] @ x[row + down, column + right]
    return out


def by_hand(params: dict[str, np.ndarray], planes: np.ndarray) -> tuple[float, np.ndarray]:
    """Value before its tanh, and policy, of one position [C, H, W] with ones as 1."""
    inside = planes[2][..., None]

    def layer(name: str, x: np.ndarray) -> np.ndarray:
        return convolved(x, params[f"{name}.weight"], params[f"{name}.bias"])

    def pooled(x: np.ndarray) -> np.ndarray:
        cells = x[inside[..., 0] > 0]
        return np.concatenate([cells.mean(0), cells.max(0)])

    def head(name: str, x: np.ndarray) -> np.ndarray:
        return x @ params[f"{name}.weight"].T + params[f"{name}.bias"]

    x = np.maximum(layer("stem", planes.transpose(1, 2, 0)), 0) * inside
    for block in range(SHAPE.blocks):
        h = layer(f"block{block}.first", x)
        if SHAPE.pooled[block]:
            h = h + params[f"block{block}.pool.weight"] @ pooled(x)
        h = np.maximum(h, 0) * inside
        x = np.maximum(x + layer(f"block{block}.second", h), 0) * inside
    value = head("value2", np.maximum(head("value1", pooled(x)), 0))[0]
    return value, np.concatenate([head("policy", x)[..., 0].ravel(), head("extras", pooled(x))])


def test_the_model_is_that_of_the_note() -> None:
    params, planes = shaken(), some_batch(count=3).planes
    said = judged(params, as_input(planes))
    for number, position in enumerate(planes):
        value, policy = by_hand(params, position / 127)
        np.testing.assert_allclose(said.value[number], value, atol=1e-5)
        np.testing.assert_allclose(said.policy[number], policy, atol=1e-5)


def test_parameters_are_those_of_the_file_and_the_auxiliary_heads() -> None:
    params = {name: tuple(numbers.shape) for name, numbers in initial(SHAPE, 0).items()}
    of_file = {
        name: lengths for name, (_, lengths) in tensor_shapes(SHAPE).items() if name.endswith((".weight", ".bias"))
    }
    assert {name: lengths for name, lengths in params.items() if not name.startswith(AUXILIARY)} == of_file


def test_blocks_begin_as_the_identity() -> None:
    params, x = initial(SHAPE, 1), as_input(some_batch().planes)
    without = judged({**params, "block0.first.weight": 0 * params["block0.first.weight"]}, x)
    assert np.array_equal(judged(params, x).policy, without.policy)


def test_cells_outside_the_board_do_not_matter() -> None:
    """The same board in a larger rectangle is judged the same."""
    params, planes = shaken(2), some_batch(count=4).planes
    wider = np.pad(planes, ((0, 0), (0, 0), (0, 3), (0, 2)))
    said, said_wider = (judged(params, as_input(some)) for some in (planes, wider))
    np.testing.assert_allclose(said.value, said_wider.value, atol=1e-5)
    both = (said.policy[:, :36].reshape(4, 6, 6), said_wider.policy[:, :72].reshape(4, 9, 8)[:, :6, :6])
    np.testing.assert_allclose(*both, atol=1e-5)


def test_gradients_reach_every_parameter() -> None:
    params = shaken(3)

    def total(params: Mapping[str, jax.Array]) -> jax.Array:
        return sum(abs(part).sum() for part in judged(params, as_input(some_batch().planes)))

    gradient = jax.jit(jax.grad(total))(params)
    assert all(np.any(np.asarray(numbers)) for numbers in gradient.values())
