"""The line of a puzzle: legal, won at its end, and its first turns the only ones that win."""

from __future__ import annotations

import isthmus
from isthmus.analysis.puzzles.proof import Verdict, only_winning_turn
from isthmus.analysis.puzzles.search import LONGEST, winning_line
from isthmus.rules.position import Position


def line_of(position: Position, nodes: int = 20_000) -> tuple[tuple[str, ...], int]:
    solution = only_winning_turn(position).turn
    assert solution is not None
    return winning_line(position, solution, nodes=nodes)


def test_the_line_leads_to_the_win() -> None:
    position = isthmus.game("hex(size=4,pie=0)").start().play("a2")
    line, unique = line_of(position)
    seat, own = position.seat, 0
    assert line[0] == "b3"
    for turn in line:
        if position.seat is seat:
            only = only_winning_turn(position)
            own += 1
            assert (only.verdict is Verdict.ONLY) == (own <= unique) or own > unique + 1
        position = position.play(turn)
    assert position.outcome is not None
    assert position.outcome.winner is not None
    assert position.seat_of(position.outcome.winner) is seat


def test_a_win_at_once_is_a_line_of_one_turn() -> None:
    position = isthmus.game("hex(size=3,pie=0)").position(["b1", "b2"], ["a1", "c3"], "black")
    turn = next(turn for turn in position.turns() if position.play(turn).outcome)
    assert winning_line(position, turn, nodes=100) == ((turn.text,), 1)


def test_a_line_ends_where_the_limits_are_too_small() -> None:
    position = isthmus.game("hex(size=11,pie=0)").start()
    line, unique = winning_line(position, position.game.turn_of[(60,)], nodes=1)
    assert (len(line), unique) == (2, 1)
    assert len(line) <= LONGEST
