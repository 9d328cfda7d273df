"""The points that a turn touches."""

from __future__ import annotations

import isthmus
from isthmus import Position, Turn
from isthmus.analysis.overlays.touched import entered, moves


def turn(position: Position, text: str) -> Turn:
    return next(each for each in position.turns() if str(each) == text)


def test_stones_are_where_they_are_placed() -> None:
    start = isthmus.game("trellis(size=5,pie=0)").start()
    assert entered(start, turn(start, "a1+b3")) == ("a1", "b3")
    assert entered(start, turn(start, "pass")) == ()


def test_in_mid_turn_only_what_is_to_come_counts() -> None:
    begun = isthmus.game("trellis(size=5,pie=0)").start().step("b3")
    assert entered(begun, turn(begun, "a1+b3")) == ("a1",)
    assert entered(begun, turn(begun, "b3")) == ()


def test_a_choice_of_colours_has_no_point() -> None:
    choice = isthmus.game("hex(size=3,pie=1)").start().play("a1")
    assert [entered(choice, each) for each in choice.turns()] == [(), ()]


def test_a_stone_that_captures_is_where_it_is_placed() -> None:
    game = isthmus.game("orbit(size=5,pie=0)")
    position = game.position(black=["b3", "d3", "c2"], white=["c3"])
    assert entered(position, turn(position, "c4")) == ("c4",)
    assert position.play("c4").captured == ["c3"]


def test_a_moved_stone_is_where_it_lands() -> None:
    game = isthmus.game("network(size=6,stones=6,network=6)")
    position = game.position(
        white=["a2", "a4", "c2", "c5", "e2", "f4"], black=["b1", "e1", "b6", "e6", "d4", "b3"], to_move="white"
    )
    step = turn(position, "a2-a3")
    assert entered(position, step) == ("a3",)
    assert list(moves(position, step)) == [("a2", "a3")]


def test_a_row_enters_what_it_did_not_hold() -> None:
    game = isthmus.game("trinidad(size=5)")
    position = game.position(white=["c2", "c3"], black=["g3"], to_move="white")
    step = turn(position, "c2-c3")
    assert entered(position, step) == ("c4",)
    both = turn(position, "d2+c2-c3")
    assert set(entered(position, both)) == {"d2", "c4"}
    assert list(moves(position, both)) == [("c2", "c3")]
