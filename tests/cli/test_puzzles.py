"""isthmus puzzles: it finds puzzles in files, appends to its output, reports its work and survives interrupts."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest
from cli_helpers import PATIENCE, Run, start_process

import isthmus
from isthmus.analysis.puzzles.lines import parse_puzzles
from isthmus.record import Record, format_record

GAME = isthmus.game("hex(size=3,pie=0)")


@pytest.fixture
def record(tmp_path: Path) -> str:
    file = tmp_path / "game.jsonl"
    file.write_text(format_record(Record.of_turns(GAME, ("a1", "c3"), players=("Ann", "Ben"))), encoding="utf-8")
    return str(file)


def test_the_puzzles_of_a_record_go_to_standard_output(run: Run, record: str) -> None:
    done = run("puzzles", record)
    assert done.code == 0
    (puzzle,) = parse_puzzles(done.out)
    assert (puzzle.solution, puzzle.origin.players) == ("b2", ("Ann", "Ben"))
    said = " ".join(done.err.split())
    assert said.startswith("1 puzzle: 1 of grade 1 1 game, 3 positions: 1 with one winning turn, ")
    assert said.endswith("2 with several winning turns, 0 with no winning turn, 0 unproved")


def test_the_same_command_adds_nothing_twice(run: Run, record: str, tmp_path: Path) -> None:
    out = tmp_path / "puzzles.jsonl"
    done = run("puzzles", record, "-o", str(out))
    assert f"1 puzzle added to {out}: 1 of grade 1" in done.said
    first = out.read_text(encoding="utf-8")
    assert "0 puzzles" in run("puzzles", record, "--output", str(out)).said
    assert out.read_text(encoding="utf-8") == first
    out.write_text(first.rstrip("\n"), encoding="utf-8")  # an editor may drop the last line end
    other = tmp_path / "other.txt"
    other.write_text("hex(size=3,pie=0) x2/1o1/3 black\nhex(size=3,pie=0) 1x1/3/3 white\n", encoding="utf-8")
    assert "1 puzzle" in run("puzzles", str(other), "-o", str(out)).said
    assert [str(puzzle.solution) for puzzle in parse_puzzles(out.read_text(encoding="utf-8"))] == ["b2", "b2"]


def test_limits(run: Run, record: str) -> None:
    assert len(run("puzzles", record, record.replace("game", "./game"), "--most", "1").out.splitlines()) == 2
    assert "2 unproved" in run("puzzles", record, "--nodes", "1").err
    assert run("puzzles", record, "--grade", "2-5").out.splitlines() == ['{"format": "isthmus-puzzles", "version": 1}']


def test_a_search_that_ran_out_of_time_says_so(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    file.write_text(format_record(Record.of_turns(isthmus.game("hex(size=11,pie=0)"), ("a1", "c3"))), encoding="utf-8")
    done = run("puzzles", str(file), "--nodes", "1000000000", "--seconds", "0.1")
    assert "out of time after 0 of 1 game, 0 positions: " in " ".join(done.err.split())


@pytest.mark.parametrize("grade", ["0", "6", "3-2", "hard", "1-"])
def test_grades_are_checked(run: Run, record: str, grade: str) -> None:
    done = run("puzzles", record, "--grade", grade)
    assert done.code == 2
    assert f"--grade is '{grade}'; expected a grade from 1 to 5, or a range such as 2-5" in " ".join(done.err.split())


def test_bad_files_are_named(run: Run, record: str, tmp_path: Path) -> None:
    assert run("puzzles", str(tmp_path / "none.jsonl")).code == 2
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"format": "isthmus-record", "version": 1, "game": "hex"}\n{"turn": "zz"}\n', encoding="utf-8")
    done = run("puzzles", str(bad))
    assert done.code == 2
    assert "bad.jsonl: line 2: " in " ".join(done.err.split())
    done = run("puzzles", record, "-o", record)
    assert done.code == 2
    assert "line 1: format: found 'isthmus-record'" in " ".join(done.err.split())


def test_an_interrupt_keeps_what_was_found(record: str, tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    header = {"format": "isthmus-match", "version": 1, "settings": {"game": "hex(size=11,pie=0)"}}
    easy = {"turns": [], "players": ["", ""]}
    games.write_text(json.dumps(header) + "\n" + 200 * (json.dumps(easy) + "\n"), encoding="utf-8")
    process = start_process("puzzles", record, str(games), "--nodes", "100000000")
    assert process.stdout is not None
    lines = [process.stdout.readline(), process.stdout.readline()]
    process.send_signal(signal.SIGINT)
    rest, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert [puzzle.solution for puzzle in parse_puzzles("".join(lines) + rest)] == ["b2"]
    assert err.startswith("1 puzzle: ")
    assert "Traceback" not in err
