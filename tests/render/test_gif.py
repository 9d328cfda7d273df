"""The animated picture: its frames, their time, the same colours in all of them."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

import isthmus
from isthmus import Position
from isthmus.record import Mark, Record
from isthmus.render import THEMES, DrawingError, Frame, Options, describe, to_gif

GAME = isthmus.game("hex", size=5, pie=0)
RECORD = Record.of_turns(GAME, ["a1", "b1", "c3", "b2", "e5"])
Colour = tuple[int, int, int]


def frames(data: bytes) -> list[Image.Image]:
    picture = Image.open(BytesIO(data))
    shown = []
    for number in range(picture.n_frames):
        picture.seek(number)
        shown.append(picture.convert("RGB"))
    return shown


def durations(data: bytes) -> list[int]:
    picture = Image.open(BytesIO(data))
    return [(picture.seek(number), picture.info["duration"])[1] for number in range(picture.n_frames)]


def at(name: str, frame: Image.Image, **options: Any) -> Colour:
    """The colour a little below the middle of a field."""
    wanted = Options(size=frame.width, **options)
    description = describe(GAME.start(), wanted)
    place = next(field.place for field in description.fields if field.name == name)
    x, y = Frame(description, wanted).at((place[0], place[1] + 0.08))
    return frame.getpixel((int(x), int(y)))


def grey(colour: Colour) -> float:
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]


def test_there_is_a_frame_for_the_beginning_and_each_turn() -> None:
    data = to_gif(RECORD, size=200)
    shown = frames(data)
    assert len(shown) == 6
    assert {frame.size for frame in shown} == {(200, Frame(describe(GAME.start()), Options(size=200)).height)}
    assert durations(data) == [1000] * 5 + [3000]
    assert Image.open(BytesIO(data)).info["loop"] == 0


def test_captions_are_beneath_the_board_and_change_with_the_turn() -> None:
    bare, shown = frames(to_gif(RECORD, size=200)), frames(to_gif(RECORD, size=200, captions=True))
    (height,) = {frame.height for frame in bare}
    assert {frame.height > height for frame in shown} == {True}
    assert len({frame.crop((0, height, *frame.size)).tobytes() for frame in shown}) == len(shown)
    assert [grey(at("a1", frame)) < 90 for frame in shown] == [grey(at("a1", frame)) < 90 for frame in bare]


def test_stones_come_one_after_the_other() -> None:
    shown = frames(to_gif(RECORD, size=400, marks=False))
    assert [grey(at("a1", frame)) < 90 for frame in shown] == [False, True, True, True, True, True]
    assert [grey(at("c3", frame)) < 90 for frame in shown] == [False, False, False, True, True, True]
    assert [grey(at("b2", frame)) > 215 for frame in shown] == [False, False, False, False, True, True]


def test_turns_delay_and_last_delay_are_as_asked() -> None:
    data = to_gif(RECORD, size=100, turns=(2, 4), delay=0.25, last_delay=0.5)
    assert durations(data) == [250, 250, 500]


def test_unchanged_parts_keep_their_colours() -> None:
    shown = frames(to_gif(RECORD, size=300))
    empty = ("a3", "d2", "e1", "c5")
    assert all(len({at(name, frame) for frame in shown}) == 1 for name in empty)


@pytest.mark.parametrize("theme", THEMES)
def test_the_last_turn_is_lit_in_its_own_colour(theme: str) -> None:
    frame = frames(to_gif(RECORD, size=400, theme=theme, turns=(3, 3)))[0]
    lit = tuple(bytes.fromhex(THEMES[theme].black.lit[1:]))
    assert max(abs(a - b) for a, b in zip(at("c3", frame), lit, strict=True)) <= 24


@pytest.mark.parametrize("theme", THEMES)
def test_the_corners_have_the_colour_of_the_page(theme: str) -> None:
    for frame in frames(to_gif(RECORD, size=100, theme=theme)):
        page = tuple(bytes.fromhex(THEMES[theme].page[1:]))
        assert max(abs(a - b) for a, b in zip(frame.getpixel((0, 0)), page, strict=True)) <= 8


def test_marks_of_the_record_are_shown_unless_marks_are_off() -> None:
    marked = RECORD.annotate(2, marks=(Mark("square", "d4"),))
    plain, shown = frames(to_gif(RECORD, size=300))[2], frames(to_gif(marked, size=300))[2]
    assert plain.tobytes() != shown.tobytes()
    assert to_gif(RECORD, size=100, marks=False) == to_gif(marked, size=100, marks=False)


def test_a_turn_that_changes_nothing_keeps_its_time() -> None:
    record = Record.of_turns(isthmus.game("hex", size=3, pie=1), ["b2", "take-white", "a1"])
    assert sum(durations(to_gif(record, size=100, delay=1, last_delay=2))) == 5000


def test_every_game_moves(middle: Position) -> None:
    positions = [middle.game.start(), middle]
    data = to_gif(positions, size=128)
    assert len(frames(data)) == 2


def test_it_is_written_where_asked_and_the_same_every_time(tmp_path: Path) -> None:
    data = to_gif(RECORD, tmp_path / "game.gif", size=64)
    assert (tmp_path / "game.gif").read_bytes() == data == to_gif(RECORD, size=64)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"delay": 0}, "delay: found 0, expected seconds, from 0.02 to 600"),
        ({"last_delay": "long"}, "last_delay: found"),
        ({"delay": True}, "found True"),
        ({"delay": float("nan")}, "found nan"),
        ({"size": 3}, "size is the width"),
        ({"theme": "pink"}, "no theme"),
        ({"turns": (0, 9)}, "from 0 to 5"),
        ({"speed": 1}, "no drawing option is called 'speed'"),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(DrawingError, match=message):
        to_gif(RECORD, **options)


@settings(max_examples=20)
@given(st.floats(0.02, 600), st.floats(0.02, 600), st.integers(0, 5), st.integers(0, 5))
def test_any_time_and_any_turns_are_kept(delay: float, last_delay: float, first: int, last: int) -> None:
    if first > last:
        first, last = last, first
    found = durations(to_gif(RECORD, size=64, turns=(first, last), delay=delay, last_delay=last_delay))
    # GIF counts hundredths of a second.
    assert found == pytest.approx([1000 * delay] * (last - first) + [1000 * last_delay], abs=10)
