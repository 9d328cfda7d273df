"""isthmus puzzle: it shows a puzzle, answers turns with what refutes them, and helps on request."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_helpers import Run

import isthmus
from isthmus.analysis.puzzles.lines import format_puzzles
from isthmus.analysis.puzzles.puzzle import Puzzle, Refutation
from isthmus.analysis.puzzles.shelf import puzzles

AFTER_A1 = isthmus.game("hex(size=3,pie=0)").start().play("a1")
LINE = ("b2", "b1", "c1", "a2", "a3")
PUZZLE = Puzzle(AFTER_A1, LINE, refutations=(Refutation("b1", "b2"),), themes=("stops a win",), nodes=24)


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "puzzles.jsonl"
    path.write_text(format_puzzles([PUZZLE]), encoding="utf-8")
    return str(path)


def test_a_puzzle_is_shown_and_the_right_turn_praised(run: Run, file: str) -> None:
    done = run("puzzle", "--file", file, typed=["b2"])
    assert done.code == 0
    assert f"Hex (size=3, pie=0) · puzzle {PUZZLE.name} · grade 1 of 5" in done.said
    assert "White to play and win." in done.said
    assert "Right: b2" in done.said
    assert "It goes on b1 c1 a2 a3 and wins: white (connected)." in done.said


def test_a_wrong_turn_is_refuted_and_may_be_mended(run: Run, file: str) -> None:
    done = run("puzzle", "-f", file, typed=["b1", "c3", "a1", "zz", "B2"])
    assert "b1 does not win: the answer is b2. Try again." in done.said
    assert "c3 does not win: the answer is " in done.said
    assert "a1 is occupied" in done.said or "a1: " in done.said
    assert "'zz' is not a step of hex" in done.said
    assert "Right now: b2" in done.said


def test_help_hint_and_solution(run: Run, file: str) -> None:
    done = run("puzzle", "-f", file, typed=["", "hint", "board", "solution"])
    assert "Type a turn; or 'hint', 'solution'" in done.said
    assert "b1 looks good, but does not win: the answer is b2." in done.said
    assert "After most of the tempting turns the other seat could win with its next turn." in done.said
    assert "The turn begins with the letter b." in done.said
    assert "The only winning turn is b2" in done.said


def test_puzzles_of_a_game_follow_each_other(run: Run) -> None:
    shelf = {puzzle.name: puzzle for puzzle in puzzles("bridgit")}
    done = run("puzzle", "bridgit", "--seed", "3", typed=["next", "", "solution", "q"])
    shown = [word for word in done.said.split() if word in shelf]
    assert len(set(shown)) == 2
    assert f"The only winning turn is {shelf[shown[-1]].solution}" in done.said
    assert "0 of 2 puzzles solved at the first try." in done.said
    assert run("puzzle", "bridgit", "--seed", "3", typed=["next", "", "solution", "q"]).out == done.out


def test_one_puzzle_by_name_and_grade(run: Run) -> None:
    wanted = puzzles("hex")[0]
    done = run("puzzle", "--name", wanted.name, typed=[wanted.solution])
    assert f"puzzle {wanted.name} · grade {wanted.grade} of 5" in done.said
    assert "Right: " in done.said
    assert "grade 3 of 5" in run("puzzle", "bridgit", "--grade", "3", typed="").said


def test_the_end_of_input_leaves(run: Run, file: str) -> None:
    assert run("puzzle", "-f", file, typed="").code == 0
    assert run("puzzle", "-f", file, typed=["quit"]).code == 0


def test_what_is_not_there_is_said(run: Run, file: str) -> None:
    done = run("puzzle", "hex", "--name", "nothing", "--grade", "2")
    assert done.code == 2
    assert "there is no such puzzle called 'nothing' of grade 2 among" in " ".join(done.err.split())
    assert run("puzzle", "chess").code == 2
    assert "no such puzzle among 0 puzzles" in " ".join(run("puzzle", "orbit", "-f", file).err.split())
