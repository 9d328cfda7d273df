"""Quantising: the oracle in floats equals the model, 8 bits lose little, and sums are exact."""

import functools
from pathlib import Path

import numpy as np
from net_samples import SHAPE, some_batch

from isthmus.engine.net_file import NetFile, read_net, write_net
from isthmus.learn.fit import FitSettings, Learner
from isthmus.learn.model import as_input, judge
from isthmus.learn.quantise import _sums, _trunk, _trunk_in_8_bits, cost, evaluate, quantised


@functools.cache
def fitted() -> Learner:
    learner = Learner(SHAPE, FitSettings(rate=5e-3, warmup=10, average=0.9))
    for step in range(60):
        learner.step(some_batch(step))
    return learner


def test_quantising_costs_little_and_survives_the_file(tmp_path: Path) -> None:
    params, batch = fitted().average, some_batch(1000, 256)
    tensors = quantised(params, SHAPE, batch.planes)
    values, policies = evaluate(tensors, SHAPE, batch.planes, exact=True)
    said = judge(params, SHAPE, as_input(batch.planes))
    np.testing.assert_allclose(values, np.tanh(said.value), atol=1e-4)
    np.testing.assert_allclose(policies, said.policy, atol=1e-3)
    other = some_batch(1001, 256)
    price = cost(tensors, SHAPE, other.planes, other.legal)
    assert 0 < price.policy < 0.01
    assert 0 < price.value < 0.02
    write_net(tmp_path / "some.net", NetFile("hex", SHAPE, ("a", "b", "c", "d"), tensors))
    again = {name: np.asarray(view) for name, view in read_net(tmp_path / "some.net").tensors.items()}
    for exact in (True, False):
        for one, other_one in zip(
            evaluate(tensors, SHAPE, batch.planes, exact=exact),
            evaluate(again, SHAPE, batch.planes, exact=exact),
            strict=True,
        ):
            assert np.array_equal(one, other_one)


def test_offsets_keep_the_means_of_channels() -> None:
    params, batch, other = fitted().average, some_batch(1000, 256), some_batch(1001, 256)
    tensors = quantised(params, SHAPE, batch.planes)
    uncorrected = tensors | {f"{name}.offset": tensors[f"{name}.bias"] for name in SHAPE.convolutions()}
    exact, corrected, plain = (
        out.mean((0, 1, 2))
        for out in (
            _trunk(tensors, SHAPE, other.planes),
            _trunk_in_8_bits(tensors, SHAPE, other.planes),
            _trunk_in_8_bits(uncorrected, SHAPE, other.planes),
        )
    )
    assert abs(corrected - exact).sum() < 0.5 * abs(plain - exact).sum()


def test_sums_in_floats_are_those_of_whole_numbers() -> None:
    random = np.random.default_rng(0)
    x = random.integers(0, 128, (2, 6, 6, 48))
    weight = random.choice([-127, 127], (16, len(SHAPE.taps), 48))
    padded = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    exact = sum(
        padded[:, 1 + row : 7 + row, 1 + column : 7 + column] @ weight[:, tap].T
        for tap, (row, column) in enumerate(SHAPE.taps)
    )
    assert np.array_equal(_sums(x.astype(np.float32), weight.astype(np.float32), SHAPE), exact)


def test_weights_use_the_whole_range_and_never_its_last_number() -> None:
    tensors = quantised(fitted().params, SHAPE, some_batch().planes)
    for name in SHAPE.convolutions():
        numbers = tensors[f"{name}.quantised"].astype(int)
        assert (abs(numbers).max((1, 2)) == 127).all()
        error = abs(numbers * tensors[f"{name}.unit"][:, None, None] - tensors[f"{name}.weight"])
        assert (error <= tensors[f"{name}.unit"][:, None, None] * 0.5001).all()
