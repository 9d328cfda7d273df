"""The exact solver: it finds what is known, agrees with looking at everything, and says when it does not know."""

from __future__ import annotations

import pytest
from solver_positions import late_position, value

import isthmus
from isthmus import Position, Seat
from isthmus.errors import SearchError
from isthmus.record import parse_position
from isthmus.search.solver import solve

FEW = 200_000
"""Nodes: more than any position here needs."""


def opened(game: str, *turns: str) -> Position:
    position = isthmus.game(game).start()
    for turn in turns:
        position = position.play(turn)
    return position


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_the_first_player_wins_hex(size: int) -> None:
    solution = solve(opened(f"hex(size={size},pie=0)"), nodes=FEW)
    assert (solution.result, solution.winner, str(solution)) == ("win", Seat.FIRST, "first seat wins")
    assert solution.turn is not None
    again = solve(solution.position.play(solution.turn), nodes=FEW)
    assert (again.result, again.turn) == ("loss", None)


def test_the_openings_that_win_hex_3_and_4_are_the_known_ones() -> None:
    """https://www.hexwiki.net/index.php/Small_boards; Black there joins top and bottom as here."""
    winning = {
        size: {
            str(turn)
            for turn in opened(f"hex(size={size},pie=0)").turns()
            if solve(opened(f"hex(size={size},pie=0)", str(turn)), nodes=FEW).result == "loss"
        }
        for size in (3, 4)
    }
    assert winning[3] == {"c1", "b2", "a3"} | {"a2", "c2"} | ({"b1", "b3"} & winning[3])
    assert winning[4] == {"d1", "c2", "b3", "a4"}


def test_with_the_pie_rule_the_second_player_wins_hex() -> None:
    assert solve(opened("hex(size=4,pie=1)"), nodes=FEW).winner is Seat.SECOND
    choice = solve(opened("hex(size=4,pie=1)", "a1"), nodes=FEW)
    assert (choice.result, str(choice.turn)) == ("win", "take-white")
    choice = solve(opened("hex(size=4,pie=1)", "b3"), nodes=FEW)
    assert (choice.result, str(choice.turn)) == ("win", "take-black")


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7, 8])
def test_the_first_player_wins_bridgit_and_one_stone_trellis(size: int) -> None:
    assert solve(opened(f"bridgit(size={size})"), nodes=FEW).winner is Seat.FIRST
    if size in (5, 7):
        assert solve(opened(f"trellis(size={size},pie=0,stones_per_turn=1)"), nodes=FEW).winner is Seat.FIRST


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("game", ["hex(size=4,pie=0)", "bridgit(size=3)", "bridgit(size=3,pie=1)"])
def test_it_agrees_with_looking_at_everything(game: str, seed: int) -> None:
    position = late_position(game, 4, seed)
    assert position.seat is not None
    solution = solve(position, nodes=FEW)
    assert solution.least == solution.most == value(position, position.seat)
    if solution.turn is not None:
        assert value(position.play(solution.turn), position.seat) == solution.least


def test_draws_are_found() -> None:
    # Two plies before the last one of the game that is allowed, on an empty board: nobody can enclose anything.
    position = parse_position("orbit(size=5,pie=0) 5/5/5/5/5 black first=black plies=97")
    solution = solve(position, nodes=FEW)
    assert solution.draw
    assert (solution.result, solution.winner, str(solution)) == ("draw", None, "draw")


def test_in_mid_turn_it_completes_the_turn() -> None:
    position = late_position("trellis(size=5,pie=0)", 3, 1)
    first = next(step for step in position.steps() if position.step(step).mid_turn)
    solution = solve(position.step(first), nodes=FEW)
    assert solution.proved
    if solution.turn:
        assert first in str(solution.turn).split("+")


def test_what_is_not_proved_is_said_to_be_unproved() -> None:
    solution = solve(opened("hex(size=11,pie=0)"), nodes=20)
    assert (solution.result, solution.winner, solution.draw) == ("unproved", None, False)
    assert (solution.least, solution.most, solution.proved, solution.turn) == (-1, 1, False, None)
    assert str(solution) == "unproved"
    assert solution.nodes <= 21


def test_it_stops_when_told() -> None:
    asked: list[bool] = []

    def stop() -> bool:
        asked.append(True)
        return len(asked) >= 3

    assert not solve(opened("orbit(size=16,pie=3)"), stop=stop).proved
    assert len(asked) == 3


@pytest.mark.parametrize("memory", [1, 64])
def test_a_small_table_forgets_but_does_not_lie(memory: int) -> None:
    position = late_position("trellis(size=5,pie=0)", 4, 2)
    small, large = solve(position, memory_mb=memory), solve(position)
    assert small.result == large.result != "unproved"


def test_the_same_position_needs_the_same_nodes() -> None:
    position = opened("hex(size=6,pie=0)", "c4")
    assert solve(position, nodes=FEW).nodes == solve(position, nodes=FEW).nodes


def test_it_says_what_it_cannot_solve() -> None:
    over = opened("hex(size=3,pie=0)", "b2", "a1", "b1", "a2", "b3")
    with pytest.raises(SearchError, match="the game is over: black"):
        solve(over)
    with pytest.raises(SearchError, match="limits must be positive; got nodes=0"):
        solve(opened("hex(size=3)"), nodes=0)
    with pytest.raises(SearchError, match="written only in Python"):
        solve(isthmus.game("hex(size=3)").reference().start())
