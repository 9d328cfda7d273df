"""Shared by the drawing tests: positions of every game, and a PNG reader."""

import random
from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image

import isthmus
from isthmus import Position
from isthmus.games import games

Pixel = tuple[int, int, int, int]


class Picture:
    """A decoded PNG picture: its size, and its pixels as red, green, blue and alpha."""

    def __init__(self, data: bytes) -> None:
        assert data.startswith(b"\x89PNG")
        picture = Image.open(BytesIO(data)).convert("RGBA")
        self.width, self.height = picture.size
        self._pixels, self._greys = picture.load(), picture.convert("L").load()

    def pixel(self, x: float, y: float) -> Pixel:
        return self._pixels[int(x), int(y)]

    def grey(self, x: float, y: float) -> float:
        """The lightness of a pixel, 0 to 255."""
        return self._greys[int(x), int(y)]


@pytest.fixture(scope="session")
def read_png() -> Callable[[bytes], Picture]:
    return Picture


def random_position(name: str, steps: int, seed: int = 5) -> Position:
    """A position some random steps into a game, with passes only if nothing else is legal."""
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
