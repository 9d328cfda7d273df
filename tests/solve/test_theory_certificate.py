"""Short certificates of Bridg-It and one-stone Trellis, from any start."""

from __future__ import annotations

import json
import random

import pytest

import isthmus
from isthmus import Seat
from isthmus.solve.certificate import Certificate
from isthmus.solve.checker import check_certificate
from isthmus.solve.solver import solve
from isthmus.solve.theory_certificate import certificate_by_theory, has_theory

BRIDGIT = tuple(f"bridgit(size={size})" for size in range(3, 13))
TRELLIS = tuple(f"trellis(size={size},pie=0,stones_per_turn=1)" for size in range(5, 20, 2))


def certificate_of(name: str) -> Certificate:
    (certificate,) = solve(isthmus.game(name).start(), certificate=True).certificates
    return certificate


def test_it_is_for_games_that_two_trees_decide() -> None:
    assert all(has_theory(isthmus.game(name)) for name in (*BRIDGIT, *TRELLIS))
    assert not any(has_theory(isthmus.game(name)) for name in ("hex", "trellis", "quadrant-trellis", "orbit"))


@pytest.mark.parametrize("name", [*BRIDGIT, *TRELLIS])
def test_the_first_player_wins_boards_of_any_size_in_two_lines(name: str) -> None:
    lines = tuple(certificate_of(name).text())
    assert json.loads(lines[0])["version"] == 2
    assert [sorted(json.loads(line)) for line in lines[1:]] == [["turns"], ["trees"]]
    (checked,) = check_certificate(lines)
    assert (checked.position, checked.claim) == (isthmus.game(name).start(), "first wins")


@pytest.mark.parametrize("name", ["bridgit(size=4,pie=1)", "trellis(size=5,pie=1,stones_per_turn=1)"])
def test_with_the_pie_rule_the_second_player_wins(name: str) -> None:
    (checked,) = check_certificate(certificate_of(name).text())
    assert checked.claim == "second wins"


@pytest.mark.parametrize("game", ["bridgit(size=3)", "bridgit(size=6)", *TRELLIS[:2]])
def test_positions_of_games_are_proved_for_the_seat_that_moves_and_the_one_that_waits(game: str) -> None:
    seen = set()
    choose = random.Random(7)
    for _ in range(12):
        position = isthmus.game(game).start()
        for _ in range(choose.randrange(1, len(position.game.topology) // 2)):
            if position.outcome:
                break
            position = position.play(choose.choice(position.turns()))
        if position.outcome:
            continue
        solution = solve(position, certificate=True)
        (certificate,) = solution.certificates
        assert len(certificate.lines) <= 2
        (checked,) = check_certificate(certificate.text())
        assert checked.claim == f"{solution.winner} wins"
        waits = solution.winner is not position.seat
        assert bool(certificate.lines[0].trees) is waits
        seen.add(waits)
    assert seen == {True, False}


def test_without_room_or_after_a_longer_opening_there_is_no_certificate() -> None:
    start = isthmus.game("bridgit(size=5)").start()
    turn = solve(start).turn
    assert certificate_by_theory(start, Seat.FIRST, turn, 2)
    assert certificate_by_theory(start, Seat.FIRST, turn, 1) is None
    assert solve(start, certificate=True, certificate_lines=1).certificates == ()
    assert certificate_by_theory(start, Seat.SECOND, None, 100) is None
    assert (
        certificate_by_theory(isthmus.game("trellis(size=5,stones_per_turn=1)").start(), Seat.SECOND, None, 9) is None
    )
