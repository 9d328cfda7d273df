"""Links of HexWorld and PlayHex: a game of Hex after the ``#`` of an address."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import spoiled

from isthmus import IllegalTurnError, IsthmusError, NotationError, Outcome, RulesError, Side
from isthmus.record import parse_hexworld_link, parse_sgf, read_any
from isthmus.web.study.importing import read_start

BOARD = "https://hexworld.org/board/"


@pytest.mark.parametrize(
    "address",
    [
        "https://hexworld.org/board/#5,c2b4d3",
        "https://www.hexworld.org/board/#5nr9c1,c2b4d3",
        "https://playhex.org/hexplorer#5r9c1,c2b4d3",
        "https://hexanna1.github.io/hex-study/y.html#5x5c1,c2b4d3",
        "https://hexworld.org/board/#5%2Cc2b4d3",
        "Hi Ann, see <https://hexworld.org/board/#5,c2b4d3>!",
        "(https://hexworld.org/board/#5,c2b4d3).",
        "#5,c2b4d3",
    ],
)
def test_a_link_is_read_wherever_it_is(address):
    record = read_any(address)
    assert (str(record.game), record.turns) == ("hex(size=5,pie=0)", ("c2", "b4", "d3"))


def test_a_swap_of_pieces_reflects_what_follows_as_in_sgf():
    record, here = parse_hexworld_link(BOARD + "#5c1,c2:se4b1")
    (same,) = parse_sgf("(;GM[11]SZ[5];B[c2];W[swap-pieces];B[e4];W[b1])")
    assert (record.game, record.turns) == (same.game, same.turns)
    assert record.turns == ("c2", "take-black", "d5", "a2")
    assert here == record.last
    (sides,) = parse_sgf("(;GM[11]SZ[5];B[c2];W[swap-sides];W[e4])")
    assert parse_hexworld_link(BOARD + "#5,c2:Se4")[0].turns == sides.turns


def test_the_second_comma_marks_the_shown_position():
    for link, here in (("#13,d10j9d5", 3), ("#13,d10j9,d5", 2), ("#13,,d10j9d5", 0), ("#13,a2,:sc3", 1), ("#13", 0)):
        record, node = parse_hexworld_link(BOARD + link)
        assert node == here
        assert read_start({}, BOARD + link) == (record, node)
    assert len(parse_hexworld_link(BOARD + "#13,d10j9,d5")[0].turns) == 3


@pytest.mark.parametrize(
    ("moves", "winner", "reason"),
    [
        ("a2:rb", Side.WHITE, "resigned"),
        ("a2:rw", Side.BLACK, "resigned"),
        ("a2:fb", Side.WHITE, "forfeit"),
        ("a2:sc3:rb", Side.BLACK, "resigned"),  # the first player, who has White since the swap
    ],
)
def test_giving_up_is_the_result(moves, winner, reason):
    assert read_any(f"{BOARD}#5,{moves}").result == Outcome(winner, reason)


@pytest.mark.parametrize(
    ("link", "error", "message"),
    [
        ("#13x11,a1", NotationError, "found '13x11,a1', expected the size of a board with as many columns as rows"),
        ("#x", NotationError, "found 'x', expected the size"),
        ("#5,a1b2,c3,d4", NotationError, "expected the size"),
        ("#2,a1", RulesError, "HexWorld link: hex: size is 2"),
        ("#5,a1?b2", NotationError, r"found '\?b2', expected a move such as c2 or :s"),
        ("#5,a1z9", NotationError, r"move 2: found z9, expected a cell of hex\(size=5,pie=0\)"),
        ("#5,a1a1", IllegalTurnError, "move 2: a1 is occupied by black"),
        ("#5,a1:p", NotationError, "move 2: found a pass"),
        ("#5,a1b2:s", NotationError, "move 3: found the swap :s here; it may come only right after the first move"),
        ("#5,:s", NotationError, "move 1: found the swap"),
        ("#5,a1:rba2", IllegalTurnError, "move 3: .*the game is over"),
    ],
)
def test_each_mistake_is_named_with_its_move(link, error, message):
    with pytest.raises(error, match=message):
        read_any(BOARD + link)


def test_other_links_are_refused():
    with pytest.raises(NotationError, match="is not a HexWorld link"):
        parse_hexworld_link("hexworld.org/board without moves")


@settings(max_examples=100)
@given(spoiled(st.just(BOARD + "#11r9c1,b4:sh4g8i8,h3g4:rb"), "abc123:,sprw#%"))
def test_any_link_is_read_or_refused(text):
    with contextlib.suppress(IsthmusError):
        parse_hexworld_link(text)
