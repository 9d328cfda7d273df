"""Bridg-It: one test per sentence of rules 2.5."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from isthmus import Game, IllegalTurnError, NotationError, RulesError, Side

Make = Callable[..., Game]

points = str.split


@pytest.fixture
def bridgit(played: Callable[[str], Make]) -> Make:
    return played("bridgit")


def ends(game: Game, side: Side, name: str) -> set[tuple[float, float]]:
    """The (row, column) dots that a side's bridge joins, row 0 at the top."""
    return {(y, x) for x, y in game.scenery().bridges[game.topology.cell(name)][side.value]}


def test_the_order_is_3_to_12_and_5_by_default(bridgit: Make) -> None:
    assert str(bridgit()) == "bridgit(size=5,pie=0)"
    for order in range(3, 13):
        assert len(bridgit(size=order).topology) == order**2 + (order - 1) ** 2
    for order in (2, 13):
        with pytest.raises(RulesError, match="a whole number from 3 to 12"):
            bridgit(size=order)


def test_the_pie_is_0_by_default_or_1(bridgit: Make) -> None:
    assert not bridgit(size=3).start().play("c3").choosing
    assert bridgit(size=3, pie=1).start().play("c3").choosing
    with pytest.raises(RulesError, match="one of 0, 1"):
        bridgit(pie=3)


def test_points_have_an_even_row_and_column_sum_and_are_named_as_on_a_square_board(bridgit: Make) -> None:
    game = bridgit(size=3)
    assert set(game.topology.names) == set(points("a1 c1 e1 b2 d2 a3 c3 e3 b4 d4 a5 c5 e5"))
    assert game.topology.positions[game.topology.cell("a5")] == (0, 0)
    assert game.topology.positions[game.topology.cell("e1")] == (4, 4)
    with pytest.raises(NotationError, match="no field 'a2'"):
        game.start().play("a2")


def test_blacks_dots_lie_in_odd_rows_and_even_columns_and_whites_the_other_way_round(bridgit: Make) -> None:
    dots = bridgit(size=3).scenery().dots
    black = {(y, x) for side, (x, y) in dots if side is Side.BLACK}
    white = {(y, x) for side, (x, y) in dots if side is Side.WHITE}
    assert black == {(row, column) for row in (-1, 1, 3, 5) for column in (0, 2, 4)}
    assert white == {(row, column) for row in (0, 2, 4) for column in (-1, 1, 3, 5)}


def test_a_stone_on_even_row_and_column_is_upright_for_black_and_flat_for_white(bridgit: Make) -> None:
    game = bridgit(size=3)
    assert ends(game, Side.BLACK, "c3") == {(1, 2), (3, 2)}
    assert ends(game, Side.WHITE, "c3") == {(2, 1), (2, 3)}
    assert ends(game, Side.BLACK, "a5") == {(-1, 0), (1, 0)}
    assert ends(game, Side.WHITE, "a5") == {(0, -1), (0, 1)}


def test_a_stone_on_odd_row_and_column_is_flat_for_black_and_upright_for_white(bridgit: Make) -> None:
    game = bridgit(size=3)
    assert ends(game, Side.BLACK, "b4") == {(1, 0), (1, 2)}
    assert ends(game, Side.WHITE, "b4") == {(0, 1), (2, 1)}


def test_stones_are_connected_if_their_bridges_share_a_dot(bridgit: Make) -> None:
    game = bridgit(size=4)
    for side in Side:
        for cell, name in enumerate(game.topology.names):
            meets = {other for other in game.topology.names if ends(game, side, name) & ends(game, side, other)}
            assert {game.topology.names[near] for near in game.links(side, cell)} == meets - {name}
    near = {game.topology.names[cell] for cell in game.links(Side.BLACK, game.topology.cell("c3"))}
    assert near == {"c1", "c5", "b2", "d2", "b4", "d4"}


def test_black_joins_the_top_and_bottom_dots(bridgit: Make) -> None:
    game = bridgit(size=3)
    assert str(game.position(black=["c1", "c3", "c5"]).outcome) == "black (connected)"
    assert game.position(black=["a5", "b4", "c3", "d2", "e1"]).outcome.winner is Side.BLACK
    assert game.position(black=["a3", "c3", "e3"]).outcome is None
    assert game.position(black=["c1", "c3"]).outcome is None


def test_white_joins_the_left_and_right_dots(bridgit: Make) -> None:
    game = bridgit(size=3)
    assert str(game.position(white=["a3", "c3", "e3"]).outcome) == "white (connected)"
    assert game.position(white=["a5", "b4", "c3", "d2", "e1"]).outcome.winner is Side.WHITE
    assert game.position(white=["c1", "c3", "c5"]).outcome is None
    assert game.position(white=["a3", "c3"]).outcome is None


def test_a_turn_is_one_stone_and_there_is_no_passing(bridgit: Make) -> None:
    start = bridgit(size=3).start()
    assert len(start.turns()) == 13
    assert start.play("c3").to_move is Side.WHITE
    with pytest.raises(IllegalTurnError, match="there is no passing in Bridg-It"):
        start.play("pass")
    with pytest.raises(IllegalTurnError, match="c3 is already a whole turn"):
        start.play("c3+c5")


def test_the_winning_chain_is_marked_and_ends_the_game(bridgit: Make) -> None:
    game = bridgit(size=3)
    over = game.position(black=["c1", "c5", "a1"], white=["b2", "e5"]).play("c3")
    assert {game.topology.names[cell] for cell in over.marks.winning} == {"c1", "c3", "c5"}
    assert over.steps() == []


def test_the_goal_lines_run_through_the_outer_dots(bridgit: Make) -> None:
    scenery = bridgit(size=3).scenery()
    dots = set(scenery.dots)
    assert [side for side, _ in scenery.edges] == [Side.BLACK, Side.BLACK, Side.WHITE, Side.WHITE]
    assert all((side, end) in dots for side, line in scenery.edges for end in line)
