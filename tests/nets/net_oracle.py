"""A slow and plain implementation of the nets of docs/design/0021-learned-evaluators.md, with which the kernels must
agree bit for bit. Also nets with random weights.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
SEVEN = [(0, 0), (-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)]
NINE = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1)]
LANES = 16
ZERO, ONE = np.float32(0), np.float32(1)
INPUT_UNIT = ONE / np.float32(127)


@dataclass
class OracleNet:
    """An architecture and its tensors."""

    shape: dict[str, Any]
    tensors: dict[str, NDArray[Any]] = field(default_factory=dict)

    def evaluate(self, planes: NDArray[np.uint8], inside: NDArray[np.uint8], exact: bool) -> tuple[float, list[float]]:
        """Value and policy of a position: planes [planes, rows, columns], a board [rows, columns]."""
        x, _ = self.trunk(planes, inside, exact)
        unit = ONE if exact else self.tensors["activations"][-1]
        weights = self.tensors["policy.weight"] * unit
        policy = np.zeros((len(weights), *inside.shape), np.float32)
        for plane, row in enumerate(weights):
            policy[plane] = np.where(inside, _product(x, row) + self.tensors["policy.bias"][plane], 0)
        pooled = _pool(x, inside, unit)
        extras = self._dense("extras", pooled)
        hidden = np.maximum(self._dense("value1", pooled), 0)
        value = np.float32(np.tanh(np.float64(self._dense("value2", hidden)[0])))
        return float(value), [*map(float, policy.ravel()), *map(float, extras)]

    def trunk(self, planes: NDArray[np.uint8], inside: NDArray[np.uint8], exact: bool) -> tuple[Floats, list[float]]:
        """The result of the last block [rows, columns, channels], and the greatest value of each layer."""
        x = np.where(inside, planes, 0).transpose(1, 2, 0).astype(np.float32)
        if exact:
            x /= np.float32(127)
        units = np.ones(1 + 2 * self.shape["blocks"], np.float32) if exact else self.tensors["activations"]
        x = self._convolve("stem", x, inside, (INPUT_UNIT, units[0]), exact)
        greatest = [float(x.max())]
        for block, pools in enumerate(self.shape["pooled"]):
            name, (unit, middle, to) = f"block{block}", units[2 * block : 2 * block + 3]
            pooled = np.zeros(self.shape["channels"], np.float32)
            if pools:
                pooled = self._dense(f"{name}.pool", _pool(x, inside, unit))
            h = self._convolve(f"{name}.first", x, inside, (unit, middle), exact, pooled=pooled)
            x = self._convolve(f"{name}.second", h, inside, (middle, to), exact, added=x * (unit / to))
            greatest += [float(h.max()), float(x.max())]
        return x, greatest

    def _convolve(
        self,
        name: str,
        x: Floats,
        inside: NDArray[np.uint8],
        units: tuple[np.float32, np.float32],
        exact: bool,
        pooled: Floats | np.float32 = ZERO,
        added: Floats | np.float32 = ZERO,
    ) -> Floats:
        bias = self.tensors[f"{name}.{'bias' if exact else 'offset'}"] + pooled
        if exact:
            out = _sums(x, self.tensors[f"{name}.weight"], self.shape["taps"]) + bias
        else:
            whole = _whole_sums(x, self.tensors[f"{name}.quantised"], self.shape["taps"])
            assert abs(whole).max() < 2**31
            out = whole.astype(np.float32) * (units[0] * self.tensors[f"{name}.unit"] / units[1])
            out += bias / units[1]
        out += added
        out = np.maximum(out, 0) if exact else np.clip(np.rint(out), 0, 127)
        assert out.dtype == np.float32
        return np.where(inside[:, :, None], out, np.float32(0))

    def _dense(self, name: str, x: Floats) -> Floats:
        out = np.zeros(len(self.tensors[f"{name}.weight"]), np.float32)
        for i, number in enumerate(x):
            out += self.tensors[f"{name}.weight"][:, i] * number
        return out + self.tensors[f"{name}.bias"] if f"{name}.bias" in self.tensors else out


def _seen(x: NDArray[Any], tap: tuple[int, int]) -> NDArray[Any]:
    """What each place sees at a tap."""
    reach = max(abs(tap[0]), abs(tap[1]))
    wide = np.pad(x, ((reach, reach), (reach, reach), (0, 0)))
    rows, columns, _ = x.shape
    return wide[reach + tap[0] : reach + tap[0] + rows, reach + tap[1] : reach + tap[1] + columns]


def _whole_sums(x: Floats, weights: NDArray[np.int8], taps: list[tuple[int, int]]) -> NDArray[np.int64]:
    return sum(_seen(x.astype(np.int64), tap) @ weights[:, i].T.astype(np.int64) for i, tap in enumerate(taps))


def _sums(x: Floats, weights: Floats, taps: list[tuple[int, int]]) -> Floats:
    """In the order of the taps, then of the inputs."""
    out = np.zeros((*x.shape[:2], len(weights)), np.float32)
    for i, tap in enumerate(taps):
        seen = _seen(x, tap)
        for channel in range(x.shape[2]):
            out += seen[:, :, channel, None] * weights[:, i, channel]
    return out


def _product(x: Floats, row: Floats) -> Floats:
    """At each place: 16 sums, then halves together."""
    sums = np.zeros((*x.shape[:2], LANES), np.float32)
    for channel in range(0, len(row), LANES):
        sums += x[:, :, channel : channel + LANES] * row[channel : channel + LANES]
    while sums.shape[2] > 1:
        half = sums.shape[2] // 2
        sums = sums[:, :, :half] + sums[:, :, half:]
    return sums[:, :, 0]


def _pool(x: Floats, inside: NDArray[np.uint8], unit: np.float32) -> Floats:
    """Mean and greatest value of each channel over the board; sums go row by row."""
    cells = x[inside.astype(bool)]
    total = np.zeros(x.shape[2], np.float32)
    for cell in cells:
        total += cell
    return np.concatenate([total / np.float32(len(cells)) * unit, cells.max(axis=0) * unit]).astype(np.float32)


def random_net(rng: np.random.Generator, **shape: Any) -> OracleNet:
    """A net of random weights, quantised for random positions on a small board."""
    usual = {"planes": 9, "channels": 16, "blocks": 2, "policy_planes": 1, "value_hidden": 8, "taps": SEVEN}
    shape = {**usual, **shape}
    shape.setdefault("pooled", [block % 2 == 1 for block in range(shape["blocks"])])
    planes, channels, hidden, taps = shape["planes"], shape["channels"], shape["value_hidden"], len(shape["taps"])
    sizes = {"stem": (channels, taps, planes)}
    for block, pools in enumerate(shape["pooled"]):
        sizes |= {f"block{block}.{name}": (channels, taps, channels) for name in ("first", "second")}
        if pools:
            sizes[f"block{block}.pool"] = (channels, 2 * channels)
    convolutions = [name for name, size in sizes.items() if len(size) == 3]
    sizes |= {"policy": (shape["policy_planes"], channels), "extras": (2, 2 * channels)}
    sizes |= {"value1": (hidden, 2 * channels), "value2": (1, hidden)}
    net = OracleNet(shape)
    for name, size in sizes.items():
        spread = 1 / np.sqrt(np.prod(size[1:]))
        net.tensors[f"{name}.weight"] = rng.normal(0, spread, size).astype(np.float32)
        if not name.endswith(".pool"):
            net.tensors[f"{name}.bias"] = rng.normal(0, 0.1, size[0]).astype(np.float32)
    for name in convolutions:
        weights = net.tensors[f"{name}.weight"]
        unit = (abs(weights).max(axis=(1, 2)) / 127).astype(np.float32)
        net.tensors[f"{name}.unit"] = unit
        net.tensors[f"{name}.quantised"] = np.rint(weights / unit[:, None, None]).astype(np.int8)
        net.tensors[f"{name}.offset"] = net.tensors[f"{name}.bias"] + unit * np.float32(0.5)
    _, greatest = net.trunk(random_planes(rng, planes, np.ones((5, 6), np.uint8)), np.ones((5, 6), np.uint8), True)
    net.tensors["activations"] = np.array([max(0.01, 0.8 * most) / 127 for most in greatest], np.float32)
    return net


def random_planes(rng: np.random.Generator, planes: int, inside: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Marks and constants, nothing outside the board."""
    marks = rng.integers(0, 2, (planes, *inside.shape)) * 127
    marks[-1] = rng.integers(0, 128)
    return (marks * inside).astype(np.uint8)


def random_board(rng: np.random.Generator, rows: int, columns: int, holes: float = 0) -> NDArray[np.uint8]:
    """A board without a share of the rectangle's places. Its first place is on the board."""
    inside = (rng.random((rows, columns)) >= holes).astype(np.uint8)
    inside[0, 0] = 1
    return inside
