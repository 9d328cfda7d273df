import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import records, spoiled

import isthmus
from isthmus import IllegalTurnError, IsthmusError, NotationError, Outcome, Seat, Side
from isthmus.record import Record, format_turn_list, parse_turn_list, read_any

HEX = isthmus.game("hex", size=3, pie=0)
TRELLIS = isthmus.game("trellis", size=7, pie=1)


@settings(max_examples=60)
@given(records().filter(lambda record: record.start is None and record.turns))
def test_the_turns_of_a_record_come_back(record):
    text = format_turn_list(record)
    assert max(map(len, text.splitlines())) <= 80
    back = read_any(text)
    assert back.turns == record.turns
    assert parse_turn_list(text.partition("\n")[2], record.game) == back


@pytest.mark.parametrize(
    "text",
    [
        "f5+e3 take-black d4",
        "1. f5+e3 2. take-black 3. d4",
        "1.f5+e3 2.take-black 3.d4",
        "1) F5+E3\n2) TAKE-BLACK\n3) D4\n",
        "e3+f5, take-black; d4",
        "# a game by mail\n\n1: e3+f5  # far apart\n2: take-black\n3: d4",
        "1 e3+f5 2 take-black 3 d4",
    ],
)
def test_turns_are_read_as_people_write_them(text):
    assert parse_turn_list(text, TRELLIS).turns == ("e3+f5", "take-black", "d4")


def test_giving_up_comes_last():
    record = parse_turn_list("b2 a1 b1 resigns", HEX)
    assert record.result == Outcome(Side.BLACK, "resigned")
    assert parse_turn_list(format_turn_list(record).partition("\n")[2], HEX) == record
    with pytest.raises(IllegalTurnError, match=r"line 1, turn 3: c1: the game is over: white"):
        parse_turn_list("b2 a1 resign c1", HEX)
    with pytest.raises(NotationError, match="line 1, turn 2: 'resign': no colour is to move"):
        parse_turn_list("e3 resign", TRELLIS)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", NotationError, "found no turns in '', expected a list such as"),
        ("# nothing yet", NotationError, "found no turns"),
        ("1. 2. b2", NotationError, "line 1: found '2.' after '1.', expected a turn"),
        ("b2  12 3 a1", NotationError, "line 1: found '3' after '12', expected a turn"),
        ("b2\na1 b2", IllegalTurnError, "line 2, turn 3: b2 is occupied by black"),
        ("b2\n\nzz a1", NotationError, "line 3, turn 2: 'zz' is not a turn of Hex, or a part of one"),
    ],
)
def test_each_mistake_is_named_with_its_line(text, error, message):
    with pytest.raises(error) as caught:
        parse_turn_list(text, HEX)
    assert message in str(caught.value)


def test_only_the_side_to_move_is_reported_to_resign():
    other = Record(HEX).play("b2").end(Side.WHITE, "resigned")
    assert format_turn_list(other) == "hex(size=3,pie=0)\n1. b2\n"
    assert format_turn_list(Record(HEX).play("b2").end(None, "resigned")) == "hex(size=3,pie=0)\n1. b2\n"
    choosing = Record(isthmus.game("hex", size=3, pie=1)).play("b2").end(Seat.FIRST, "resigned")
    assert format_turn_list(choosing) == "hex(size=3,pie=1)\n1. b2\n"


def test_a_game_that_began_elsewhere_has_no_list():
    with pytest.raises(NotationError, match="begins at the start of the game"):
        format_turn_list(Record(HEX, start=HEX.position(black=["b2"])))


def test_a_game_without_turns_is_its_start():
    assert read_any(format_turn_list(Record(HEX))) == HEX.start()


def test_the_lines_of_a_list_count_from_its_game():
    with pytest.raises(IllegalTurnError, match="line 3, turn 2: b2 is occupied"):
        read_any("hex(size=3,pie=0)\n1. b2\n2. b2\n")


@settings(max_examples=100)
@given(st.one_of(st.text(), spoiled(st.just("1. b2 2. a1, b1 resigns # ha"), "abc123.,+# \n")))
def test_any_text_is_read_or_refused(text):
    with contextlib.suppress(IsthmusError):
        record = parse_turn_list(text, HEX)
        assert Record.of_turns(HEX, record.turns, result=record.result) == record
