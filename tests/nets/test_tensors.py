"""A net that does not fit its shape is refused, and the error says where."""

from typing import Any

import numpy as np
import pytest
from net_oracle import random_net, random_planes

from isthmus import _native


def made(shape: dict[str, Any] | None = None, tensors: dict[str, Any] | None = None, **options: Any) -> _native.Net:
    """A small net with some parts replaced, or left out if None."""
    net = random_net(np.random.default_rng(0))
    parts = [{**net.shape, **(shape or {})}, {**net.tensors, **(tensors or {})}]
    return _native.Net(
        *({name: part for name, part in whole.items() if part is not None} for whole in parts), **options
    )


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        ({"channels": 24}, "multiple of 16"),
        ({"channels": 0}, "channels is 0, expected 16 to 256"),
        ({"channels": 512}, "channels is 512"),
        ({"planes": 0}, "planes is 0"),
        ({"taps": []}, "number of taps is 0"),
        ({"taps": [(0, 0)] * 2}, "a tap is listed twice"),
        ({"taps": [(0, 9)]}, "column of a tap is 9"),
        ({"pooled": [True]}, "one truth value per block"),
        ({"blocks": -1}, "blocks is -1"),
        ({"value_hidden": 0}, "value_hidden is 0"),
        ({"policy_planes": 0}, "policy_planes is 0"),
    ],
)
def test_shapes_that_no_net_has(shape: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        made(shape)


def test_a_shape_must_say_everything() -> None:
    with pytest.raises(KeyError, match="taps"):
        made({"taps": None})
    with pytest.raises(TypeError, match="channels"):
        made({"channels": "many"})


@pytest.mark.parametrize(
    ("name", "tensor", "said"),
    [
        ("block1.pool.weight", None, "no tensor is called block1.pool.weight"),
        ("stem.quantised", bytes(5), "stem.quantised has 5 bytes, expected 1008"),
        ("stem.quantised", np.full(1008, -128, np.int8), "stem.quantised is -128"),
        ("policy.bias", np.zeros(2, np.float32), "policy.bias has 8 bytes, expected 4"),
        ("value2.bias", np.array([np.nan], np.float32), "value2.bias is not finite"),
        ("activations", np.zeros(5, np.float32), "a unit of the tensor activations is 0"),
        ("activations", np.full(5, 1e-30, np.float32), "units of stem are too far apart"),
        ("block0.first.unit", np.full(16, -1, np.float32), "block0.first.unit is negative"),
    ],
)
def test_tensors_that_do_not_fit(name: str, tensor: object, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        made(tensors={name: tensor})


@pytest.mark.parametrize("wrong", [{5: b""}, {"stem.weight": 5}])
def test_a_refused_net_gives_back_the_bytes_of_its_tensors(wrong: dict[Any, Any]) -> None:
    net = random_net(np.random.default_rng(0))
    lent = bytearray(8)
    with pytest.raises((TypeError, RuntimeError)):
        _native.Net(net.shape, {"lent": lent, **wrong})
    lent.append(0)  # BufferError while something has the bytes


def test_each_arithmetic_needs_its_tensors_alone() -> None:
    whole = ["stem.quantised", "block0.first.unit", "stem.offset", "activations"]
    assert made(tensors=dict.fromkeys(whole), exact=True).kernel
    assert made(tensors={"stem.weight": None, "stem.bias": None, "block1.second.weight": None}).kernel
    with pytest.raises(ValueError, match=r"no tensor is called stem\.weight"):
        made(tensors={"stem.weight": None}, exact=True)


def test_a_kernel_that_this_machine_lacks() -> None:
    with pytest.raises(ValueError, match=r"no kernel abacus; it has .*scalar"):
        made(kernel="abacus")


def test_tensors_are_bytes() -> None:
    net = random_net(np.random.default_rng(0))
    inside = np.ones((3, 3), np.uint8)
    planes = random_planes(np.random.default_rng(1), 9, inside)[None]
    plain = _native.Net(net.shape, {name: tensor.tobytes() for name, tensor in net.tensors.items()})
    shaped = memoryview(planes.tobytes()).cast("B", planes.shape), memoryview(inside.tobytes()).cast("B", (3, 3))
    assert plain.evaluate(*shaped) == made().evaluate(planes, inside)
    with pytest.raises(TypeError):
        made(tensors={"stem.bias": 5})


def test_positions_must_fit_the_net() -> None:
    net, inside = made(), np.ones((3, 4), np.uint8)
    with pytest.raises(ValueError, match="planes: expected"):
        net.evaluate(np.zeros((1, 8, 3, 4), np.uint8), inside)
    with pytest.raises(ValueError, match="planes: expected"):
        net.evaluate(np.zeros((1, 9, 4, 3), np.uint8), inside)
    with pytest.raises(ValueError, match="0 to 127"):
        net.evaluate(np.full((1, 9, 3, 4), 128, np.uint8), inside)
    with pytest.raises(ValueError, match="the board has no fields"):
        net.evaluate(np.zeros((1, 9, 3, 4), np.uint8), np.zeros((3, 4), np.uint8))
    assert net.evaluate(np.zeros((0, 9, 3, 4), np.uint8), inside) == []
