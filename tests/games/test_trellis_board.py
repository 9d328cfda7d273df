"""Trellis: the board, its links and its sides, rules 2.1 sentence by sentence."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from trellis_turns import cells, points

from isthmus import Game, RulesError, Side
from isthmus.games.trellis_board import home_links, home_of

Make = Callable[..., Game]


def linked(game: Game, side: Side, one: str, other: str) -> bool:
    size = game.number("size")
    return game.topology.cell(other) in home_links(size)[side.value][game.topology.cell(one)]


def test_the_board_has_an_odd_number_of_points_a_side_from_5_to_19_and_15_by_default(trellis: Make) -> None:
    assert len(trellis().topology) == 225
    for size in range(5, 20, 2):
        assert len(trellis(size=size).topology) == size * size
    for size in (3, 4, 6, 14, 20, 21):
        with pytest.raises(RulesError, match="an odd number from 5 to 19"):
            trellis(size=size)


def test_the_upper_left_square_is_dark_and_the_squares_are_checkered(trellis: Make) -> None:
    tiles = {min(polygon): role for role, polygon in trellis(size=7).scenery().tiles}
    assert len(tiles) == 36
    assert tiles[0.0, 0.0] == "dark"
    for (x, y), role in tiles.items():
        assert role == ("dark" if (x + y) % 2 == 0 else "light")


def test_stones_are_connected_if_orthogonally_adjacent(trellis: Make) -> None:
    for side in Side:
        for near in ("c4", "e4", "d3", "d5"):
            assert linked(trellis(size=9), side, "d4", near)


def test_stones_are_connected_diagonally_across_a_home_square_only(trellis: Make) -> None:
    game = trellis(size=9)
    assert home_of(0, 0) is Side.WHITE  # the square a1 b1 b2 a2
    for one, other in (("a1", "b2"), ("b1", "a2")):
        assert linked(game, Side.WHITE, one, other)
        assert not linked(game, Side.BLACK, one, other)
    for one, other in (("b1", "c2"), ("c1", "b2")):  # and across the next square, a dark one
        assert linked(game, Side.BLACK, one, other)
        assert not linked(game, Side.WHITE, one, other)


def test_no_stone_is_connected_to_one_further_away(trellis: Make) -> None:
    for links in home_links(trellis(size=9).number("size")):
        for cell, near in enumerate(links):
            assert all(max(abs(cell // 9 - to // 9), abs(cell % 9 - to % 9)) == 1 for to in near)
            assert len(near) <= 6


def test_links_are_those_of_stones_that_touch_the_same_home_square_as_in_bridg_it(trellis: Make) -> None:
    """With one stone a turn this is Diagonal Bridg-It: home squares, also those beyond the rim, are its dots."""
    size = trellis(size=7).number("size")
    for side in Side:
        touching = [
            {(row - below, column - left) for below in (0, 1) for left in (0, 1)}
            for row in range(size)
            for column in range(size)
        ]
        dots = [{square for square in squares if home_of(*square) is side} for squares in touching]
        for cell, links in enumerate(home_links(size)[side.value]):
            assert len(dots[cell]) == 2
            assert set(links) == {near for near in range(size * size) if near != cell and dots[near] & dots[cell]}


def test_the_example_of_2003_is_won_by_black_as_white_breaks_between_i7_and_j6(trellis: Make) -> None:
    """The finished 15 × 15 game in Cameron Browne's description (2003), the vertical player being Black."""
    black = points("f15 f14 g13 j13 k13 g12 h12 i12 l12 l11 l10 l9 k8 j7 i6 i5 i4 i3 i2 i1")
    white = points("a7 b7 c7 d7 e7 f7 g7 h7 i7 j6 k6 l6 m6 n6 o6")
    game = trellis()
    position = game.position(black=black, white=white)
    assert str(position.outcome) == "black (connected)"
    assert linked(game, Side.BLACK, "j7", "i6")
    assert not linked(game, Side.WHITE, "i7", "j6")
    chain = [game.topology.names[cell] for cell in position.marks.winning]
    assert {chain[0], chain[-1]} == {"f15", "i1"}
    assert set(chain) == set(black) - {"g12"}  # g13 and h12 connect across a dark square
    assert game.position(black=black[:-1], white=white).outcome is None


def test_the_example_of_connection_has_one_black_group_and_a_white_stone_cut_off(trellis: Make) -> None:
    """The example of Games of Soldiers, one column further right, since its picture has the other parity."""
    game = trellis()

    def group(side: Side, start: str, names: str) -> set[str]:
        reached, stones = {start}, set(names.split())
        while grown := {n for n in stones - reached for r in reached if linked(game, side, r, n)}:
            reached |= grown
        return reached

    black, white = "f7 g8 h9 i9 j8 k8", "g10 h10 i10 j9 i8"
    assert group(Side.BLACK, "f7", black) == set(black.split())
    assert group(Side.WHITE, "i8", white) == {"i8"}
    assert group(Side.WHITE, "g10", white) == {"g10", "h10", "i10", "j9"}


def test_black_joins_top_and_bottom_and_white_left_and_right(trellis: Make) -> None:
    game = trellis(size=5)
    column, row = [f"c{number}" for number in range(1, 6)], [f"{letter}3" for letter in "abcde"]
    assert game.position(black=column).outcome.winner is Side.BLACK
    assert game.position(white=row).outcome.winner is Side.WHITE
    assert game.position(black=row).outcome is None
    assert game.position(white=column).outcome is None


def test_a_corner_point_belongs_to_both_sides_that_meet_there(trellis: Make) -> None:
    game = trellis(size=5)
    edge = [f"a{number}" for number in range(1, 6)], [f"{letter}1" for letter in "abcde"]
    assert game.position(black=edge[0]).outcome.winner is Side.BLACK
    assert game.position(white=edge[1]).outcome.winner is Side.WHITE
    (contest,) = game.reference().contests
    corners = set(cells(game, "a1 a5 e1 e5"))
    for side in Side:
        start, end = contest.goals[side.value]
        assert corners <= start | end
        assert len(start) == len(end) == 5
