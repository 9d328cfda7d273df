"""Every kernel of this machine agrees with the oracle bit for bit, in bytes and in floats."""

import net_oracle
import numpy as np
import pytest
from net_oracle import NINE, SEVEN, OracleNet, random_board, random_net, random_planes

from isthmus import _native

KERNELS = _native.net_kernels()
SHAPES = {
    "usual": {},
    "no blocks": {"blocks": 0},
    "nine taps": {"taps": NINE},
    "wide": {"channels": 32, "planes": 12, "value_hidden": 32},
    "three blocks of outputs": {"channels": 48, "planes": 5, "blocks": 1},
    "wider": {"channels": 64, "planes": 17, "blocks": 1, "taps": NINE, "pooled": [True]},
    "many policy planes": {"policy_planes": 7},
    "one tap": {"taps": [(0, 0)], "planes": 1},
    "far taps": {"taps": [(0, 0), (-2, 1), (2, -1), (0, 3)]},
    "all pooled": {"pooled": [True, True], "value_hidden": 33},
}
BOARDS = [(5, 5, 0.0), (1, 1, 0.0), (3, 8, 0.3), (11, 11, 0.0), (6, 4, 0.6)]


def test_there_is_a_kernel_for_any_machine() -> None:
    assert KERNELS[-1] == "scalar"
    net = random_net(np.random.default_rng(0))
    assert _native.Net(net.shape, net.tensors).kernel == KERNELS[0]


@pytest.mark.parametrize("exact", [False, True], ids=["bytes", "floats"])
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_kernels_agree_with_the_oracle(shape: dict[str, object], exact: bool) -> None:
    rng = np.random.default_rng(17)
    net = random_net(rng, **shape)
    kernels = [_native.Net(net.shape, net.tensors, exact, kernel) for kernel in KERNELS]
    for rows, columns, holes in BOARDS:
        inside = random_board(rng, rows, columns, holes)
        planes = np.array([random_planes(rng, net.shape["planes"], inside) for _ in range(2)])
        expected = [net.evaluate(position, inside, exact) for position in planes]
        for kernel in kernels:
            assert kernel.evaluate(planes, inside) == expected, (kernel.kernel, rows, columns)


@pytest.mark.parametrize("places", range(1, 34))
def test_any_number_of_places(places: int) -> None:
    rng = np.random.default_rng(places)
    net = random_net(rng, channels=32, blocks=1)
    inside = np.ones((1, places), np.uint8)
    planes = random_planes(rng, 9, inside)
    expected = [net.evaluate(planes, inside, False)]
    for kernel in KERNELS:
        assert _native.Net(net.shape, net.tensors, kernel=kernel).evaluate(planes[None], inside) == expected


def extreme(sign: int) -> OracleNet:
    """The greatest possible weights. With the greatest inputs all bytes are 127 or 0."""
    net = random_net(np.random.default_rng(1), channels=64, planes=64, taps=NINE, pooled=[True, True])
    for name, tensor in net.tensors.items():
        if name.endswith("quantised"):
            tensor[:] = sign * 127
    return net


@pytest.mark.parametrize("sign", [1, -1])
def test_the_greatest_sums_do_not_overflow(sign: int) -> None:
    net = extreme(sign)
    inside = np.ones((4, 4), np.uint8)
    planes = np.full((64, 4, 4), 127, np.uint8)
    x, _ = net.trunk(planes, inside, False)
    assert (x == (127 if sign > 0 else 0)).all()
    expected = [net.evaluate(planes, inside, False)]
    for kernel in KERNELS:
        assert _native.Net(net.shape, net.tensors, kernel=kernel).evaluate(planes[None], inside) == expected


def test_signs_that_alternate_do_not_saturate() -> None:
    net = extreme(1)
    for name, tensor in net.tensors.items():
        if name.endswith("quantised"):
            tensor[1::2] = -127
            tensor[::4, :, 2:] *= -1
    inside = np.ones((3, 5), np.uint8)
    planes = np.full((64, 3, 5), 127, np.uint8)
    expected = [net.evaluate(planes, inside, False)]
    for kernel in KERNELS:
        assert _native.Net(net.shape, net.tensors, kernel=kernel).evaluate(planes[None], inside) == expected


def test_halves_round_to_even() -> None:
    net = random_net(np.random.default_rng(2), planes=1, blocks=0, taps=[(0, 0)])
    net.tensors["stem.quantised"][:] = 1
    net.tensors["stem.offset"][:] = 0
    net.tensors["stem.unit"][:] = 1
    net.tensors["activations"][:] = 2 * net_oracle.INPUT_UNIT  # so a byte of the input counts a half
    inside = np.ones((8, 16), np.uint8)
    planes = np.arange(128, dtype=np.uint8).reshape(1, 8, 16)
    x, _ = net.trunk(planes, inside, False)
    assert list(x[0, :6, 0]) == [0, 0, 1, 2, 2, 2]
    expected = [net.evaluate(planes, inside, False)]
    for kernel in KERNELS:
        assert _native.Net(net.shape, net.tensors, kernel=kernel).evaluate(planes[None], inside) == expected


def test_bytes_are_near_floats() -> None:
    rng = np.random.default_rng(3)
    net = random_net(rng, channels=32, taps=SEVEN)
    for name in ("stem", *(f"block{block}.{half}" for block in range(2) for half in ("first", "second"))):
        net.tensors[f"{name}.offset"] = net.tensors[f"{name}.bias"]
    inside = np.ones((9, 9), np.uint8)
    planes = np.array([random_planes(rng, 9, inside) for _ in range(20)])
    rough = _native.Net(net.shape, net.tensors).evaluate(planes, inside)
    exact = _native.Net(net.shape, net.tensors, exact=True).evaluate(planes, inside)
    for (value, policy), (exact_value, exact_policy) in zip(rough, exact, strict=True):
        assert value == pytest.approx(exact_value, abs=0.1)
        assert np.corrcoef(policy, exact_policy)[0, 1] > 0.98


def test_fields_outside_the_board_do_not_count() -> None:
    rng = np.random.default_rng(4)
    net = random_net(rng)
    inside = random_board(rng, 7, 7, 0.4)
    planes = random_planes(rng, 9, inside)
    loud = np.where(inside, planes, 127).astype(np.uint8)
    for exact in (False, True):
        native = _native.Net(net.shape, net.tensors, exact)
        assert native.evaluate(loud[None], inside) == native.evaluate(planes[None], inside)


def test_a_position_does_not_depend_on_those_beside_it() -> None:
    rng = np.random.default_rng(5)
    net = random_net(rng)
    inside = random_board(rng, 6, 6)
    planes = np.array([random_planes(rng, 9, inside) for _ in range(70)])
    native = _native.Net(net.shape, net.tensors)
    together = native.evaluate(planes, inside)
    assert together == [native.evaluate(position[None], inside)[0] for position in planes]


def test_measuring_evaluates_and_says_how_long() -> None:
    net = random_net(np.random.default_rng(6))
    inside = np.ones((3, 3), np.uint8)
    planes = random_planes(np.random.default_rng(7), 9, inside)[None]
    assert 0 <= _native.Net(net.shape, net.tensors).measure(planes, inside, 3) < 60
