import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import positions

import isthmus
from isthmus import IsthmusError, NotationError
from isthmus.record import (
    Record,
    format_diagram,
    format_position,
    format_record,
    read_any,
    read_ascii_board,
    read_board,
    read_board_string,
)

TRELLIS = isthmus.game("trellis")


@settings(max_examples=60)
@given(positions())
def test_text_diagrams_and_records_are_told_apart(position):
    record = Record(position.game, start=position)
    assert read_any(format_position(position)) == position
    assert read_any("\n" + format_diagram(position) + "\n") == position
    assert read_any("\n" + format_record(record)).start == position


@pytest.mark.parametrize(("text", "message"), [(" \n", "found nothing"), ("{", "line 1"), ("what?", "not a position")])
def test_what_is_none_of_them_is_refused(text, message):
    with pytest.raises(NotationError, match=message):
        read_any(text)


def test_turns_and_boards_that_name_no_game_need_one():
    assert read_any("1. c3 2. d4", TRELLIS.__class__(size=9, pie=0)).turns == ("c3", "d4")
    with pytest.raises(NotationError, match="a list of turns needs its game"):
        read_any("1. c3 2. d4")
    drawing = "  --- --- \n  ---V--- \n  --- --- \n"
    assert read_any(drawing, TRELLIS).stones("black") == ["b2"]
    with pytest.raises(NotationError, match="printed board, which does not name its game"):
        read_any(drawing)


def test_what_people_write_around_turns_is_refused_with_its_line():
    advice = "what is no turn, such as a greeting, has to go or to stand after a #$"
    with pytest.raises(NotationError, match=f"line 1, turn 1: 'hi' is not a step of trellis; .*; {advice}"):
        read_any("Hi Bob,\n\n1. c3", TRELLIS)
    with pytest.raises(NotationError, match=f"line 2: found 'Hi Bob,', expected the game, .*; {advice}"):
        read_any("\n> Hi Bob,\n\n> trellis\n> 1. c3\n")
    with pytest.raises(NotationError, match=f"line 3, turn 2: 'bye!' is not a step of trellis; .*; {advice}"):
        read_any("trellis\n1. c3\nBye!\n")
    said = "> # Hi Bob, a trellis:\n\ntrellis\n1. c3  # as ever\n# Bye\n"
    assert read_any(said.replace("trellis\n", "trellis  # our game\n")) == read_any(said)
    assert read_any(said).turns == read_any(said.replace("\ntrellis\n", "\n"), TRELLIS).turns == ("c3",)


def test_both_kinds_of_printed_boards_are_told_apart():
    string = 'boardgv2diag("lurd,3,3,4x4");'
    drawing = "  --- --- \n  ---V--- \n  --- --- \n"
    assert read_board(string, TRELLIS) == read_board_string(string, TRELLIS)
    assert read_board(drawing, TRELLIS) == read_ascii_board(drawing, TRELLIS)
    assert read_board(drawing, TRELLIS) == read_board(string, TRELLIS)
    with pytest.raises(NotationError, match="found no board in 'hello'"):
        read_board("hello", TRELLIS)


@settings(max_examples=100)
@given(st.text())
def test_any_text_is_read_or_refused(text):
    with contextlib.suppress(IsthmusError):
        read_any(text)
    with contextlib.suppress(IsthmusError):
        read_any(text, TRELLIS)
    with contextlib.suppress(IsthmusError):
        read_board(text, TRELLIS)
