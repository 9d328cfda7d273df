"""``isthmus analyse``: the report for people, and the analysis engine through pipes."""

from __future__ import annotations

import io
import json
import os
import pty
import select
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from cli_helpers import COMMAND, PATIENCE, Run, start_process
from rich.console import Console

import isthmus
from isthmus import Side
from isthmus.cli.terminal.analysis_view import view
from isthmus.engine import Proof
from isthmus.engine.report import Value
from isthmus.record import Record, write_record

WON = "hex(size=5,pie=0) 2x2/2x2/2x2/2x2/oo3 black first=black"
LOST = "hex(size=3,pie=0) 1x1/1x1/o2 white first=black"


def test_a_report_states_the_best_turn_and_whose_chance_it_is(run: Run) -> None:
    finished = run("analyse", WON, "--simulations", "3000")
    assert "best turn c5" in finished.said
    assert "chance 100.0% for black" in finished.said
    assert "proved black wins" in finished.said
    assert "expected c5 " in finished.said + " "
    assert "chance of black" in finished.said
    assert finished.code == 0


def test_the_chance_is_that_of_the_seat_to_play(run: Run) -> None:
    finished = run("analyse", "hex(size=3,pie=0) 1x1/1x1/3 white first=black", "--simulations", "100")
    assert "chance 0.0% for white" in finished.said
    assert "proved black wins" in finished.said


def test_before_the_choice_the_people_are_called_by_their_seats(run: Run) -> None:
    finished = run("analyse", "hex", "-p", "size=5", "--simulations", "100", "--turns", "3")
    assert "to play the first player" in finished.said
    assert "chance of the first player" in finished.said


def test_where_the_game_is_solved_the_report_says_why(run: Run) -> None:
    assert "theory black wins by two trees" in run("analyse", "bridgit(size=4)").said


def test_the_number_of_listed_turns_can_be_limited(run: Run) -> None:
    def listed(count: int) -> int:
        out = run("analyse", "hex(size=5,pie=0)", "--simulations", "300", "--turns", str(count)).out
        rule = next(number for number, line in enumerate(out.splitlines()) if "──" in line)
        return len([line for line in out.splitlines()[rule + 1 :] if line.strip()])

    assert listed(3) == 3
    assert listed(7) == 7


def test_a_record_is_analysed_at_its_end_or_after_a_given_number_of_turns(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    record = Record(isthmus.game("hex(size=3,pie=0)"))
    for turn in ("b1", "a3", "b2"):
        record = record.play(turn)
    write_record(record, path)
    assert "to play white" in run("analyse", str(path), "--simulations", "50").said
    assert "to play black" in run("analyse", str(path), "--simulations", "50", "--at", "2").said
    assert "beyond its end" in run("analyse", str(path), "--at", "9").err


def test_a_resigned_game_is_analysed_and_reported_as_over(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    write_record(Record(isthmus.game("hex(size=3,pie=0)")).play("b1").play("a3").end(Side.WHITE, "resigned"), path)
    over = "The game did not end by its rules: White wins: black resigned."
    assert over in run("analyse", str(path), "--simulations", "50").said
    assert over not in run("analyse", str(path), "--simulations", "50", "--at", "1").said


def test_a_position_may_come_from_standard_input(run: Run) -> None:
    assert "best turn c5" in run("analyse", "-", "--simulations", "3000", typed=WON).said


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((), "found nothing, expected a position"),
        (("hex(size=3,pie=0) x2/x2/x2 white first=black",), "the game is over"),
        (("nowhere.jsonl",), "there is no file nowhere.jsonl"),
        (("hexx",), "no game is called"),
        ((WON, "-p", "size=5"), "--param needs"),
        ((WON, "--at", "1"), "single position"),
        ((WON, "--workers", "2"), "--workers needs --jsonl"),
        (("--jsonl", "hex"), "every query has"),
        (("--jsonl", "--seconds", "3"), "every query has"),
        (("--jsonl", "--turns", "3"), "every query has"),
        (("--jsonl", "--seed", "0"), "every query has"),
    ],
)
def test_positions_that_cannot_be_analysed_are_refused(run: Run, arguments: tuple[str, ...], reason: str) -> None:
    finished = run("analyse", *arguments)
    assert reason in " ".join(finished.err.split())
    assert finished.code == 2


INTERRUPTED = """
import os, signal
from isthmus.cli.main import main
from isthmus.engine import Engine

search = Engine.search

def interrupted(engine, position, *, stop, **limits):
    def asked():
        os.kill(os.getpid(), signal.SIGINT)
        return stop()
    return search(engine, position, stop=asked, **limits)

Engine.search = interrupted
main()
"""
"""``isthmus`` with a person at the keyboard who presses Ctrl-C as soon as a search has begun."""


