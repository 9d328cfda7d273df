"""The PNG picture: its size, its colours at the stones, and shapes that distinguish the sides without colour."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import isthmus
from isthmus import Position
from isthmus.render import THEMES, Options, describe, to_png
from isthmus.render.drawing import RADIUS
from isthmus.render.frame import Frame

Reader = Callable[[bytes], Any]


@pytest.mark.parametrize("size", [120, 333])
def test_the_picture_has_the_size_that_was_asked_for(opening: Position, read_png: Reader, size: int) -> None:
    picture = read_png(to_png(opening, size=size))
    options = Options(size=size)
    assert (picture.width, picture.height) == (size, Frame(describe(opening, options), options).height)


@pytest.mark.parametrize("theme", THEMES)
def test_stones_have_their_colour_in_the_middle(middle: Position, read_png: Reader, theme: str) -> None:
    # A quarter of the radius from the middle: inside the engraved signs, on the body of the stone.
    options = Options(theme=theme, size=560, marks=False)
    description = describe(middle, options)
    frame, picture = Frame(description, options), read_png(to_png(middle, theme=theme, size=560, marks=False))
    assert description.stones
    off = 0 if middle.game.topology.lattice == "bridges" else 0.2 * RADIUS[description.lattice] * frame.scale
    for stone in description.stones:
        x, y = frame.at(stone.place)
        grey = picture.grey(x, y + off)
        assert grey < 110 if stone.side == "black" else grey > 190, stone


def test_the_sides_differ_in_shape_without_any_colour(read_png: Reader) -> None:
    position = isthmus.game("hex", size=3, pie=0).position(black=["a1"], white=["c3"])
    options = Options(size=900, marks=False)
    description = describe(position, options)
    frame, picture = Frame(description, options), read_png(to_png(position, size=900, marks=False))
    signs = {}
    for stone in description.stones:
        x, y = frame.at(stone.place)
        # On the diagonal, away from the middle, the sign differs most in lightness from the body.
        step = RADIUS["hex-cells"] * frame.scale * math.sqrt(0.5)
        greys = {part: picture.grey(x + part * step / 100, y + part * step / 100) for part in range(15, 60)}
        signs[stone.side] = max(greys, key=lambda part: abs(greys[part] - greys[15]))
    assert signs == {"black": pytest.approx(31, abs=6), "white": pytest.approx(43, abs=6)}


def test_the_outside_is_transparent(opening: Position, read_png: Reader) -> None:
    picture = read_png(to_png(opening, size=300))
    assert picture.pixel(0, 0)[3] == 0
    assert picture.pixel(picture.width // 2, picture.height // 2)[3] == 255


def test_labels_are_drawn_without_any_fonts(read_png: Reader) -> None:
    position = isthmus.game("network").start()
    with_labels = read_png(to_png(position, size=400))
    options = Options(size=400)
    description = describe(position, options)
    frame = Frame(description, options)
    label = next(label for label in description.labels if label.text == "1")
    x, y = frame.at(
        (
            label.anchor[0] + frame.label_distance * label.away[0],
            label.anchor[1] + frame.label_distance * label.away[1],
        )
    )
    near = [with_labels.grey(x + dx, y + dy) for dx in range(-6, 7) for dy in range(-6, 7)]
    assert max(near) - min(near) > 80


def test_the_picture_is_written_where_asked(tmp_path: Path) -> None:
    position = isthmus.game("hex", size=5).start()
    picture = to_png(position, tmp_path / "board.png", size=100)
    assert (tmp_path / "board.png").read_bytes() == picture


def test_the_same_position_gives_the_same_bytes() -> None:
    position = isthmus.game("trinidad").start()
    assert to_png(position, size=200) == to_png(position, size=200)
