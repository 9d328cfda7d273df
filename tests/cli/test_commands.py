"""The smaller commands: games, rules, perft, doctor; and common behaviour of all commands."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import typer
from cli_helpers import COMMAND, PATIENCE, Run, every_game, smallest
from typer.core import TyperGroup
from typer.testing import CliRunner

import isthmus
from isthmus import Game
from isthmus.cli.arguments import complete_game
from isthmus.cli.commands import self_test
from isthmus.cli.commands.counting import count, divide
from isthmus.cli.commands.doctor import build_in_words
from isthmus.cli.main import app
from isthmus.games.hex import Hex
from isthmus.games.rules_page import page_of


# games and rules -----------------------------------------------------------------------------------------------------
def test_games_lists_every_game_with_its_facts(run: Run) -> None:
    said = run("games").said
    for name, kind in isthmus.games().items():
        for fact in (name, kind.title, kind.inventor, str(kind.year)):
            assert fact in said


@every_game
def test_games_shows_the_parameters_of_a_game(run: Run, kind: type[Game]) -> None:
    done = run("games", kind.id)
    for parameter in kind.parameters:
        assert parameter.name in done.out
        assert str(kind().values[parameter.name]) in done.out
    assert f"isthmus play {kind.id} --param size=" in done.out


@every_game
def test_rules_shows_the_page(run: Run, kind: type[Game]) -> None:
    source = run("rules", kind.id, "--source").out
    assert source == page_of(kind)
    assert kind.title in source.splitlines()[0]
    assert kind.title in run("rules", kind.id).out


def test_rules_of_unusual_parameters_say_what_the_page_is_about(run: Run) -> None:
    said = "This page is about the usual rules, not trellis(size=15,pie=3,separation=2)"
    assert said in run("rules", "trellis(separation=2)").said
    assert "This page is about" not in run("rules", "trellis(size=15)").said


def test_a_game_from_outside_has_its_own_page_or_one_made_from_its_facts() -> None:
    class Silent(Hex):
        id = "silent"

    class Speaking(Hex):
        id = "speaking"
        rules_page = "# Speaking\n"

    assert page_of(Speaking) == "# Speaking\n"
    for fact in (Hex.title, Hex.inventor, Hex.summary, *Hex.goals, "size"):
        assert fact in page_of(Silent)


# perft ---------------------------------------------------------------------------------------------------------------
def test_perft_counts_turns_and_steps(run: Run) -> None:
    assert "hex(size=3,pie=0), 3 turns deep: 504" in run("perft", "hex(size=3,pie=0)", "--depth", "3").said
    trellis = ("perft", "trellis", "-p", "size=5", "-p", "pie=0", "-d")
    game = isthmus.game("trellis", size=5, pie=0)
    assert f"1 turn deep: {len(game.start().turns())} native core" in run(*trellis, "1").said
    assert f"1 step deep: {len(game.start().steps())} native core" in run(*trellis, "1", "--steps").said


@pytest.mark.parametrize("by_turns", [True, False], ids=["turns", "steps"])
@every_game
def test_the_python_rules_count_the_same(kind: type[Game], by_turns: bool) -> None:
    game = smallest(kind)
    native, plain = game.start(), game.reference().start()
    assert count(plain, 1, by_turns=by_turns) == count(native, 1, by_turns=by_turns)
    if len(native.steps()) < 40:
        assert count(plain, 2, by_turns=by_turns) == count(native, 2, by_turns=by_turns)
        parts = divide(native, 2, by_turns=by_turns)
        assert sum(number for _, number in parts) == count(native, 2, by_turns=by_turns)


def test_games_that_end_earlier_do_not_count() -> None:
    won = isthmus.game("hex", size=3, pie=0).position(black=["a1", "a2", "a3"])
    for position in (won, won.game.reference().position(black=["a1", "a2", "a3"])):
        assert count(position, 0, by_turns=True) == 1
        assert count(position, 1, by_turns=True) == 0


def test_divide_names_every_first_turn(run: Run) -> None:
    done = run("perft", "hex(size=3,pie=0)", "-d", "2", "--divide", "--reference")
    assert done.out.splitlines()[:9] == [
        f"{name}: 8" for name in (["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"])
    ]
    assert "2 turns deep: 72 Python rules" in done.said


# doctor --------------------------------------------------------------------------------------------------------------
def test_doctor_finds_nothing_wrong(run: Run) -> None:
    done = run("doctor")
    assert done.code == 0, done.out
    assert isthmus.__version__ in done.out
    assert "Everything works." in done.out
    assert "FAIL" not in done.out
    for name in isthmus.games():
        assert f"\n{name} " in done.out


def test_doctor_says_what_fails_and_exits_with_1(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_test, "PNG_SIGNATURE", b"GIF")
    done = run("doctor")
    assert done.code == 1
    assert done.out.count("FAIL") == len(isthmus.games())
    assert "the picture is not a PNG" in done.said
    assert f"{len(isthmus.games())} checks failed." in done.out


def test_a_file_in_the_place_of_the_state_folder_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "env.sh").touch()
    monkeypatch.setenv("ISTHMUS_HOME", str(tmp_path / "env.sh"))
    assert f"({tmp_path}/env.sh is a file: games are not saved; set ISTHMUS_HOME to a folder)" in run("doctor").said
    assert run("play", "--resume").err.startswith(f"error: {tmp_path}/env.sh is a file; expected a folder of games")


@pytest.mark.parametrize(
    ("profile", "assertions", "words"),
    [
        ("release, portable", False, "portable"),
        ("release, native", False, "tuned for this machine"),
        ("release, native", True, "debug"),
        ("Debug", True, "debug"),
        ("sanitize", True, "sanitizer"),
    ],
)
def test_doctor_names_the_build_in_plain_words(profile: str, assertions: bool, words: str) -> None:
    assert words in build_in_words(profile, assertions=assertions)


# All commands --------------------------------------------------------------------------------------------------------
def test_version(run: Run) -> None:
    assert run("--version").out == f"isthmus {isthmus.__version__}\n"


def test_an_unknown_game_is_one_line_with_a_suggestion(run: Run) -> None:
    for command in (("rules", "trelis"), ("games", "trelis"), ("perft", "trelis", "-d", "1")):
        done = run(*command)
        assert done.code == 2
        assert done.out == ""
        assert done.err.startswith("error: no game is called 'trelis'; did you mean 'trellis'?")


def test_games_are_completed() -> None:
    assert [name for name, _ in complete_game("qu")] == ["quadrant-trellis", "quadrant-hex"]
    assert len(complete_game("")) == len(isthmus.games())


def test_a_closed_pipe_causes_no_traceback() -> None:
    process = subprocess.Popen(
        [*COMMAND, "rules", "trellis"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    with process.stderr:
        assert b"Traceback" not in process.stderr.read()
    process.wait(PATIENCE)


def test_help_loads_neither_drawing_nor_analysis_nor_server() -> None:
    """Loading them would make every command start slowly."""
    slow = ("PIL", "resvg_py", "isthmus.render", "isthmus.analysis", "isthmus.web", "fastapi", "sqlalchemy", "uvicorn")
    code = (
        "import sys; from typer.testing import CliRunner; from isthmus.cli.main import app; "
        "assert 'Usage' in CliRunner().invoke(app, ['--help']).stdout; "
        f"print([name for name in sys.modules if name.startswith({slow})])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"


@pytest.mark.parametrize("command", [("train",), ("puzzles",), ("lab", "report"), ("bench", "search")], ids=" ".join)
def test_help_is_wrapped_once_at_the_width_of_the_terminal(command: tuple[str, ...]) -> None:
    done = CliRunner().invoke(app, [*command, "--help"], env={"COLUMNS": "80", "TERMINAL_WIDTH": "80"})
    text = done.stdout.split("╭")[0].strip()
    paragraphs = [[line.strip() for line in part.splitlines()] for part in re.split(r"\n\s*\n", text)]
    for lines in paragraphs:
        for line, following in pairwise(lines):
            assert len(f"{line} {following.split()[0]}") > 77, line
    assert max(len(lines) for lines in paragraphs) > 1


def test_at_eighty_columns_no_word_of_a_help_text_is_cut() -> None:
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    for name in {name for name, _ in options(group)}:
        said = CliRunner().invoke(app, [*name.split()[1:], "--help"], env={"COLUMNS": "80", "TERMINAL_WIDTH": "80"})
        assert not re.search(r"\w…", said.stdout), name
        assert all(line.count("<") == line.count(">") for line in said.stdout.splitlines() if "=" not in line), name


def options(group: TyperGroup, name: str = "isthmus") -> Iterator[tuple[str, Any]]:
    """Every option of every command, with the command's full name."""
    for word, command in group.commands.items():
        if isinstance(command, TyperGroup):
            yield from options(command, f"{name} {word}")
        else:
            yield from ((f"{name} {word}", one) for one in command.params if one.param_type_name == "option")


