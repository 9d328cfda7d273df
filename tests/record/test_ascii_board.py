import contextlib
import textwrap
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import spoiled

import isthmus
from isthmus import IsthmusError, NotationError, Side
from isthmus.record import read_ascii_board, to_position

DATA = Path(__file__).parent / "data"
TRELLIS = isthmus.game("trellis")
FINISHED = (DATA / "trellis_finished.txt").read_text(encoding="utf-8")
PARTNERS = (DATA / "trellis_partners.txt").read_text(encoding="utf-8")
SMALL = textwrap.dedent("""\
       A   B   C

    3 V--- ---   3
       | : | - |
    2  ---x---H  2
       | - | : |
    1  --- ---V  1

       A   B   C
    """)


def test_the_finished_game_is_won_by_vertical():
    position = to_position(read_ascii_board(FINISHED, TRELLIS), TRELLIS)
    assert position.outcome is not None
    assert position.outcome.winner is Side.BLACK


def test_the_row_of_horizontal_is_broken_between_i7_and_j6_only():
    """A dark square separates them (Rules 2.1). A stone at either of its other corners would join them."""
    board = read_ascii_board(FINISHED, TRELLIS)
    assert {"i7", "j6"} <= set(board.white)
    assert TRELLIS.position(white=board.white).outcome is None
    for corner in ("i6", "j7"):
        joined = TRELLIS.position(white=[*board.white, corner])
        assert joined.outcome is not None
        assert joined.outcome.winner is Side.WHITE


def test_the_ragged_line_of_the_finished_game_is_read():
    ragged = next(line for line in FINISHED.splitlines() if line.startswith("11"))
    assert "---V ---" in ragged
    board = read_ascii_board(FINISHED, TRELLIS)
    assert "l11" in board.black
    assert (board.columns, board.rows) == (15, 15)
    assert (len(board.black), len(board.white)) == (20, 15)


def test_the_twelve_partners_of_a_stone_are_its_legal_second_stones():
    game = isthmus.game("trellis", size=11, pie=0)
    board = read_ascii_board(PARTNERS, game)
    assert (board.columns, board.rows) == (10, 9)
    assert board.black == ("e5",)
    begun = game.start().step("e5")
    assert sorted(board.marks) == sorted(set(begun.steps()) - {"stop"})
    assert len(board.marks) == 12


def test_labels_may_be_missing():
    board = read_ascii_board(SMALL, TRELLIS)
    assert read_ascii_board("V--- ---\n ---x---H\n --- ---V", TRELLIS) == board
    assert (board.black, board.white, board.marks) == (("a3", "c1"), ("c2",), ("b2",))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("2  ---x---H  2", "2  ---o---H  2", "line 5, point 2: found 'o', expected V, H, x or nothing"),
        ("2  ---x---H  2", "2  ---VH---H  2", "line 5, point 2: found 'VH'"),
        ("2  ---x---H  2", "2  ---x---   2a", "line 5, point 3: found '2a'"),
        ("2  ---x---H  2", "2  ---H  2", "line 5: found 2 points, expected 3"),
        ("1  ---", "4  ---", "line 7: found the row number 4, expected 1"),
        ("V  1", "V  2", "line 7: found the row number 2, expected 1"),
        ("A   B   C", "A   C   B", "line 1: found the columns A C B"),
        ("| : | - |", "an example", "line 4: found 'an example', expected points joined by '---'"),
        ("---", "", "expected"),
    ],
)
def test_each_mistake_is_named_with_its_line(old, new, message):
    with pytest.raises(NotationError) as caught:
        read_ascii_board(SMALL.replace(old, new), TRELLIS)
    assert message in str(caught.value)


def test_text_without_a_board_is_refused():
    with pytest.raises(NotationError, match="found no board"):
        read_ascii_board("\n  A B C\n", TRELLIS)


@settings(max_examples=300)
@given(st.one_of(st.text(), spoiled(st.just(SMALL), "VHx-|: \n123ABC")))
def test_any_text_is_read_or_refused(text):
    with contextlib.suppress(IsthmusError):
        board = read_ascii_board(text, TRELLIS)
        assert len(board.black) + len(board.white) <= board.columns * board.rows
