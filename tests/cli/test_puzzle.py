"""isthmus puzzle: it shows a puzzle, refutes wrong turns, and helps on request."""

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
    assert f"Hex (size=3, pie=0) · puzzle {PUZZLE.name} · grade 1 of 5 (easiest)" in done.said
    assert "White to play and win." in done.said
    assert "Right: b2" in done.said
    assert "The game continues with b1, c1, a2 and a3, and White wins by connection." in done.said


def test_a_wrong_turn_is_refuted_and_may_be_mended(run: Run, file: str) -> None:
    done = run("puzzle", "-f", file, typed=["b1", "c3", "a1", "zz", "B2"])
    assert "b1 does not win. Black replies a2 and wins. Try again." in done.said
    assert "c3 does not win. Black replies a3 and wins. Try again." in done.said
    assert "a1 is occupied" in done.said or "a1: " in done.said
    assert "'zz' is not a turn of Hex, or a part of one" in done.said
    assert "Right this time: b2" in done.said


def test_the_reply_on_the_solution_is_named_only_on_request(run: Run, file: str) -> None:
    done = run("puzzle", "-f", file, typed=["reply", "c1", "reply"])
    first, _, then = done.said.partition("c1 does not win.")
    assert "There is no reply to show." in first
    told, _, named = then.partition("Type 'reply' to see it anyway.")
    assert told.strip() == "Black has a reply that wins; naming it would give the solution away. Try again."
    assert "c1 does not win. Black replies b2 and wins." in named


def test_another_reply_is_shown_where_there_is_one(run: Run) -> None:
    """Useless corner turns have many refutations, so the reply need not be on the solution."""
    one = next(one for one in puzzles("bridgit") if one.refutations[0].reply == one.solution)
    done = run("puzzle", "--name", one.name, typed=[one.refutations[0].turn])
    assert f"{one.refutations[0].turn} does not win. {str(one.side.other).capitalize()} replies " in done.said
    assert one.solution not in done.said.partition("does not win.")[2].split()


def test_hints_come_in_two_steps(run: Run, file: str) -> None:
    done = run("puzzle", "-f", file, typed=["hint", "hint", "hint", "solution"])
    first, second = (
        "Most of the tempting turns let the opponent win at once. Type 'hint' again for the first letter of the turn.",
        "The turn begins with the letter b.",
    )
    assert 0 < done.said.index(first) < done.said.index(second) < done.said.index("There are no more hints")
    assert "The only winning turn is b2." in done.said


def test_a_puzzle_understands_the_commands_of_play(run: Run, file: str) -> None:
    done = run("puzzle", "-f", file, typed=["", "help", "turns c", "board", "rules", "turn", "?", "q"])
    assert done.said.count("show this list") == 3
    assert "3 legal turns with c: c1 c2 c3" in done.said
    assert "So a1 is the sharp corner in the upper left." in done.said
    assert done.said.count("White to play and win.") == 2
    assert "Piet Hein" in done.said
    assert "Did you mean 'turns'?" in done.said
    assert done.code == 0


def test_help_does_not_take_the_solution_for_its_example(run: Run) -> None:
    for one in puzzles("hex")[:6]:
        said = run("puzzle", "--name", one.name, typed=["help"]).said
        assert f"Type a turn, such as {one.solution}," not in said


def test_a_puzzle_of_several_turns_goes_on_against_the_best_reply(run: Run) -> None:
    one = next(one for one in puzzles("bridgit") if len(one.asked) > 2)
    typed = [one.line[place] for place in one.asked]
    done = run("puzzle", "--name", one.name, typed=[typed[0], "hint", *typed[1:]])
    assert f"Right: {typed[0]}. {str(one.side.other).capitalize()} replies {one.line[1]}." in done.said
    assert f"Right this time: {typed[-1]}." in done.said


def test_puzzles_of_a_game_follow_each_other(run: Run) -> None:
    shelf = {puzzle.name: puzzle for puzzle in puzzles("bridgit")}
    done = run("puzzle", "bridgit", "--seed", "3", typed=["next", "", "solution", "q"])
    shown = [word for word in done.said.split() if word in shelf]
    assert len(set(shown)) == 2
    assert f"The only winning turn is {shelf[shown[-1]].solution}" in done.said
    assert "0 of 2 puzzles solved on the first try." in done.said
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


def test_a_missing_puzzle_is_reported(run: Run, file: str) -> None:
    done = run("puzzle", "hex", "--name", "nothing", "--grade", "2")
    assert done.code == 2
    assert "found no puzzle called 'nothing' of grade 2 among" in " ".join(done.err.split())
    assert run("puzzle", "chess").code == 2
    assert "there are no puzzles for this game" in " ".join(run("puzzle", "orbit", "-f", file).err.split())
