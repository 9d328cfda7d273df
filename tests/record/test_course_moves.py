"""Move lists of the Berkeley course project. The games are of our own making: random play, written in that form."""

import contextlib
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import spoiled

import isthmus
from isthmus.errors import IllegalTurnError, IsthmusError, NotationError, RulesError
from isthmus.record.course_moves import read_course_moves

GAME = isthmus.game("network", moves="anywhere")


def place(name):
    return ord(name[0]) - ord("a"), 8 - int(name[1:])


def course_move(turn):
    """A turn in the notation of the course: ``add x y`` or ``step x1 y1 x2 y2``."""
    fields = [place(name) for name in turn.split("-")]
    return " ".join(map(str, ["add" if len(fields) == 1 else "step", *sum(fields, ())]))


def game_turns(seed, most=60):
    """The turns of a random game, up to the first forced pass."""
    chance = random.Random(seed)
    position, turns = GAME.start(), []
    while position.outcome is None and len(turns) < most:
        turn = str(chance.choice(position.turns()))
        if turn == "pass":
            break
        turns.append(turn)
        position = position.play(turn)
    return turns


@settings(max_examples=25)
@given(st.integers(0, 10**6))
def test_whole_games_are_read(seed):
    turns = game_turns(seed)
    record = read_course_moves("\n".join(map(course_move, turns)))
    assert record.turns == tuple(turns)
    assert record.game == GAME
    assert record.result == record.final.outcome


def test_there_are_steps_in_these_games():
    assert any("-" in turn for turn in game_turns(0))
    assert "step" in course_move("a2-b3")


def test_x_goes_right_and_y_down_from_the_top_left():
    record = read_course_moves("add 0 1\nadd 1 0\nadd 3 6\nadd 4 7")
    assert record.turns == ("a7", "b8", "d2", "e1")
    assert record.final.stones("white") == ["a7", "d2"]  # White begins


def test_numbers_colours_remarks_and_brackets():
    text = """# Monday's game
    1. white: add 0 1   // a goal area
    2. Black add 1 0

    [add to 34]; [add to 41]
    """
    assert read_course_moves(text).turns == ("a7", "b8", "d4", "e7")


def test_a_step_may_be_written_from_either_end():
    turns = game_turns(0, 21)
    assert "-" in turns[20]
    first, last = turns[20].split("-")
    for step in (f"{first}-{last}", f"{last}-{first}"):
        moves = [course_move(turn) for turn in (*turns[:20], step)]
        assert read_course_moves("\n".join(moves)).turns == tuple(turns)
    (x1, y1), (x2, y2) = place(first), place(last)
    printed = [*map(course_move, turns[:20]), f"[step from {x1}{y1} to {x2}{y2}]"]
    assert read_course_moves("\n".join(printed)).turns == tuple(turns)


def test_quit_is_a_resignation():
    assert str(read_course_moves("add 1 1\nquit").result) == "white (resigned)"
    assert str(read_course_moves("quit").result) == "black (resigned)"


def test_other_forms_of_network_may_be_asked_for():
    game = isthmus.game("network", size=12)
    assert read_course_moves("add 0 1\nadd 10 11\nadd 11 10", game).turns == ("a11", "k1", "l2")
    with pytest.raises(RulesError, match=r"found hex\(size=11,pie=1\), expected a form of network"):
        read_course_moves("add 1 1", isthmus.game("hex"))


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("", NotationError, "found no moves in '', expected lines such as 'add x y'"),
        ("# nothing", NotationError, "found no moves"),
        ("hello", NotationError, "line 1, turn 1: found 'hello', expected 'add x y', 'step x1 y1 x2 y2' or 'quit'"),
        ("add 1 1\n\nadd 2", NotationError, "line 3, turn 2: found 'add 2', expected 'add x y'"),
        ("add 1 1 1", NotationError, "found 'add 1 1 1', expected"),
        ("add one two", NotationError, "found 'add one two', expected"),
        ("add -1 1", NotationError, "found 'add -1 1', expected"),
        ("quit now", NotationError, "found 'quit now', expected"),
        ("step 1 1", NotationError, "found 'step 1 1', expected"),
        (
            "add 8 1",
            NotationError,
            "line 1, turn 1: found the place 8 1, expected two numbers from 0 to 7, and not a corner",
        ),
        ("add 0 7", NotationError, "found the place 0 7"),
        ("black add 1 0", NotationError, "found a move of black, expected one of white"),
        ("add 1 0", IllegalTurnError, "line 1, turn 1: b8 is in a goal area of black"),
        ("add 1 1\nadd 1 1", IllegalTurnError, "line 2, turn 2: b7 is occupied by white"),
        ("step 1 1 2 2", IllegalTurnError, "line 1, turn 1: white still has 10 to drop"),
        ("add 1 1\nquit\nadd 2 2", IllegalTurnError, "line 3, turn 2: c6: the game is over: white (resigned)"),
    ],
)
def test_a_mistake_is_named_with_its_line(text, kind, message):
    with pytest.raises(kind, match=re.escape(message)):
        read_course_moves(text)


GOOD = st.integers(0, 20).map(lambda seed: "\n".join(map(course_move, game_turns(seed, 25))))


@settings(max_examples=60)
@given(spoiled(GOOD, "adstep 0123456789\n;#[]") | st.text(max_size=40))
def test_spoiled_lists_are_read_or_refused(text):
    with contextlib.suppress(IsthmusError):
        assert read_course_moves(text).final


def test_the_example_of_the_page_is_read():
    page = (Path(__file__).parents[2] / "docs" / "sgf.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```\n(# Monday.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert read_course_moves(example).turns == ("a7", "b8", "d4", "e7")
