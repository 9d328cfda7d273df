"""Puzzle: its properties, and its answers to turns."""

from __future__ import annotations

from dataclasses import replace

import pytest

import isthmus
from isthmus.analysis.puzzles.puzzle import Puzzle, Refutation
from isthmus.analysis.puzzles.shelf import puzzles
from isthmus.errors import IllegalTurnError, NotationError, SearchError
from isthmus.record import parse_position
from isthmus.rules.types import Seat, Side
from isthmus.solve.solver import solve

AFTER_A1 = isthmus.game("hex(size=3,pie=0)").start().play("a1")
PUZZLE = Puzzle(AFTER_A1, ("b2", "b1", "c1"), refutations=(Refutation("b1", "b2"),), nodes=24)
"""White has one winning turn: only the centre stops Black, as every Hex player knows."""


def test_a_puzzle_states_its_task() -> None:
    assert (PUZZLE.goal, PUZZLE.side, PUZZLE.seat) == ("White to play and win", Side.WHITE, Seat.SECOND)
    assert (PUZZLE.solution, str(PUZZLE.game)) == ("b2", "hex(size=3,pie=0)")


def test_the_solution_is_right_in_any_spelling() -> None:
    for text in ("b2", " b2 "):
        answer = PUZZLE.answer(text)
        assert (answer.right, answer.reply, answer.turn.text) == (True, None, "b2")


def test_a_wrong_turn_is_refuted_by_the_puzzles_refutation() -> None:
    puzzle = replace(PUZZLE, refutations=(Refutation("b1", "a2"),))
    assert str(puzzle.answer("b1").reply) == "a2"


def test_a_reply_on_the_solution_is_given_only_where_there_is_no_other() -> None:
    other, only = PUZZLE.answer("b1").reply, PUZZLE.answer("c1").reply
    assert other is not None
    assert only is not None
    assert (str(other) != "b2", other.wins, other.telling) == (True, True, False)
    assert (str(only), only.wins, only.telling) == ("b2", True, True)
    for turn in ("b1", "c1"):
        reply = PUZZLE.answer(turn).reply
        assert reply is not None
        assert solve(AFTER_A1.play(turn).play(reply.turn)).winner is Seat.FIRST


def test_of_several_replies_the_one_with_the_shortest_proof_beside_the_solution_is_given() -> None:
    """Here a7, in a dead corner, would also win, but it explains nothing. The solution would have been b6."""
    position = parse_position("hex(size=7,pie=1) ooxooxx/xoxooxx/xoxoxox/xoxooxo/xo2oo1/x5x/7 black first=white")
    answer = Puzzle(position, ("c5", "b7", "d6", "c6", "d5", "d7", "c7"), nodes=40).answer("f6")
    assert answer.reply is not None
    assert (str(answer.reply), answer.reply.wins, answer.reply.telling) == ("b6", True, False)


def test_the_turns_asked_for_are_judged_one_after_the_other() -> None:
    puzzle = next(one for one in puzzles("hex") if len(one.asked) == 3)
    assert puzzle.asked == (0, 2, 4)
    assert str(puzzle.question(1).last_turn) == puzzle.line[1]
    assert puzzle.answer(puzzle.line[2], 1).right
    other = next(turn for turn in puzzle.question(1).turns() if turn.text != puzzle.line[2])
    wrong = puzzle.answer(other, 1)
    assert not wrong.right
    assert wrong.reply is not None
    assert wrong.reply.wins
    reached = puzzle.question(1).play(other).play(wrong.reply.turn)
    assert reached.outcome or solve(reached).winner is puzzle.seat.other
    with pytest.raises(IndexError):
        puzzle.question(3)


def test_a_second_solution_that_ends_the_game_is_detected() -> None:
    position = isthmus.game("hex", size=3, pie=0).position(black=["b1", "b2"], white=["a2", "c1"])
    with pytest.raises(SearchError, match="the puzzle is wrong: b3 wins as well"):
        Puzzle(position, ("a3",)).answer("b3")


def test_a_second_solution_of_a_puzzle_is_detected() -> None:
    wrong = Puzzle(AFTER_A1, ("b2", "b1", "c1", "a2", "a3"), unique=2)
    with pytest.raises(SearchError, match="the puzzle is wrong: c3 wins as well"):
        wrong.answer("c3", 1)


@pytest.mark.parametrize("turn", ["a2", "a3", "c1", "c3"])
def test_any_other_wrong_turn_is_refuted_by_the_solver(turn: str) -> None:
    answer = PUZZLE.answer(turn)
    assert not answer.right
    assert answer.reply is not None
    assert AFTER_A1.play(turn).play(answer.reply.turn).outcome is None


def test_a_wrong_turn_that_ends_the_game_has_no_reply() -> None:
    position = parse_position("orbit(size=5,pie=0) x4/5/5/5/4o black first=black passes=1")
    answer = Puzzle(position, ("c3",)).answer("pass")
    assert (answer.right, answer.reply) == (False, None)
    assert answer.outcome is not None


def test_text_that_names_no_turn_is_refused() -> None:
    with pytest.raises(IllegalTurnError):
        PUZZLE.answer("a1")
    with pytest.raises(NotationError):
        PUZZLE.answer("best")


def test_the_positions_lead_along_the_line() -> None:
    assert [str(position.last_turn) for position in PUZZLE.positions()] == ["a1", "b2", "b1", "c1"]


def test_the_name_depends_on_the_position_alone() -> None:
    assert len(PUZZLE.name) == 8
    assert PUZZLE.name == replace(PUZZLE, line=("b2",), grade=5).name
    assert PUZZLE.name != replace(PUZZLE, position=AFTER_A1.play("c3")).name


def test_forms_are_checked() -> None:
    with pytest.raises(NotationError, match="line: found no turn, expected at least the solution"):
        Puzzle(AFTER_A1, ())
    with pytest.raises(NotationError, match="grade: found 6, expected 1 to 5"):
        Puzzle(AFTER_A1, ("b2",), grade=6)
