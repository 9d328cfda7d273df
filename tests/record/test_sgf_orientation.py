"""Points and colours of SGF files become those of Isthmus."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import isthmus
from isthmus import Side
from isthmus.record.sgf.orientation import Orientation

HEX = Orientation(isthmus.game("hex", size=5))
SWAPPED = HEX.after_swap_pieces()
TRELLIS = Orientation(isthmus.game("trellis", size=5))


@pytest.mark.parametrize(
    ("raw", "name"),
    [("a2", "a2"), ("E5", "e5"), (" c4 ", "c4"), ("ab", "a2"), ("eE", "e5"), ("aa", "a1"), ("c\\4", "c4")],
)
def test_cells_of_hex_in_both_styles(raw, name):
    assert HEX.point(raw) == name


@pytest.mark.parametrize(
    "raw", ["", "a", "a0", "a6", "f1", "fa", "af", "a02", "aa27", "a1:b2", "1a", "ａ1", "a²", "swap"]
)
def test_points_outside_the_board(raw):
    assert HEX.point(raw) is None
    assert SWAPPED.point(raw) is None


def test_the_other_games_know_their_own_names_only():
    assert TRELLIS.point("e5") == "e5"
    assert [TRELLIS.point(raw) for raw in ("ab", "E5", "a6")] == [None, None, None]


@given(st.sampled_from(HEX.game.topology.names))
def test_a_reflection_in_the_long_diagonal_exchanges_column_and_row(name):
    (reflection,) = (found for found in HEX.game.symmetries() if found.name == "long diagonal")
    cell = HEX.game.topology.cell(name)
    image = HEX.game.topology.names[reflection.image[cell]]
    assert SWAPPED.point(name) == image
    assert SWAPPED.after_swap_pieces().point(name) == name


def test_colours_change_with_swap_pieces_and_may_change_alone():
    assert [HEX.side("B"), SWAPPED.side("B"), HEX.other_letters().side("W")] == [Side.BLACK, Side.WHITE, Side.BLACK]
    assert [HEX.letter(Side.WHITE), SWAPPED.letter(Side.WHITE)] == ["W", "B"]
    assert HEX.other_letters().point("a2") == "a2"


def test_it_is_known_whether_black_is_first():
    assert HEX.black_is_first(None)
    assert not SWAPPED.black_is_first(None)
    assert not HEX.black_is_first(Side.WHITE)
    assert SWAPPED.black_is_first(Side.WHITE)
    assert HEX.black_is_first(Side.BLACK)
    network = Orientation(isthmus.game("network"))
    assert not network.black_is_first(None)  # White begins
    assert not network.black_is_first(Side.WHITE)


def test_lists_of_points_with_rectangles():
    assert HEX.points(["a1", "b2:c3"]) == ["a1", "b2", "c2", "b3", "c3"]
    assert HEX.points(["c3:b2"]) == ["b2", "c2", "b3", "c3"]
    assert SWAPPED.points(["a2:a4"]) == ["b1", "c1", "d1"]
    assert HEX.points([]) == []
    assert HEX.points(["a1", "z9"]) is None
    assert HEX.points(["a1:e5"] * 9) is None  # more than any board has


def test_kept_properties_are_turned_with_the_board():
    assert HEX.kept("AR", ("a2:b4",)) == ("AR", ("a2:b4",))
    assert SWAPPED.kept("AR", ("a2:b4", "ab:e1")) == ("AR", ("b1:d2", "b1:a5"))
    assert SWAPPED.kept("LB", ("a2:no cell z9",)) == ("LB", ("b1:no cell z9",))
    assert SWAPPED.kept("N", ("a2",)) == ("N", ("a2",))
    assert SWAPPED.kept("GB", ("1",)) == ("GW", ("1",))
    assert SWAPPED.kept("WL", ("x",)) == ("BL", ("x",))
