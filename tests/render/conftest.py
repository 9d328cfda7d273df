"""What the drawing tests share: positions of every game, and a reader for the PNG pictures that resvg writes."""

import random
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass

import pytest

import isthmus
from isthmus import Position
from isthmus.games import games

Pixel = tuple[int, int, int, int]


@dataclass(frozen=True)
class Picture:
    """A decoded picture: its size and its rows of (red, green, blue, alpha) bytes."""

    width: int
    height: int
    rows: list[bytes]

    def pixel(self, x: float, y: float) -> Pixel:
        row, at = self.rows[int(y)], 4 * int(x)
        return row[at], row[at + 1], row[at + 2], row[at + 3]

    def grey(self, x: float, y: float) -> float:
        """The lightness of a pixel, 0 to 255."""
        red, green, blue, _ = self.pixel(x, y)
        return 0.299 * red + 0.587 * green + 0.114 * blue


def decode(data: bytes) -> Picture:
    """Reads an 8-bit RGBA picture without interlacing (PNG specification, sections 5 and 9)."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed, header = 8, b"", b""
    while at < len(data):
        (length,), kind = struct.unpack(">I", data[at : at + 4]), data[at + 4 : at + 8]
        body = data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            header = body
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    width, height, depth, colours = struct.unpack(">IIBB", header[:10])
    assert (depth, colours) == (8, 6)
    raw, rows, before = zlib.decompress(packed), [], bytes(4 * width)
    for start in range(0, len(raw), 4 * width + 1):
        row = bytearray(raw[start + 1 : start + 4 * width + 1])
        unfilter(raw[start], row, before)
        rows.append(before := bytes(row))
    return Picture(width, height, rows)


def unfilter(kind: int, row: bytearray, above: bytes) -> None:
    for i in range(len(row)):
        left = row[i - 4] if i >= 4 else 0
        corner = above[i - 4] if i >= 4 else 0
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = above[i]
        elif kind == 3:
            guess = (left + above[i]) // 2
        elif kind == 4:
            target = left + above[i] - corner
            guess = min((left, above[i], corner), key=lambda value: abs(value - target))
        else:
            guess = 0
        row[i] = (row[i] + guess) % 256


@pytest.fixture(scope="session")
def read_png() -> Callable[[bytes], Picture]:
    return decode


def random_position(name: str, steps: int, seed: int = 5) -> Position:
    """A position some random steps into a game, without passes while there is anything else to do."""
    choose = random.Random(seed)
    position = isthmus.game(name).start()
    for _ in range(steps):
        legal = [step for step in position.steps() if step != "pass"] or position.steps()
        if not legal:
            break
        position = position.step(choose.choice(legal))
    return position


@pytest.fixture(scope="session", params=sorted(games()))
def opening(request: pytest.FixtureRequest) -> Position:
    return isthmus.game(request.param).start()


@pytest.fixture(scope="session", params=sorted(games()))
def middle(request: pytest.FixtureRequest) -> Position:
    return random_position(request.param, 31)


@pytest.fixture(scope="session", params=["bridgit", "hex", "network", "quadrant-hex", "trellis"])
def finished(request: pytest.FixtureRequest) -> Position:
    position = random_position(request.param, 2000)
    assert position.outcome is not None
    return position
