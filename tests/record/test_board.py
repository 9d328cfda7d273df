import pytest

import isthmus
from isthmus import NotationError, PositionError
from isthmus.record import Board, read_board_string, shift_columns, to_position

TRELLIS = isthmus.game("trellis", size=5, pie=0)
BOARD = Board(5, 5, ("b2",), ("c3", "d4"), ("d4", "b5"))


def test_a_shift_moves_stones_and_marks_along_their_rows():
    assert shift_columns(BOARD, 1) == Board(5, 5, ("c2",), ("d3", "e4"), ("e4", "c5"))
    assert shift_columns(shift_columns(BOARD, 1), -1) == BOARD
    assert shift_columns(BOARD, 0) == BOARD


@pytest.mark.parametrize(("by", "name"), [(2, "d4"), (-2, "b2")])
def test_a_shift_never_loses_a_stone(by, name):
    with pytest.raises(PositionError, match=f"{name} would leave the 5 columns"):
        shift_columns(BOARD, by)


def test_a_board_becomes_a_set_up_position():
    position = to_position(BOARD, TRELLIS, "white")
    assert position == TRELLIS.position(black=["b2"], white=["c3", "d4"], to_move="white")
    assert to_position(BOARD, TRELLIS).to_move is isthmus.Side.BLACK


def test_a_stone_on_a_field_that_the_game_lacks_is_refused():
    board = read_board_string("lurd,8,8,x63", isthmus.game("network"))
    with pytest.raises(NotationError, match="no field 'a8'"):
        to_position(board, isthmus.game("network"))


def test_fields_have_the_names_of_the_game():
    text = "lurd,3,3,x2/3/2t"
    assert read_board_string(text, isthmus.game("hex", size=3)).black == ("a1",)
    assert read_board_string(text, isthmus.game("bridgit", size=3)).black == ("a3",)


@pytest.mark.parametrize(
    ("game", "message"), [("trinidad", "hexagonal board"), ("hex(size=3)", "found a board of 4 × 4")]
)
def test_a_board_that_does_not_fit_the_game_is_refused(game, message):
    with pytest.raises(NotationError, match=message):
        read_board_string("lurd,4,4,16", isthmus.game(game))
