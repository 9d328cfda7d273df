"""isthmus overlay."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
import typer
from cli_helpers import Finished, Run
from rich.console import Console
from typer.testing import CliRunner

import isthmus
from isthmus.analysis.overlays import overlay as make
from isthmus.analysis.overlays import overlays
from isthmus.cli.commands.overlay import overlay
from isthmus.cli.main import Commands
from isthmus.cli.terminal.overlay_view import number_board, view
from isthmus.record import Record, format_position, parse_position, write_record

HEX = "hex(size=3,pie=0) x1o/3/3 black first=black"
OVER = "hex(size=3,pie=0) 1x1/1x1/1x1 white first=black"


@pytest.fixture
def run() -> Run:
    """The command alone, with the common error messages of all commands."""
    app = typer.Typer(cls=Commands)
    app.callback()(lambda: None)
    app.command()(overlay)

    def runs(*arguments: str, typed: str = "") -> Finished:
        result = CliRunner().invoke(app, ["overlay", *arguments], input=typed, catch_exceptions=False)
        return Finished(result.exit_code, result.stdout, result.stderr)

    return runs


def test_without_a_name_it_lists_what_there_is(run: Run) -> None:
    done = run("quadrant-hex")
    assert done.code == 0
    for name in overlays(isthmus.game("quadrant-hex").start()):
        assert re.search(rf"^ {name} ", done.out, re.MULTILINE)
    assert "--side: both, black, white" in done.said
    assert "top left" in done.said


def test_the_list_as_json_has_the_choices(run: Run) -> None:
    kinds = json.loads(run("trinidad", "--json").out)
    assert [kind["overlay"] for kind in kinds] == list(overlays(isthmus.game("trinidad").start()))
    assert kinds[0]["choices"] == {"side": ["both", "black", "white"], "contest": ["all"]}


def test_one_overlay_as_json_is_that_of_the_library(run: Run) -> None:
    position = isthmus.game("trellis(size=5,pie=0)").start().play("c3")
    done = run("-", "change", "--side", "black", "--json", typed=format_position(position))
    assert json.loads(done.out) == make(position, "change", side="black").as_json()


def test_a_board_has_stones_numbers_and_labels(run: Run) -> None:
    done = run(HEX, "current", "--side", "black", "--entries", "2")
    lines = done.out.splitlines()
    assert lines[0].startswith("Current flow of black")
    top = next(line for line in lines if re.match(r" *1 ", line))
    assert top.split()[1] == "●"
    assert top.split()[3] == "○"
    number = round(100 * make(parse_position(HEX), "current", side="black").values["b1"])
    assert top.split()[2] == str(number)
    assert "in hundredths" in done.out
    assert "resistance of black" in done.out
    assert "more; see --entries" in done.out


def test_texts_replace_numbers_where_there_are_some(run: Run) -> None:
    done = run("hex(size=3,pie=0)", "proof", "--nodes", "10000")
    assert "won" in done.out
    assert "numbers:" not in done.out
    assert re.search(r"^ b2 +won +1 +1 +–", done.out, re.MULTILINE)


@pytest.mark.parametrize("game", sorted(isthmus.games()))
def test_every_board_fits_80_columns_at_its_usual_size(game: str) -> None:
    position = isthmus.game(game).start()
    for name in overlays(position):
        if name in ("proof", "visits", "priors", "values"):
            continue
        made = make(position, name, **({"playouts": 5} if name == "ownership" else {}))
        console = Console(file=StringIO(), width=80)
        console.print(view(made, width=80, count=5))
        lines = console.file.getvalue().splitlines()
        assert max(map(len, lines)) <= 80
        board = number_board(made, width=80)
        assert board is not None
        for line in board.plain.splitlines()[:-1]:
            assert line in lines


def test_numbers_are_in_the_columns_of_their_letters() -> None:
    made = make(isthmus.game("trellis(size=5)").start(), "current")
    board = number_board(made, width=80)
    assert board is not None
    head, first, *_ = board.plain.splitlines()
    ends = [match.end() for match in re.finditer(r"[a-e]", head)]
    assert [match.end() for match in re.finditer(r"\d+", first)][1:] == ends


def test_a_board_that_does_not_fit_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    done = run("hex(size=14)", "current", "--entries", "0")
    assert done.code == 0
    assert "too wide for this terminal" in done.said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("hex", "nonsense"), "no overlay is called 'nonsense'; the overlays here are: current"),
        (("hex", "territory"), "does not apply to this position"),
        (("hex", "current", "--seconds", "3"), "overlay current has no option 'seconds'"),
        (("hex", "--side", "black"), "--side needs an overlay"),
        (("hex", "current", "--side", "red"), "expected one of: both, black, white"),
        ((OVER, "proof"), "overlay proof does not apply"),
        (("trinidad", "rows", "--piece", "zz"), "piece: there is no 'zz'"),
        (("no-such-file.jsonl", "current"), "no-such-file.jsonl"),
    ],
)
def test_mistakes_are_one_line_and_exit_with_2(run: Run, arguments: tuple[str, ...], message: str) -> None:
    done = run(*arguments)
    assert done.code == 2
    assert message in " ".join(done.err.split())
    assert not done.out


def test_a_record_is_shown_at_the_turn_that_is_asked_for(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    write_record(Record.of_turns(isthmus.game("hex(size=3,pie=0)"), ["b2", "a1", "c1"]), file)
    facts = json.loads(run(str(file), "current", "--at", "1", "--json").out)
    assert facts["position"] == format_position(isthmus.game("hex(size=3,pie=0)").start().play("b2"))
    last = json.loads(run(str(file), "current", "--json").out)
    assert last["position"] == format_position(
        isthmus.game("hex(size=3,pie=0)").start().play("b2").play("a1").play("c1")
    )


INTERRUPTED = """
import os, signal
from isthmus.analysis.overlays import proof_map
from isthmus.cli.main import main

solve = proof_map.solve

def interrupted(*arguments, **limits):
    os.kill(os.getpid(), signal.SIGINT)
    return solve(*arguments, **limits)

proof_map.solve = interrupted
main()
"""
"""``isthmus`` with a person who presses Ctrl-C as soon as the solver works."""


def test_ctrl_c_shows_what_is_proved_so_far() -> None:
    command = [sys.executable, "-c", INTERRUPTED, "overlay", "hex(size=9,pie=0)", "proof", "--seconds", "600"]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, timeout=200)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Proof map" in done.stdout
    assert "unproved" in done.stdout
