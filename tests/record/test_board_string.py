import contextlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import spoiled

import isthmus
from isthmus import IsthmusError, NotationError
from isthmus.record import Board, read_board_string, shift_columns, to_position

DATA = Path(__file__).parent / "data"
TRELLIS = isthmus.game("trellis")
NETWORK = isthmus.game("network")


def read(name, game):
    return read_board_string((DATA / f"{name}.txt").read_text(encoding="utf-8"), game)


def chain(game, links, stones):
    """The stones that are connected to the first one."""
    found, todo = set(), [stones[0]]
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            cell = game.topology.cell(name)
            todo += [game.topology.names[near] for near in links(cell) if game.topology.names[near] in stones]
    return found


def test_the_empty_trellis_board():
    assert read("trellis_empty", TRELLIS) == Board(15, 15, (), (), ())


def test_the_example_group_of_trellis_is_connected_and_the_marked_white_stone_is_cut_off():
    """Its diagram has the opposite parity, so it is shifted by one column (Rules 6)."""
    drawn = read("trellis_group", TRELLIS)
    assert drawn.marks == ("h8",)
    board = shift_columns(drawn, 1)
    black = chain(TRELLIS, lambda cell: TRELLIS.links(isthmus.Side.BLACK, cell), board.black)
    white = chain(TRELLIS, lambda cell: TRELLIS.links(isthmus.Side.WHITE, cell), board.white)
    assert black == set(board.black)
    assert len(black) == 6
    assert white == set(board.white) - set(board.marks)
    # As drawn it is the other way round: the black stones are not connected.
    assert chain(TRELLIS, lambda cell: TRELLIS.links(isthmus.Side.BLACK, cell), drawn.black) != set(drawn.black)


def test_the_twelve_partners_of_a_stone_are_its_legal_second_stones():
    board = read("trellis_partners_string", TRELLIS)
    (first,) = board.black
    begun = isthmus.game("trellis", pie=0).start().step(first)
    assert len(board.marks) == 12
    assert sorted(board.marks) == sorted(set(begun.steps()) - {"stop"})


def test_the_example_of_network_has_eight_black_stones_and_no_network():
    board = read("network_example", NETWORK)
    assert len(board.black) == 8
    assert board.white == ("f2",)
    assert "e6" in board.marks
    assert to_position(board, NETWORK, "white").outcome is None


def test_runs_may_go_on_through_the_ends_of_rows():
    assert read_board_string("lurd,3,3,4x4", NETWORK) == read_board_string("lurd,3,3,.../.x./...", NETWORK)


def test_the_call_around_the_string_and_spaces_do_not_matter():
    plain = read_board_string("lurd,3,3,4x4", NETWORK)
    assert read_board_string(" boardgv2diag( 'lurd, 3, 3, 4 x\n4' ) ;\n", NETWORK) == plain


def test_capitals_are_marked_stones_and_colons_marked_empty_fields():
    board = read_board_string("lurd,3,3,XxT/tWw/:;.", NETWORK)
    assert board == Board(3, 3, ("a3", "b3"), ("c3", "a2", "b2", "c2"), ("a3", "c3", "b2", "a1", "b1"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a board string"),
        ("lurd,3,3", "is not a board string"),
        ("lurd,a,3,9", "is not a board string"),
        ("lurd,0,3,", "found a board of 0 × 3"),
        ("lurd,3,3,8", "found 8 fields, expected 3 × 3 = 9"),
        ("lurd,3,3,10", "found 10 fields"),
        ("lurd,3,3,2/7", "found '/' before field 3 of row 1 from the top, expected it after 3 fields"),
        ("lurd,3,3,4o4", "found 'o' at field 2 of row 2 from the top"),
        ("lurd,3,3,4²4", "found '²' at field 2 of row 2"),
    ],
)
def test_each_mistake_is_named(text, message):
    with pytest.raises(NotationError) as caught:
        read_board_string(text, NETWORK)
    assert message in str(caught.value)


@settings(max_examples=300)
@given(st.one_of(st.text(), spoiled(st.just("lurd,8,8,.....x../8/2:t4/40"), "lurd,0123456789xtwXTW.:;/()")))
def test_any_text_is_read_or_refused(text):
    with contextlib.suppress(IsthmusError):
        board = read_board_string(text, NETWORK)
        assert max(board.columns, board.rows) <= 8
        assert not set(board.black) & set(board.white)
