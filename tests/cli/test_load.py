"""``isthmus --load FILE``: games in single Python files, without a package."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_helpers import COMMAND, Run

import isthmus
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
        ("x = 1", "defines no game; expected a subclass of isthmus.Game with an id"),
        ("from isthmus.games.hex import Hex", "defines no game"),
        ("\n1 / 0", "does not run: line 2: ZeroDivisionError"),
        ("class (", "does not run: SyntaxError"),
        ("import isthmus\nclass A(isthmus.Game):\n    id = 'a'", "the game A is not complete; it lacks: title"),
        (REX.replace('"rex"', '"hex"'), "'hex' is a built-in game"),
        (REX + "class Xer(Rex): pass", "two games are called 'rex'"),
        ("import isthmus\nisthmus.game('chess')", "no game is called 'chess'"),
    ],
)
def test_an_unusable_file_ends_the_command(run: Run, tmp_path: Path, text: str, said: str) -> None:
    done = run("--load", written(tmp_path, "own.py", text), "games")
    assert done.code == 2
    assert said in done.err
    assert len(done.err.splitlines()) == 1


def test_a_file_needs_the_extension_of_python(run: Run, tmp_path: Path) -> None:
    assert "expected a name that ends in .py" in run("--load", written(tmp_path, "rex.txt", REX), "games").err


def test_a_fault_found_later_is_in_the_list(tmp_path: Path) -> None:
    """A process that was started with the variable leaves out what does not load, like a broken package."""
    gone = tmp_path / "gone.py"
    files.choose_files([gone, HEDGES])
    isthmus.games.refresh()
    assert "hedges" in isthmus.games
    assert "does not run: FileNotFoundError" in broken_games()[str(gone)]