def test_ctrl_c_writes_the_report_to_a_file_too() -> None:
    command = [sys.executable, "-c", INTERRUPTED, "analyse", "trellis", "--seconds", "600"]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, timeout=200)
    assert "best turn" in done.stdout
    assert done.stderr == "Interrupted: this is the result so far.\n"
    assert done.returncode == 0


def test_a_folder_is_refused_as_a_position(run: Run, tmp_path: Path) -> None:
    assert "is a folder" in " ".join(run("analyse", str(tmp_path)).err.split())


def test_theory_shows_no_empty_counts(run: Run) -> None:
    said = run("analyse", "bridgit").said
    assert "theory" in said
    assert "visits" not in said


def test_on_a_terminal_ctrl_c_ends_the_search_and_the_report_stays() -> None:
    child, terminal = pty.fork()
    if child == 0:
        os.execvpe(sys.executable, [*COMMAND, "analyse", "trellis", "--seconds", "600"], os.environ | {"TERM": "xterm"})
    said = b""

    def listen(until: bytes) -> None:
        nonlocal said
        while until not in said:
            assert select.select([terminal], [], [], 60)[0], said
            said += os.read(terminal, 65_536)

    try:
        listen(b"still thinking")
        said = b""
        os.kill(child, signal.SIGINT)
        _, status = -1, None
        while status is None:
            try:
                said += os.read(terminal, 65_536)
            except OSError:  # the terminal is closed
                _, status = os.waitpid(child, 0)
    finally:
        os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 0
    last = said[said.rindex(b"searched") :]
    assert b"still thinking" not in last
    assert b"best turn" in said


# The analysis engine -------------------------------------------------------------------------------------------------


def test_queries_through_pipes_are_all_answered_before_it_ends(run: Run) -> None:
    queries = [
        {"id": f"q{number}", "game": "hex(size=4)", "moves": ["b2"], "limits": {"simulations": 40}}
        for number in range(20)
    ]
    finished = run("analyse", "--jsonl", "--workers", "3", typed=[*map(json.dumps, queries), "", "nonsense"])
    answers = [json.loads(line) for line in finished.out.splitlines()]
    assert sorted(answer["id"] for answer in answers if answer.get("final")) == sorted(q["id"] for q in queries)
    assert [answer["error"] for answer in answers if "error" in answer]
    assert finished.code == 0


def test_a_query_is_answered_while_another_goes_on_and_ended_by_name() -> None:
    process = start_process("analyse", "--jsonl", "--workers", "2")
    assert process.stdin is not None
    assert process.stdout is not None

    def tell(**query: object) -> None:
        assert process.stdin is not None
        process.stdin.write(json.dumps(query) + "\n")
        process.stdin.flush()

    tell(id="long", game="trellis", limits={"seconds": 600})
    tell(id="short", game="hex(size=3)", limits={"simulations": 20})
    assert json.loads(process.stdout.readline())["id"] == "short"
    tell(id="t", action="terminate", terminate_id="long")
    said = {answer["id"]: answer for answer in (json.loads(process.stdout.readline()) for _ in range(2))}
    assert said["t"]["found"] == 1
    assert said["long"]["stopped"]
    out, err = process.communicate(timeout=PATIENCE)
    assert (out, err, process.returncode) == ("", "", 0)


def test_ctrl_c_ends_the_engine_without_a_traceback() -> None:
    process = start_process("analyse", "--jsonl", "--workers", "1")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(
        json.dumps({"id": "q", "game": "trellis", "limits": {"seconds": 600}, "report_every": 0.01}) + "\n"
    )
    process.stdin.flush()
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert err == "interrupted\n"
    assert process.returncode == 130


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    process = start_process("analyse", "--jsonl", "--workers", "1")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdout.close()
    process.stdin.write(json.dumps({"id": "q", "game": "hex(size=3)", "limits": {"simulations": 9}}) + "\n")
    process.stdin.close()
    assert process.wait(timeout=PATIENCE) == 1
    assert process.stderr is not None
    assert process.stderr.read() == ""
    process.stderr.close()


def test_a_better_chance_from_few_visits_is_explained() -> None:
    def said(*entries: tuple[int, float]) -> str:
        """The view of a report whose turns have these visits and chances."""
        report = isthmus.search(isthmus.game("hex", size=5, pie=0).start(), simulations=200)
        turns = [
            replace(entry, visits=visits, value=Value(2 * chance - 1), proof=Proof.UNPROVED)
            for entry, (visits, chance) in zip(report.turns, entries, strict=False)
        ]
        console = Console(width=100, record=True, file=io.StringIO())
        console.print(view(replace(report, best=turns[0].turn, turns=tuple(turns)), 2))
        return console.export_text()

    words = "a chance from few visits is uncertain"
    assert words in said((90, 0.5), (10, 0.6))
    assert words not in said((90, 0.5), (10, 0.4))
    assert words not in said((90, 0.5), (8, 0.4), (2, 0.6))  # the last is not shown
