"""Hex: one test per sentence of rules 2.4, and of 1.1 to 1.4 where Hex shows them best."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from isthmus import Game, IllegalTurnError, NotationError, PositionError, RulesError, Seat, Side

Make = Callable[..., Game]


@pytest.fixture
def hexes(played: Callable[[str], Make]) -> Make:
    return played("hex")


def test_the_board_has_3_to_26_cells_a_side_and_11_by_default(hexes: Make) -> None:
    assert str(hexes()) == "hex(size=11,pie=1)"
    for size in (3, 4, 11, 26):
        assert len(hexes(size=size).topology) == size * size
    for size in (2, 27):
        with pytest.raises(RulesError, match="a whole number from 3 to 26"):
            hexes(size=size)


def test_the_pie_is_1_by_default_or_0(hexes: Make) -> None:
    with pytest.raises(RulesError, match="one of 0, 1"):
        hexes(pie=3)
    assert hexes(size=5).start().play("c3").choosing
    assert not hexes(size=5, pie=0).start().play("c3").choosing


def test_rows_are_counted_from_the_top_and_shift_half_a_cell_to_the_right(hexes: Make) -> None:
    topology = hexes(size=5).topology
    x, y = topology.positions[topology.cell("b2")]
    below_x, below_y = topology.positions[topology.cell("b3")]
    assert below_y > y
    assert below_x - x == pytest.approx(0.5)


def test_a_cell_has_six_neighbours(hexes: Make) -> None:
    game = hexes(size=5)
    for side in Side:
        near = {game.topology.names[cell] for cell in game.links(side, game.topology.cell("c3"))}
        assert near == {"b3", "d3", "c2", "c4", "d2", "b4"}


def test_black_joins_top_and_bottom_and_white_left_and_right(hexes: Make) -> None:
    game = hexes(size=4)
    assert str(game.position(black=["c1", "c2", "b3", "b4"]).outcome) == "black (connected)"
    assert game.position(white=["c1", "c2", "b3", "b4"]).outcome is None
    assert str(game.position(white=["a3", "b2", "c2", "d1"]).outcome) == "white (connected)"
    assert game.position(black=["b1", "c2", "c3", "c4"]).outcome is None  # b1 and c2 do not touch


def test_a_chain_wins_at_once_and_is_marked_from_end_to_end(hexes: Make) -> None:
    game = hexes(size=4)
    over = game.position(black=["c1", "b3", "b4", "d4"], white=["a1", "a2", "d1"]).play("c2")
    assert over.outcome.winner is Side.BLACK
    assert (over.steps(), over.turns(), over.to_move, over.seat, over.phase) == ([], [], None, None, "over")
    chain = [game.topology.names[cell] for cell in over.marks.winning]
    assert min(chain, chain[::-1]) == ["b4", "b3", "c2", "c1"]
    with pytest.raises(IllegalTurnError, match="the game is over"):
        over.play("a3")


def test_a_turn_is_one_stone_on_an_empty_cell(hexes: Make) -> None:
    position = hexes(size=3, pie=0).start().play("b2")
    assert [str(turn) for turn in position.turns()] == ["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"]
    assert (position.stones("black"), position.stones("white")) == (["b2"], [])
    with pytest.raises(IllegalTurnError, match="b2 is occupied by black"):
        position.play("b2")
    with pytest.raises(IllegalTurnError, match="a1 is already a whole turn"):
        position.play("a1+a2")


def test_there_is_no_passing(hexes: Make) -> None:
    with pytest.raises(IllegalTurnError, match="there is no passing in Hex: place a stone"):
        hexes(size=3, pie=0).start().play("pass")


def test_after_the_first_turn_the_second_player_chooses_a_colour(hexes: Make) -> None:
    choice = hexes(size=3).start().play("b2")
    assert (choice.seat, choice.to_move, choice.phase) == (Seat.SECOND, None, "choose")
    assert choice.steps() == ["take-black", "take-white"]
    swapped, kept = choice.play("take-black"), choice.play("take-white")
    assert (swapped.to_move, swapped.seat, swapped.seat_of("black")) == (Side.WHITE, Seat.FIRST, Seat.SECOND)
    assert (kept.to_move, kept.seat, kept.seat_of("black")) == (Side.WHITE, Seat.SECOND, Seat.FIRST)
    assert swapped != kept
    assert swapped.stones("black") == ["b2"]


def test_a_set_up_position_is_in_the_main_phase(hexes: Make) -> None:
    position = hexes(size=3).position(black=["b2"], to_move="white")
    assert (position.to_move, position.choosing, position.seat) == (Side.WHITE, False, Seat.SECOND)


def test_a_set_up_position_has_one_stone_on_a_cell_and_cells_of_the_board(hexes: Make) -> None:
    game = hexes(size=3)
    with pytest.raises(PositionError, match="b2 is given two stones"):
        game.position(black=["b2"], white=["b2"])
    with pytest.raises(NotationError, match="no field 'd4'"):
        game.position(black=["d4"])
    with pytest.raises(PositionError, match="'black' or 'white', not 'red'"):
        game.position(to_move="red")
