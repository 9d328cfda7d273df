"""Messages about puzzles, and hints: they help without telling too much."""

from __future__ import annotations

from dataclasses import replace

import pytest

import isthmus
from isthmus.analysis.puzzles.feedback import end_of, praise, task, why_wrong
from isthmus.analysis.puzzles.hints import hints
from isthmus.analysis.puzzles.puzzle import Puzzle, Refutation
from isthmus.analysis.puzzles.shelf import games_with_puzzles, puzzles
from isthmus.record import parse_position

AFTER_A1 = isthmus.game("hex(size=3,pie=0)").start().play("a1")
PUZZLE = Puzzle(AFTER_A1, ("b2", "b1", "c1", "a2", "a3"), refutations=(Refutation("b1", "b2"),), nodes=24)
ALL = [puzzle for game in games_with_puzzles() for puzzle in puzzles(game)]


def test_the_task_says_how_many_turns_and_how_deep() -> None:
    assert task(PUZZLE) == "White to play and win. Find the only winning turn; the whole win takes White 3 turns."
    two = replace(PUZZLE, unique=2, line=PUZZLE.line[:3])
    assert task(two).startswith("White to play and win. Find 2 turns in a row, each the only winning turn")


def test_a_reply_that_gives_away_the_solution_is_named_only_on_request() -> None:
    answer = PUZZLE.answer("c1")
    assert "b2" not in why_wrong(PUZZLE, answer)
    assert why_wrong(PUZZLE, answer, tell=True) == "c1 does not win. Black replies b2 and wins."
    assert why_wrong(PUZZLE, PUZZLE.answer("c3")) == "c3 does not win. Black replies a3 and wins."


def test_a_turn_that_ends_the_game_is_wrong_for_how_it_ends() -> None:
    position = parse_position("orbit(size=5,pie=0) x4/5/5/5/4o black first=black passes=1")
    puzzle = Puzzle(position, ("c3",))
    assert why_wrong(puzzle, puzzle.answer("pass")).startswith("pass does not win. The game is over: Draw by territory")


def test_right_turns_go_on_against_the_reply() -> None:
    two = replace(PUZZLE, unique=2)
    assert praise(two, 0, first=True) == "Right: b2. Black replies b1. White to play again."
    assert praise(two, 1, first=False) == "Right this time: c1."
    assert end_of(two) == "The game continues with a2 and a3, and White wins by connection."
    assert end_of(two, 0) == "The game continues with b1, c1, a2 and a3, and White wins by connection."
    assert end_of(replace(PUZZLE, line=("b2", "b1"))) == "The game continues with b1, and so on; White wins in the end."


@pytest.mark.parametrize("puzzle", ALL, ids=lambda puzzle: f"{puzzle.game.id}-{puzzle.name}")
def test_hints_help_without_naming_the_turn(puzzle: Puzzle) -> None:
    for number, place in enumerate(puzzle.asked):
        kind, where = hints(puzzle, number)
        wanted = puzzle.line[place]
        assert wanted not in kind.words.replace(".", " ").split()
        assert kind.words
        if where.fields:
            assert where.words == f"The turn begins with the letter {wanted[0]}."
            assert wanted.partition("+")[0].partition("-")[0] in where.fields
