import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import GAMES, LONGEST, positions, spoiled, walk

import isthmus
from isthmus import IsthmusError, NotationError, PositionError, RulesError
from isthmus.record import format_position, parse_position

ALPHABET = "xo123456789/ =,+.()abcdefpietursklch-0"
EXAMPLE = "trellis(size=9,pie=3) 9/9/9/3xo4/9/9/9/9/9 white opening=2"


@settings(max_examples=200)
@given(positions())
def test_a_position_comes_back_from_its_text(position):
    text = format_position(position)
    back = parse_position(text)
    assert back == position
    assert format_position(back) == text
    assert back.steps() == position.steps()
    assert back.outcome == position.outcome


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_all_positions_of_a_game_have_different_texts(game):
    found = {}
    for length in range(LONGEST):
        position = walk(game, 7, length)
        assert found.setdefault(format_position(position), position) == position
    assert any(position.mid_turn for position in found.values()) == (game.id in ("trellis", "trinidad"))
    assert any(position.choosing for position in found.values()) == bool(game.values["pie"])


def test_text_says_stones_from_the_top_side_and_opening():
    game = isthmus.game("trellis", size=5, pie=3)
    position = game.start().play("a5+b3").play("e1")
    assert format_position(position) == "trellis(size=5,pie=3) x4/5/1x3/5/4o black opening=1"


def test_text_of_an_unfinished_turn_names_its_steps():
    position = isthmus.game("trellis", size=5, pie=0).start().step("c3")
    assert format_position(position) == "trellis(size=5,pie=0) 5/5/2x2/5/5 black first=black turn=c3"
    assert parse_position(format_position(position)).mid_turn


def test_text_of_the_choice_and_after_it():
    choosing = isthmus.game("hex", size=3, pie=1).start().play("b2")
    assert format_position(choosing) == "hex(size=3,pie=1) 3/1x1/3 white opening=choose"
    assert format_position(choosing.play("take-black")) == "hex(size=3,pie=1) 3/1x1/3 white first=white"


def test_fingerprints_are_written_in_hexadecimal():
    text = format_position(isthmus.game("network", size=6).start().play("b3"))
    assert len(text.partition(" history=0x")[2]) == 16


def test_parameters_other_than_the_usual_are_part_of_the_text():
    text = format_position(isthmus.game("trellis", size=5, pie=0, stones_per_turn=1).start())
    assert text.startswith("trellis(size=5,pie=0,stones_per_turn=1) ")


def test_counters_left_out_begin_as_in_a_set_up():
    position = parse_position("network(size=6,pie=0) 4/o5/6/6/6/1x2 white first=white")
    assert position == isthmus.game("network", size=6).position(black=["c1"], white=["a5"], to_move="white")


