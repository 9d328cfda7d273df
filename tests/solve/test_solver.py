"""The exact solver finds known results, agrees with brute force, and says when a result is unknown."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from solver_positions import FEW_LEFT, SMALL, late_position, value

import isthmus
from isthmus import Position, Seat
from isthmus.errors import SearchError
from isthmus.record import parse_position
from isthmus.solve.checker import check_certificate
from isthmus.solve.solver import solve

FEW = 200_000
"""Nodes: more than any position here needs."""


def opened(game: str, *turns: str) -> Position:
    position = isthmus.game(game).start()
    for turn in turns:
        position = position.play(turn)
    return position


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7])
def test_the_first_player_wins_hex(size: int) -> None:
    solution = solve(opened(f"hex(size={size},pie=0)"), nodes=FEW)
    assert (solution.result, solution.winner, str(solution)) == ("win", Seat.FIRST, "first player wins")
    assert solution.turn is not None
    again = solve(solution.position.play(solution.turn), nodes=FEW)
    assert (again.result, again.turn) == ("loss", None)


def test_the_middle_of_a_quarter_wins_quadrant_hex_6() -> None:
    solution = solve(opened("quadrant-hex(size=6)", "b2"), nodes=FEW)
    assert (solution.result, solution.winner) == ("loss", Seat.FIRST)


def test_a_win_in_several_contests_at_once_stands_up_to_the_checker() -> None:
    solution = solve(opened("quadrant-hex(size=6)", "b2", "e5", "b5", "e2"), certificate=True)
    (certificate,) = solution.certificates
    (checked,) = check_certificate(certificate.text())
    assert checked.claim == f"{solution.winner} wins"


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


@pytest.mark.parametrize("text", FEW_LEFT)
def test_it_agrees_with_exhaustive_search(text: str) -> None:
    position = parse_position(text)
    assert position.seat is not None
    solution = solve(position, nodes=FEW, memory_mb=1, certificate=True)
    assert solution.least == solution.most == value(position, position.seat)
    if solution.least > -1:
        assert solution.turn is not None
        assert value(position.play(solution.turn), position.seat) == solution.least
    else:
        assert solution.turn is None
    assert check_certificate(line for certificate in solution.certificates for line in certificate.text())


def test_the_positions_are_of_every_game_with_all_results_and_in_mid_turn() -> None:
    positions = [parse_position(text) for text in FEW_LEFT]
    assert {position.game.id for position in positions} == {isthmus.game(name).id for name in SMALL} - {"network"}
    assert {position.game.id for position in positions if position.mid_turn} == {"trellis", "trinidad"}
    assert {solve(position, memory_mb=1).result for position in positions} == {"win", "draw", "loss"}


@pytest.mark.parametrize("seed", range(6))
def test_a_third_occurrence_draws_in_network(seed: int) -> None:
    """With all following positions already seen twice: a draw, unless a network wins first."""
    position = late_position("network(size=6,stones=4,network=4)", 2, seed)
    seen = position.snapshot.counters.get("history", ())
    after = [position.play(turn) for turn in position.turns()]
    new = [
        fingerprint
        for one in after
        if one.outcome is None
        for fingerprint in (Counter(one.snapshot.counters["history"]) - Counter(seen)).elements()
    ]
    history = tuple(sorted((*seen, *new, *new)))
    counters = {**position.snapshot.counters, "history": history}
    position = position.game.restore_position(replace(position.snapshot, counters=counters))
    assert all(position.play(turn).outcome for turn in position.turns())
    assert position.seat is not None
    assert solve(position, memory_mb=1).least == value(position, position.seat)


def test_draws_are_found() -> None:
    # Two plies before the last allowed one, on an empty board: neither side can enclose anything.
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


def test_a_result_without_a_proof_is_unproved() -> None:
    solution = solve(opened("hex(size=11,pie=0)"), nodes=20)
    assert (solution.result, solution.winner, solution.draw) == ("unproved", None, False)
    assert (solution.least, solution.most, solution.proved, solution.turn) == (-1, 1, False, None)
    assert str(solution) == "unproved"
    assert solution.nodes <= 21


def test_it_reports_progress() -> None:
    told: list[tuple[int, int]] = []
    solution = solve(
        opened("hex(size=5,pie=0)"), certificate=True, on_progress=lambda nodes, lines: told.append((nodes, lines))
    )
    assert told == sorted(told)
    assert len(told) > 1
    assert 0 < told[-1][0] <= solution.nodes
    assert told[-1][1] > 0


def test_it_stops_on_request() -> None:
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


def test_it_refuses_what_it_cannot_solve() -> None:
    over = opened("hex(size=3,pie=0)", "b2", "a1", "b1", "a2", "b3")
    with pytest.raises(SearchError, match="the game is over: black"):
        solve(over)
    with pytest.raises(SearchError, match="limits must be positive; got nodes=0"):
        solve(opened("hex(size=3)"), nodes=0)
    with pytest.raises(SearchError, match="written only in Python"):
        solve(isthmus.game("hex(size=3)").reference().start(), certificate=True)