def test_help_states_a_default_once() -> None:
    """Typer adds the default of an option to its help text, so a help text mentions one only if Typer does not."""
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    found = list(options(group))
    assert len(found) > 100
    twice = [
        (name, one.name) for name, one in found if one.default is not None and "default" in (one.help or "").lower()
    ]
    assert not twice


def test_a_game_is_played_where_there_is_only_ascii() -> None:
    done = subprocess.run(
        [*COMMAND, "play", "hex(size=4)", "--simulations", "9"],
        input=b"b2\nquit\n",
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0, done.stderr
    assert b"Hex (size=4, pie=1) - turn 1" in done.stdout
    assert b"Traceback" not in done.stderr


def test_python_runs_the_package_as_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "isthmus", "--version"], capture_output=True, check=True, text=True)
    assert done.stdout == f"isthmus {isthmus.__version__}\n"


def test_a_terminal_that_knows_only_ascii_gets_ascii() -> None:
    done = subprocess.run(
        [*COMMAND, "show", "hex(size=4)"],
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()


@pytest.mark.parametrize(
    ("command", "hint"),
    [
        (["play", "hex", "7"], "For a board of size 7: --param size=7, or a game such as 'hex(size=7)'"),
        (["play", "hex", "--resume", "old"], "For the game in a file: --resume FILE, without the name of a game"),
    ],
)
def test_an_argument_too_many_gets_a_hint(run: Run, command: list[str], hint: str) -> None:
    done = run(*command)
    assert done.code == 2
    assert hint in done.err


def test_several_parameters_in_one_option_are_explained(run: Run) -> None:
    said = "'size=5,pie=0' is not one parameter; expected NAME=VALUE, such as size=9; repeat the option for each one"
    assert said in run("play", "hex", "--param", "size=5,pie=0").err


def test_an_empty_argument_is_not_standard_input(run: Run) -> None:
    assert run("analyse", "").err.startswith("error: found nothing")


@pytest.mark.parametrize("command", [["play", "hex"], ["match", "level1", "level2"], ["perft", "hex"]])
def test_a_game_parameter_used_as_an_option_gets_a_hint_to_use_param(run: Run, command: list[str]) -> None:
    done = run(*command, "--size", "5")
    assert done.code == 2
    assert "For a parameter of the game: --param size=VALUE" in done.err
    assert "--param" not in run(*command, "--sizzle", "5").err


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("play hex --level easy", "invalid value for '--level': found 'easy', expected a whole number"),
        ("show hex --at 1.5", "invalid value for '--at': found '1.5', expected a whole number"),
        ("show hex --at -1", "invalid value for '--at': found '-1', expected at least 0"),
        ("analyse hex --seconds soon", "invalid value for '--seconds': found 'soon', expected a number"),
        ("serve --port 99999", "invalid value for '--port': found '99999', expected at most 65535"),
        ("serve --log loud", "invalid value for '--log': 'loud' is not one of 'error', 'warning', 'info'"),
        ("play hex --sise 5", "no such option: --sise (Possible options: --file, --seed, --side); see {} play -h"),
        ("shw hex", "no such command 'shw'. Did you mean 'show'?; see {} -h"),
        ("match level1", "missing argument 'B'; see {} match -h"),
        ("--load gone.py games", "invalid value for '--load': file 'gone.py' does not exist"),
    ],
)
def test_every_mistake_in_a_command_line_is_one_line(run: Run, command: str, said: str) -> None:
    done = run(*command.split())
    assert (done.code, done.err) == (2, f"error: {said.format('root')}\n")


def test_a_missing_file_is_named(run: Run) -> None:
    for command in (["check", "gone"], ["review", "gone.sgf"], ["gate", "gone", "--size", "5", "--logs", "here"]):
        done = run(*command)
        assert (done.code, done.err.splitlines()) == (2, [f"error: there is no file {command[1]}"])
