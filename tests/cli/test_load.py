"""``isthmus --load FILE``: games in single Python files, without a package."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_helpers import COMMAND, Run

import isthmus
from isthmus import RulesError
from isthmus.cli.terminal.phrases import command
from isthmus.games import broken_games, files

HEDGES = Path(__file__).parents[2] / "docs/example/hedges.py"
REX = """
from isthmus.games.hex import Hex

class Rex(Hex):
    id, title, native = "rex", "Rex", False
"""


@pytest.fixture(autouse=True)
def later_tests_have_no_file(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(files._VARIABLE, "")
    yield
    monkeypatch.undo()
    isthmus.games.refresh()


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_file_adds_its_game(run: Run) -> None:
    assert "hedges" not in isthmus.games
    assert "Hedges" in run("--load", str(HEDGES), "games").said
    assert run("--load", str(HEDGES), "show", "hedges(size=4)", "--line").out.startswith("hedges(size=4,pie=1) ")


def test_advice_repeats_the_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HEDGES.parent)
    files.choose_files([HEDGES])
    assert command().endswith(" --load hedges.py")


FAULTY = (
    REX
    + """
    def apply(self, state, step):
        if step == 4:
            raise ZeroDivisionError("division by zero")
        return super().apply(state, step)
"""
)


def test_a_fault_in_the_rules_is_reported_with_its_place(run: Run, tmp_path: Path, home: Path) -> None:
    rex = written(tmp_path, "rex.py", FAULTY)
    done = run("--load", rex, "show", "rex(size=3,pie=0)", "--after", "b2")
    fault = "the rules of the game failed in rex.py, line 9, in apply: ZeroDivisionError: division by zero"
    assert (done.code, done.err) == (2, f"error: {fault}\n")
    done = run("--load", rex, "play", "rex(size=3,pie=0)", "--side", "both", typed=["a1", "b2"])
    assert done.err == f"error: {fault}\n"
    assert f"Saved in {home}" in done.said
    assert "play --resume" in done.said


def test_other_faults_are_not_hidden(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("isthmus.cli.commands.show.understand", fails)
    with pytest.raises(ZeroDivisionError):
        run("show", "hex")


def test_several_files_can_be_loaded(run: Run, tmp_path: Path) -> None:
    rex = written(tmp_path, "rex.py", REX)
    said = run("--load", str(HEDGES), "--load", rex, "games").said
    assert "hedges" in said
    assert "Rex" in said


def test_the_processes_of_a_match_load_the_file_too() -> None:
    done = subprocess.run(
        [*COMMAND, *f"--load {HEDGES} match random random --game hedges(size=4) --games 4 --jobs 2".split()],
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "of 4 games" in done.stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1", "own.py: defines no game; expected a subclass of isthmus.Game with an id"),
        ("from isthmus.games.hex import Hex", "defines no game"),
        ("\n1 / 0", "own.py: does not run: line 2: ZeroDivisionError"),
        ("class (", "does not run: SyntaxError"),
        ("import isthmus\nclass A(isthmus.Game):\n    id = 'a'", "own.py: the game A is not complete; it lacks: title"),
        (
            REX.replace('"rex"', '"hex"'),
            "own.py: the id of Rex is 'hex', the id of a built-in game; expected another id",
        ),
        (REX + "class Xer(Rex): pass", "own.py: two games are called 'rex'; give them different ids"),
        ("import isthmus\nisthmus.game('chess')", "no game is called 'chess'"),
    ],
)
def test_an_unusable_file_ends_the_command(run: Run, tmp_path: Path, text: str, said: str) -> None:
    done = run("--load", written(tmp_path, "own.py", text), "games")
    assert done.code == 2
    assert said in done.err
    assert len(done.err.splitlines()) == 1


def test_a_file_needs_the_extension_py(run: Run, tmp_path: Path) -> None:
    assert "expected a name that ends in .py" in run("--load", written(tmp_path, "rex.txt", REX), "games").err


def test_a_fault_found_later_is_in_the_list(tmp_path: Path) -> None:
    """A process that was started with the variable leaves out what does not load, like a broken package."""
    gone = tmp_path / "gone.py"
    files.choose_files([gone, HEDGES])
    isthmus.games.refresh()
    assert "hedges" in isthmus.games
    assert broken_games()[str(gone)] == f"{gone}: there is no such file"
    with pytest.raises(RulesError, match=r"no game is called 'rex'; .*gone\.py: there is no such file"):
        isthmus.game("rex")


def test_a_file_may_look_at_the_catalogue_while_it_runs(run: Run, tmp_path: Path) -> None:
    rex = written(tmp_path, "rex.py", "import isthmus\nCOUNT = len(isthmus.games)\n" + REX)
    assert run("--load", rex, "show", "rex(size=3)", "--line").out.startswith("rex(size=3,pie=1) ")


def test_files_are_added_to_those_of_the_variable_once(run: Run, tmp_path: Path) -> None:
    rex = written(tmp_path, "rex.py", REX)
    files.choose_files([Path(rex)])
    said = run("--load", str(HEDGES), "--load", rex, "--load", rex, "games").said
    assert "Hedges" in said
    assert "Rex" in said


def test_a_path_that_the_variable_cannot_hold_is_refused(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, f"a{os.pathsep}b.py", REX)
    assert f"{path}: expected a path without {os.pathsep!r}" in run("--load", path, "games").err


def test_games_of_a_file_reach_other_processes(tmp_path: Path) -> None:
    """Two files of one name, each with a game; a fresh process reads their pickled positions."""
    for folder, name in (("one", "rex"), ("two", "xer")):
        (tmp_path / folder).mkdir()
        written(tmp_path / folder, "own.py", REX.replace('"rex"', f'"{name}"'))
    files.choose_files([tmp_path / folder / "own.py" for folder in ("one", "two")])
    isthmus.games.refresh()
    positions = [isthmus.game(name, size=3).start().play("b2") for name in ("rex", "xer")]
    read = "import pickle, sys; print(*(one.game for one in pickle.load(sys.stdin.buffer)))"
    done = subprocess.run([sys.executable, "-c", read], input=pickle.dumps(positions), capture_output=True, check=True)
    assert done.stdout.decode() == "rex(size=3,pie=1) xer(size=3,pie=1)\n"


def test_a_title_is_a_name_in_commands(run: Run, tmp_path: Path) -> None:
    assert run("show", "Quadrant Hex (size=6)", "--line").out.startswith("quadrant-hex(size=6,pie=0) ")
    assert "no unfinished game of quadrant-hex" in run("play", "--resume", "Quadrant Hex").err


def test_an_unknown_game_may_be_in_a_file(run: Run, tmp_path: Path) -> None:
    assert run("show", "rex").err.endswith("; a game in a Python file needs isthmus --load FILE\n")
    assert "a Python file" not in run("--load", written(tmp_path, "rex.py", REX), "show", "chess").err
    assert "It comes before the command" in run("play", "rex", "--load", "rex.py").err


TRUTHFUL = (
    REX
    + """
    def outcome(self, state):
        return True
"""
)


def test_a_wrong_value_of_the_rules_is_named(run: Run, tmp_path: Path) -> None:
    done = run("--load", written(tmp_path, "rex.py", TRUTHFUL), "play", "rex(size=3,pie=0)", "--side", "none")
    sentence = "rex is faulty: outcome() returns True; expected an Outcome or None."
    assert (done.code, done.err.partition(" Check it")[0]) == (2, f"error: {sentence}")


def test_the_doctor_survives_a_faulty_game(run: Run, tmp_path: Path) -> None:
    done = run("--load", written(tmp_path, "faulty.py", FAULTY.replace("step == 4", "True")), "doctor")
    assert done.code == 1
    assert "ZeroDivisionError" in done.out.replace("\n", "")


def test_a_broken_file_in_the_environment_is_a_warning(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(files._VARIABLE, "/missing/rex.py")
    isthmus.games.refresh()
    done = run("games")
    assert (done.code, done.err) == (0, "warning: /missing/rex.py: there is no such file\n")
