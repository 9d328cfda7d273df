"""Grades: they follow from the effort of the engine, the rank of the turn and the length of the win."""

from __future__ import annotations

import pytest

import isthmus
from isthmus.analysis.puzzles.grade import GRADE_FROM, MOST, difficulty, effort_of, grade_of
from isthmus.analysis.puzzles.puzzle import GRADES
from isthmus.analysis.puzzles.shelf import puzzles
from isthmus.engine import Engine


def test_difficulty_is_the_sum_of_three_logarithms() -> None:
    assert difficulty(1, 1, 1) == 0
    assert difficulty(8, 4, 2) == 3 + 2 + 1


def test_the_table_of_grades() -> None:
    grades = [grade_of(2**power, 1, 1) for power in range(16)]
    assert grades == sorted(grades)
    assert set(grades) == set(GRADES)
    for grade, least in enumerate(GRADE_FROM, start=2):
        assert grade_of(2 ** int(least), 1, 1) == grade
        assert grade_of(2 ** (int(least) - 1), 1, 1) == grade - 1


def test_a_turn_that_the_engine_sees_at_once_takes_one_simulation() -> None:
    position = isthmus.game("hex(size=3,pie=0)").start().play("a1")
    assert effort_of(position, "b2") == (1, 1)


def test_a_wrong_turn_is_never_found() -> None:
    position = isthmus.game("hex(size=3,pie=0)").start().play("a1")
    assert effort_of(position, "a3")[0] == 2 * MOST


@pytest.mark.parametrize("game", ["trellis", "trinidad"])
def test_the_engine_finds_the_solution_at_its_effort_and_not_below(game: str) -> None:
    puzzle = next(puzzle for puzzle in puzzles(game) if puzzle.grade == 3)
    effort, _ = effort_of(puzzle.position, puzzle.solution)
    assert effort > 1
    for simulations in (effort // 2, effort, 2 * effort):
        best = Engine().search(puzzle.position, simulations=simulations).best
        assert (str(best) == puzzle.solution) == (simulations >= effort)


def test_where_theory_decides_the_plain_search_is_the_measure() -> None:
    puzzle = puzzles("bridgit")[-1]
    assert Engine().search(puzzle.position, simulations=1).best.text == puzzle.solution
    effort, rank = effort_of(puzzle.position, puzzle.solution)
    assert effort > 1
    assert rank == 1
