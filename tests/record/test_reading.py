import contextlib
import re

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
    parse_turn_list,
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


@pytest.mark.parametrize(
    ("text", "message"), [(" \n", "found nothing"), ("{", "line 1"), ("what?", "expected a position")]
)
def test_text_of_no_known_format_is_refused(text, message):
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


@pytest.mark.parametrize(
    ("text", "game", "turns"),
    [
        ("Hi Bob,\n\n1. c3", TRELLIS, ("c3",)),
        ("Hi Bob,\nhere I go.\n\nc3", TRELLIS, ("c3",)),
        ("\n> Hi Bob,\n\n> trellis\n> 1. c3\n", None, ("c3",)),
        ("Dear Ann, at 7 pm I had time:\nhex(size=5,pie=0)\nc3 b4", None, ("c3", "b4")),
        ("Here it is.\n1. white add 1 1", None, ("b7",)),
        ("> # Hi Bob, a trellis:\n\ntrellis  # our game\n1. c3  # as ever\n# Bye\n", None, ("c3",)),
    ],
)
def test_a_greeting_before_the_turns_is_passed_over(text, game, turns):
    assert read_any(text, game).turns == turns


@pytest.mark.parametrize(
    "closing",
    ["Bye!", "Best,\nBen", "Your turn, I think\nBen\n+49 30 901820", "\nBen", "-- \nBen, room b2", ">\n> --\n> c9"],
)
def test_a_closing_after_the_turns_is_passed_over(closing):
    assert read_any(f"trellis(pie=1)\n1. c3 2. take-white\n{closing}\n").turns == ("c3", "take-white")
    assert read_any(f"Hi Bob,\n1. c3\n\n{closing}", TRELLIS).turns == ("c3",)
    assert parse_turn_list(f"c3\n{closing}", TRELLIS).turns == ("c3",)


def test_a_greeting_before_a_position_is_passed_over():
    position = isthmus.game("hex(size=3,pie=0)").start().play("b2")
    assert read_any("Hi Bob,\nlook at this:\n\n" + format_position(position)) == position
    assert read_any("Hi Bob, look:\n\n" + format_diagram(position)) == position


def test_other_words_around_turns_are_refused_with_their_line():
    """A text that looks like a turn, or like a mistyped one, is never ignored."""
    advice = "put words that are not turns on a line before the turns, or after a #$"
    with pytest.raises(
        NotationError, match=f"line 3, turn 2: 'bye!' is not a turn of Trellis, or a part of one; .*; {advice}"
    ):
        read_any("trellis\n1. c3\nBye!\n2. e5")
    with pytest.raises(
        NotationError, match=f"line 1, turn 1: 'hi' is not a turn of Trellis, or a part of one; .*; {advice}"
    ):
        read_any("Hi Bob, 1. c3", TRELLIS)
    for last in ("zz", "c 4", "I resign.", "I swap", "3.c", "Best e5", "Ann", "at 7 pm"):
        with pytest.raises((NotationError, isthmus.IllegalTurnError), match="line 3"):
            read_any(f"trellis\n1. c3\n{last}\n")
    with pytest.raises(isthmus.RulesError, match="no game is called 'zz'"):
        read_any("zz\nc3 e3", TRELLIS)
    with pytest.raises(NotationError, match="line 1, turn 1: 'i' is not a turn"):
        read_any("I play c3 now\n1. c3", TRELLIS)
    with pytest.raises(isthmus.RulesError, match="no game is called 'zz'"):
        read_any("zz\n2. c3", TRELLIS)
    with pytest.raises(isthmus.RulesError, match="no game is called 'trelis'; did you mean 'trellis'"):
        read_any("Hi!\ntrelis\n1. c3")


@pytest.mark.parametrize("text", ["what?", "hello there\nhow are you", "https://example.com/game/5"])
def test_a_text_that_nothing_fits_says_in_one_short_sentence_what_could_be_read(text):
    with pytest.raises(NotationError) as caught:
        read_any(text)
    said = str(caught.value)
    assert re.match("line 1: found '.+', expected a position or a game: ", said)
    for form in ("JSON lines", "SGF", "link", "diagram", "printed board", "position text", "turns"):
        assert form in said
    assert len(said) < 280


@pytest.mark.parametrize(
    ("address", "advice"),
    [
        ("https://littlegolem.net/jsp/game/game.jsp?gid=1512976&nmove=27", "sgf/1512976/game1512976.hsgf"),
        ("https://www.littlegolem.net/jsp/info/player.jsp?plid=1", "export the SGF there"),
        ("https://playhex.org/games/0d1f8e8c-3000-49ff-831a-84c20e514528", "export the SGF of the game there"),
        ("https://hexworld.org/board/", "the part after the #"),
    ],
)
def test_an_address_without_moves_says_where_they_are(address, advice):
    for text in (address, f"Hi Ann, see <{address}>."):
        with pytest.raises(NotationError, match="contains no moves") as caught:
            read_any(text)
        assert advice in str(caught.value)


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


@settings(max_examples=60)
@given(positions())
def test_a_diagram_needs_no_first_line_if_the_game_is_given(position):
    for coordinates in (True, False):
        rest = format_diagram(position, coordinates=coordinates).partition("\n")[2]
        assert read_any(rest, position.game) == position
        with pytest.raises(NotationError):
            read_any(rest)


@pytest.mark.parametrize("text", [". . .\n . x .\n  . . .", "a b c\n 1 . . .\n  2 . x .\n   3 . . ."])
def test_a_diagram_without_its_game_needs_one(text):
    with pytest.raises(NotationError, match="a diagram without its first line, which names the game"):
        read_any(text)


def test_a_wrong_line_of_an_ascii_board_is_named():
    text = "--- --- --- ---\n|   x   |\n--- --- --- ---\n"
    with pytest.raises(NotationError, match=r"line 2: found '\|   x   \|', expected points joined"):
        read_any(text, isthmus.game("trellis", size=5))


def test_a_diagram_of_another_size_is_refused():
    rest = format_diagram(isthmus.game("hex", size=5).start()).partition("\n")[2]
    with pytest.raises(NotationError, match="line 1: found 'a b c d e', expected row 1 with 6 signs, not 5"):
        read_any(rest, isthmus.game("hex", size=6))


def test_a_list_that_does_not_choose_a_colour_hears_of_the_game_without_the_pie_rule():
    with pytest.raises(
        isthmus.IllegalTurnError, match=r"turn 2: b2 is not a choice; .* the game is hex\(size=5,pie=0\)$"
    ):
        read_any("hex(size=5)\na1 b2 c3")


@pytest.mark.parametrize(
    "text", ["hex(size=5,pie=0) c3 d4", "hex(size=5,pie=0): 1. c3 2. d4", "\n> hex(size=5,pie=0)  c3\nd4"]
)
def test_a_game_may_come_before_its_turns_on_one_line(text: str) -> None:
    record = read_any(text)
    assert isinstance(record, Record)
    assert (str(record.game), record.turns) == ("hex(size=5,pie=0)", ("c3", "d4"))


def test_errors_in_turns_after_their_game_name_the_line() -> None:
    with pytest.raises(NotationError, match=r"line 2, turn 2: no field 'z9'"):
        read_any("hex(size=5,pie=0) c3\nz9")


def test_a_game_without_its_closing_bracket_is_named() -> None:
    with pytest.raises(NotationError, match=r"found 'hex\(size=5', expected a closing bracket too"):
        read_any("hex(size=5")
