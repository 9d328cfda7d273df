"""Quadrant Hex: one test per sentence of rules 2.3."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import dist

import pytest

from isthmus import Game, IllegalTurnError, Position, RulesError, Side
from isthmus.games.quadrant_hex import QuadrantHex
from isthmus.rules.connect import won_contests

Make = Callable[..., Game]

points = str.split


@pytest.fixture
def quadrant_hex(played: Callable[[str], Make]) -> Make:
    return played("quadrant-hex")


def column(letter: str, first: int, last: int) -> list[str]:
    return [f"{letter}{number}" for number in range(first, last + 1)]


def won(position: Position, side: Side) -> set[str]:
    game = position.game
    assert isinstance(game, QuadrantHex)
    return {contest.name for contest in won_contests(game.contests, position.snapshot.stones, game.links)[side.value]}


def test_the_rhombus_has_an_even_number_of_cells_a_side_from_6_to_26_and_14_by_default(quadrant_hex: Make) -> None:
    assert str(quadrant_hex()) == "quadrant-hex(size=14,pie=0)"
    for size in range(6, 27, 2):
        assert len(quadrant_hex(size=size).topology) == size * size
    for size in (4, 7, 13, 28):
        with pytest.raises(RulesError, match="an even number from 6 to 26"):
            quadrant_hex(size=size)


def test_the_pie_is_0_by_default_or_1(quadrant_hex: Make) -> None:
    assert not quadrant_hex(size=6).start().play("c3").choosing
    assert quadrant_hex(size=6, pie=1).start().play("c3").choosing
    with pytest.raises(RulesError, match="one of 0, 1"):
        quadrant_hex(pie=3)


def test_there_are_four_disjoint_quadrants_and_the_full_board(quadrant_hex: Make) -> None:
    game = quadrant_hex()
    board, *quarters = game.contests
    assert [contest.name for contest in quarters] == ["top left", "top right", "bottom left", "bottom right"]
    assert [len(contest.region) for contest in quarters] == [49] * 4
    assert frozenset().union(*(contest.region for contest in quarters)) == board.region
    assert len(board.region) == 196
    assert game.topology.cell("a1") in quarters[0].region
    assert game.topology.cell("n1") in quarters[1].region


def test_black_joins_top_and_bottom_and_white_left_and_right_of_every_contest(quadrant_hex: Make) -> None:
    game = quadrant_hex(size=6)
    position = game.position(black=column("b", 1, 3), white=["d5", "e5", "f5"])
    assert won(position, Side.BLACK) == {"top left"}
    assert won(position, Side.WHITE) == {"bottom right"}
    turned = game.position(black=["d5", "e5", "f5"], white=column("b", 1, 3))
    assert won(turned, Side.BLACK) == won(turned, Side.WHITE) == set()


def test_a_chain_counts_in_a_quadrant_only_as_far_as_it_stays_inside(quadrant_hex: Make) -> None:
    game = quadrant_hex(size=6)
    assert won(game.position(black=["c1", "c2", "d2", "d3", "c4"]), Side.BLACK) == set()
    assert won(game.position(black=["c1", "c2", "d2", "d3", "c3"]), Side.BLACK) == {"top left"}


def test_the_full_board_may_be_won_without_any_quadrant(quadrant_hex: Make) -> None:
    chain = ["c1", "c2", "d2", "d3", "d4", "c5", "b6"]
    assert won(quadrant_hex(size=6).position(black=chain), Side.BLACK) == {"board"}


def test_three_contests_win(quadrant_hex: Make) -> None:
    game = quadrant_hex(size=6)
    two = game.position(black=[*column("b", 1, 3), *column("e", 1, 3)])
    assert won(two, Side.BLACK) == {"top left", "top right"}
    assert two.outcome is None
    nearly = game.position(black=column("b", 1, 5))
    assert nearly.outcome is None
    assert str(nearly.play("b6").outcome) == "black (majority of contests)"
    assert won(nearly.play("b6"), Side.BLACK) == {"board", "top left", "bottom left"}


def test_three_quadrants_win_without_the_full_board(quadrant_hex: Make) -> None:
    white = points("a2 b2 c2 d3 e3 f3 a5 b5")
    position = quadrant_hex(size=6).position(white=white, to_move="white")
    assert position.outcome is None
    assert won(position, Side.WHITE) == {"top left", "top right"}
    over = position.play("c5")
    assert won(over, Side.WHITE) == {"top left", "top right", "bottom left"}
    assert str(over.outcome) == "white (majority of contests)"


def test_a_turn_is_one_stone_and_there_is_no_passing(quadrant_hex: Make) -> None:
    start = quadrant_hex(size=6).start()
    assert len(start.turns()) == 36
    with pytest.raises(IllegalTurnError, match="there is no passing in Quadrant Hex"):
        start.play("pass")


def test_the_drawing_divides_the_board_along_the_sides_of_the_hexagons(quadrant_hex: Make) -> None:
    game = quadrant_hex(size=6)
    across, down = game.scenery().dividers
    for line in (across, down):
        assert len(line) == 12
        for one, other in pairwise(line):
            assert dist(one, other) == pytest.approx(3**-0.5, abs=1e-5)
    (_, above), (_, below) = (game.topology.positions[game.topology.cell(name)] for name in ("c3", "c4"))
    assert all(above < y < below for _, y in across)
