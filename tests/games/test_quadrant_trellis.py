"""Quadrant Trellis: one test per sentence of rules 2.2."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import isthmus
from isthmus import Game, IllegalTurnError, Position, RulesError, Side
from isthmus.games.quadrant_trellis import QuadrantTrellis
from isthmus.rules.connect import won_contests

Make = Callable[..., Game]


@pytest.fixture
def quadrant_trellis(played: Callable[[str], Make]) -> Make:
    return played("quadrant-trellis")


def column(letter: str, first: int, last: int) -> list[str]:
    return [f"{letter}{number}" for number in range(first, last + 1)]


def row(letters: str, number: int) -> list[str]:
    return [f"{letter}{number}" for letter in letters]


def won(position: Position, side: Side) -> set[str]:
    game = position.game
    assert isinstance(game, QuadrantTrellis)
    return {contest.name for contest in won_contests(game.contests, position.snapshot.stones, game.links)[side.value]}


def test_the_board_has_9_13_17_or_21_points_a_side_and_17_by_default(quadrant_trellis: Make) -> None:
    assert str(quadrant_trellis()) == "quadrant-trellis(size=17,pie=0)"
    for size in (9, 13, 17, 21):
        assert len(quadrant_trellis(size=size).topology) == size * size
    for size in (5, 11, 15, 16, 25):
        with pytest.raises(RulesError, match="one of 9, 13, 17, 21"):
            quadrant_trellis(size=size)


def test_the_pie_is_0_by_default_or_1(quadrant_trellis: Make) -> None:
    assert not quadrant_trellis(size=9).start().play("e5").choosing
    assert quadrant_trellis(size=9, pie=1).start().play("e5").choosing
    with pytest.raises(RulesError, match="one of 0, 1"):
        quadrant_trellis(pie=3)


def test_there_are_five_contests_the_full_board_and_each_quadrant(quadrant_trellis: Make) -> None:
    contests = quadrant_trellis().contests
    assert [contest.name for contest in contests] == ["board", "bottom left", "bottom right", "top left", "top right"]
    assert [len(contest.region) for contest in contests] == [289, 81, 81, 81, 81]


def test_the_quadrants_share_the_middle_row_and_column(quadrant_trellis: Make) -> None:
    game = quadrant_trellis(size=9)
    shared = {
        name
        for cell, name in enumerate(game.topology.names)
        if sum(cell in contest.region for contest in game.contests[1:]) > 1
    }
    assert shared == {*column("e", 1, 9), *row("abcdefghi", 5)}
    assert all(game.topology.cell("e5") in contest.region for contest in game.contests)


def test_black_joins_top_and_bottom_of_a_quadrant_and_white_left_and_right(quadrant_trellis: Make) -> None:
    game = quadrant_trellis(size=9)
    position = game.position(black=column("c", 1, 5), white=row("efghi", 7))
    assert won(position, Side.BLACK) == {"bottom left"}
    assert won(position, Side.WHITE) == {"top right"}
    turned = game.position(black=row("efghi", 7), white=column("c", 1, 5))
    assert won(turned, Side.BLACK) == won(turned, Side.WHITE) == set()


def test_a_stone_on_the_middle_column_counts_in_both_quadrants(quadrant_trellis: Make) -> None:
    position = quadrant_trellis(size=9).position(black=column("e", 1, 5))
    assert won(position, Side.BLACK) == {"bottom left", "bottom right"}


def test_a_chain_counts_in_a_quadrant_only_as_far_as_it_stays_inside(quadrant_trellis: Make) -> None:
    chain = ["c1", "c2", *row("def", 2), *column("f", 3, 5), "e5"]
    game = quadrant_trellis(size=9)
    assert won(game.position(black=chain), Side.BLACK) == set()
    assert won(game.position(black=[*chain, "e3", "e4"]), Side.BLACK) == {"bottom left"}


def test_the_full_board_may_be_won_without_any_quadrant(quadrant_trellis: Make) -> None:
    chain = [*column("c", 1, 3), *row("def", 3), *column("f", 4, 7), *row("edc", 7), "c8", "c9"]
    assert won(quadrant_trellis(size=9).position(black=chain), Side.BLACK) == {"board"}


def test_the_first_colour_with_three_contests_wins(quadrant_trellis: Make) -> None:
    game = quadrant_trellis(size=9)
    two = game.position(black=[*column("c", 1, 5), *column("g", 1, 5)])
    assert len(won(two, Side.BLACK)) == 2
    assert two.outcome is None
    nearly = game.position(black=column("c", 1, 8))
    assert nearly.outcome is None
    over = nearly.play("c9")
    assert won(over, Side.BLACK) == {"board", "bottom left", "top left"}
    assert str(over.outcome) == "black (majority of contests)"
    assert over.steps() == []
    assert {game.topology.names[cell] for cell in over.marks.winning} == set(column("c", 1, 9))


def test_the_game_goes_on_while_one_colour_has_two_contests_and_the_other_one(quadrant_trellis: Make) -> None:
    black = [*column("c", 1, 5), *column("g", 1, 5)]
    position = quadrant_trellis(size=9).position(black=black, white=row("abcdefgh", 7), to_move="white")
    assert (len(won(position, Side.BLACK)), len(won(position, Side.WHITE))) == (2, 1)
    assert position.outcome is None
    over = position.play("i7")
    assert won(over, Side.WHITE) == {"board", "top left", "top right"}
    assert over.outcome.winner is Side.WHITE


def test_a_turn_is_one_stone_and_there_is_no_passing(quadrant_trellis: Make) -> None:
    start = quadrant_trellis(size=9).start()
    assert len(start.turns()) == len(start.steps()) == 81
    with pytest.raises(IllegalTurnError, match="there is no passing in Quadrant Trellis"):
        start.play("pass")
    with pytest.raises(IllegalTurnError, match="e5 is already a whole turn"):
        start.play("e5+e8")


def test_stones_connect_as_in_trellis(quadrant_trellis: Make) -> None:
    game, trellis = quadrant_trellis(size=9), isthmus.game("trellis", size=9).reference()
    for side in Side:
        for cell in range(81):
            assert game.links(side, cell) == trellis.links(side, cell)


def test_the_drawing_divides_the_board_along_the_shared_row_and_column(quadrant_trellis: Make) -> None:
    scenery = quadrant_trellis(size=9).scenery()
    assert scenery.dividers == (((4, 0), (4, 8)), ((0, 4), (8, 4)))
    assert len(scenery.tiles) == 64