def test_spaces_and_the_usual_opening_may_be_left_to_the_reader():
    position = parse_position("  trellis( size=5, pie=3 )\t5/5/2x2/5/5  white\n")
    assert format_position(position) == "trellis(size=5,pie=3) 5/5/2x2/5/5 white first=black"


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", NotationError, "is not a position; expected a game"),
        ("hex(size=3,pie=0)", NotationError, "is not a position; expected a game"),
        ("chess(size=8) 8/8 white", RulesError, "no game is called 'chess'"),
        ("hex(self=3) 3/3/3 white", RulesError, "no parameter 'self'"),
        ("hex(size=99) 3/3/3 white", RulesError, "size is 99"),
        ("hex(size=3,pie=0) 3/3 white", NotationError, "stones: found 2 rows, expected the 3"),
        ("hex(size=3,pie=0) 3/4/3 white", NotationError, "stones, row 2: found 4 fields in '4', expected 3"),
        ("hex(size=3,pie=0) 3/3/1xox white", NotationError, "stones, row 3: found 4 fields"),
        ("hex(size=3,pie=0) 3/xX1/3 white", NotationError, "stones, row 2: found 'X'"),
        ("hex(size=3,pie=0) 3/03/3 white", NotationError, "stones, row 2: found '0'"),
        ("hex(size=3,pie=0) 3/³/3 white", NotationError, "stones, row 2: found '³'"),
        ("hex(size=3,pie=0) 3//3 white", NotationError, "stones, row 2: found 0 fields"),
        ("hex(size=3,pie=0) 3/3/3", NotationError, "side: found nothing, expected black or white"),
        ("hex(size=3,pie=0) 3/3/3 red", NotationError, "side: found 'red'"),
        ("hex(size=3,pie=0) 3/3/3 white first", NotationError, "field 2: found 'first', expected name=value"),
        ("hex(size=3,pie=0) 3/3/3 white first=", NotationError, "field 2: found 'first='"),
        ("hex(size=3,pie=0) 3/3/3 white first=white", NotationError, "first: found 'white', expected black"),
        ("hex(size=3,pie=1) 3/3/3 white first=red", NotationError, "first: found 'red'"),
        ("hex(size=3,pie=1) 3/3/3 white first=white first=black", NotationError, "each field once"),
        ("hex(size=3,pie=0) 3/3/3 black opening=1", NotationError, "no opening phase"),
        ("hex(size=3,pie=1) 3/3/3 black opening=2", NotationError, "opening: found '2', expected choose, or"),
        ("hex(size=3,pie=1) 3/3/3 black opening=1 first=black", NotationError, "only one of opening"),
        ("hex(size=3,pie=0) 3/3/3 white plies=3", NotationError, "plies: hex has no such field"),
        ("hex(size=3,pie=0) 3/1x1/3 black turn=b2", PositionError, "turn: these steps complete the turn"),
        (EXAMPLE + " turn=e6+", NotationError, "turn: '' is not a turn"),
        (EXAMPLE + " turn=z99", NotationError, "turn: no field 'z99'"),
        (EXAMPLE + " turn=d6", PositionError, "turn: d6 is part of the unfinished turn"),
        (EXAMPLE + " turn=pass", PositionError, "turn: pass is part of the unfinished turn"),
        (EXAMPLE + " turn=e6+e6", PositionError, "turn: a stone occurs twice"),
        (EXAMPLE + " passes=3", NotationError, "passes: found '3', expected a number from 0 to 2"),
        (EXAMPLE + " passes=1,1", NotationError, "passes: found '2 numbers', expected at most 1"),
        (EXAMPLE + " passes=-1", NotationError, "passes: found '-1', expected whole numbers"),
        (EXAMPLE + " passes=1.", NotationError, "passes: found '1.'"),
        (EXAMPLE + " passes=٣", NotationError, "passes: found '٣'"),
        (EXAMPLE + " last=82", NotationError, "last: found '82', expected a number from 0 to 81"),
        ("trellis(size=5,pie=0) 5/5/2x2/5/5 white last=5,5", NotationError, "last: found '5,5', expected '5'"),
        ("trellis(size=5,pie=0) 5/5/2xx1/5/5 white last=14,13", NotationError, "last: found '14,13', expected '13,14'"),
        (EXAMPLE + " streaks=1,2", PositionError, "no position of trellis"),
        ("trellis(size=5,pie=1) 5/5/2x2/5/5 white opening=choose last=13", PositionError, "no position of trellis"),
        ("orbit(size=5,pie=1) 5/5/2x2/5/5 white opening=1 passes=1 plies=1", PositionError, "no position of orbit"),
        ("network(size=6,pie=0) 4/o5/6/6/6/1o2 white history=0x10000000000000000", NotationError, "history: found"),
        ("network(size=6,pie=0) 1o2/6/6/6/6/4 white", PositionError, "c6 is in a goal area of black"),
    ],
)
def test_each_mistake_is_named(text, error, message):
    with pytest.raises(error) as caught:
        parse_position(text)
    assert message in str(caught.value)


@settings(max_examples=200)
@given(st.text())
def test_any_text_is_read_or_refused(text):
    with contextlib.suppress(IsthmusError):
        parse_position(text)


@settings(max_examples=400)
@given(spoiled(positions().map(format_position), ALPHABET))
def test_spoiled_text_is_read_or_refused_and_what_is_read_can_be_played(text):
    try:
        position = parse_position(text)
    except IsthmusError:
        return
    assert parse_position(format_position(position)) == position
    for step in position.steps()[:5]:
        position.step(step)
