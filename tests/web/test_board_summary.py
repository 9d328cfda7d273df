"""The chains of both sides in words."""

from __future__ import annotations

from hypothesis import given
from test_board_state import positions

import isthmus
from isthmus.rules.position import Position
from isthmus.web.board.summary import chain_summary


def test_chains_with_what_the_largest_touches_and_lacks() -> None:
    position = isthmus.game("hex(size=5,pie=0)").position(black=["c1", "c2", "e5"], white=["a4", "d4"])
    assert chain_summary(position) == (
        "Black: 2 chains; the largest has 2 stones, touches the top and is 3 gaps from the bottom. "
        "White: 2 chains; the largest has one stone, touches the left and is 3 gaps from the right."
    )


def test_links_are_those_of_the_side() -> None:
    game = isthmus.game("trellis(size=7,pie=0)")
    home = next(
        {black, white}
        for black in ["c3"]
        for white in ["d4", "d2", "b4", "b2"]
        if chain_summary(game.position(black=[black, white])).startswith("Black: its only chain")
    )
    assert chain_summary(game.position(white=sorted(home))).split(" White: ")[1].startswith("2 chains")


def test_a_chain_may_be_cut_off() -> None:
    position = isthmus.game("hex(size=3,pie=0)").position(black=["a1"], white=["a2", "b2", "c2"])
    assert "Black: its only chain has one stone, touches the top and is cut off from the bottom." in chain_summary(
        position
    )


def test_the_sides_of_a_hexagon_have_the_names_of_the_compass() -> None:
    position = isthmus.game("trinidad(size=3,pie=0)").position(black=["c3"], white=["a1"])
    assert "gaps from the north-east and is 2 gaps from the south-west" in chain_summary(position)
    assert "White: its only chain has one stone" in chain_summary(position)


def test_other_games_show_their_status() -> None:
    position = isthmus.game("orbit(size=5,pie=0)").start().play("c3")
    assert chain_summary(position) == "Black: one stone. White: no stones. Land: black 0, white 0."


@given(positions)
def test_it_says_something_of_both_sides_of_every_game(position: Position) -> None:
    said = chain_summary(position)
    assert "Black: " in said
    assert "White: " in said


def test_a_chain_that_has_won_touches_both_goals() -> None:
    position = isthmus.game("hex(size=3,pie=0)").position(black=["a1", "a2", "a3"], white=["c1", "c2"])
    assert "Black: its only chain has 3 stones, touches the top and touches the bottom." in chain_summary(position)
