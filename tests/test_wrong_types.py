"""Public functions refuse values of the wrong type with a sentence: what was expected, and what was found."""

from collections.abc import Callable

import pytest

import isthmus
from isthmus import record, render

HEX = isthmus.game("hex", size=3, pie=0)
WRONG = [None, 3, [3], {}]

OF_A_POSITION: list[Callable[[object], object]] = [
    record.format_diagram,
    record.format_position,
    render.describe,
    render.to_png,
    render.to_svg,
    lambda value: isthmus.playouts(value, 1),
    lambda value: isthmus.search(value, simulations=1),
    isthmus.solve,
    lambda value: render.to_gif([value]),
    lambda value: render.number_turns([HEX.start(), value]),
]
OF_A_RECORD: list[Callable[[object], object]] = [
    record.format_record,
    record.format_sgf,
    record.format_share_link,
    record.format_turn_list,
    render.to_pdf,
    render.to_sheet,
    isthmus.review,
]
OF_A_TEXT: list[Callable[[object], object]] = [
    record.parse_diagram,
    record.parse_hexworld_link,
    record.parse_position,
    record.parse_record,
    record.parse_share_link,
    record.read_any,
    record.read_course_moves,
    record.read_games,
    lambda value: record.parse_turn_list(value, HEX),
    lambda value: record.read_board(value, HEX),
    lambda value: record.read_ascii_board(value, HEX),
    lambda value: record.read_board_string(value, HEX),
]


@pytest.mark.parametrize("value", [*WRONG, "x"])
@pytest.mark.parametrize("function", OF_A_POSITION)
def test_no_position(function: Callable[[object], object], value: object) -> None:
    with pytest.raises(
        isthmus.IsthmusError, match=r"^expected a position, such as isthmus\.game\('hex'\)\.start\(\); got "
    ):
        function(value)


@pytest.mark.parametrize("value", [*WRONG, "x"])
@pytest.mark.parametrize("function", OF_A_RECORD)
def test_no_record(function: Callable[[object], object], value: object) -> None:
    with pytest.raises(
        isthmus.IsthmusError, match=r"^expected a record, such as isthmus\.record\.read_record returns; got "
    ):
        function(value)


@pytest.mark.parametrize("value", [*WRONG, b"x"])
@pytest.mark.parametrize("function", OF_A_TEXT)
def test_no_text(function: Callable[[object], object], value: object) -> None:
    with pytest.raises(isthmus.NotationError, match=r"^expected text; got "):
        function(value)


@pytest.mark.parametrize(
    "function", [record.parse_turn_list, record.read_board, record.read_ascii_board, record.read_board_string]
)
def test_no_game(function: Callable[[str, object], object]) -> None:
    with pytest.raises(isthmus.NotationError, match=r"^expected a game; got 'hex'$"):
        function("a1", "hex")


@pytest.mark.parametrize("value", [None, 3, [], b"x"])
def test_no_path(value: object) -> None:
    with pytest.raises(isthmus.NotationError, match=r"^expected a path or the text of a record; got "):
        record.read_record(value)  # type: ignore[arg-type]


def test_no_bytes() -> None:
    with pytest.raises(isthmus.NotationError, match=r"^expected bytes; got 'x'$"):
        record.decode("x")  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [None, 3])
def test_nothing_to_show(value: object) -> None:
    with pytest.raises(isthmus.DrawingError, match=r"^expected a record or positions; got "):
        render.to_gif(value)  # type: ignore[arg-type]


def test_a_history_is_made_of_fingerprints() -> None:
    with pytest.raises(isthmus.PositionError, match=r"^history: expected fingerprints, .*; got \('x',\)$"):
        HEX.start().with_history("x")  # type: ignore[arg-type]
