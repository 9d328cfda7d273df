"""The command match."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import signal
import sys
from pathlib import Path

import pytest
from cli_helpers import PATIENCE, Run, start_process
from test_interrupts import wait_for

from isthmus.cli.commands import match

PROGRAM = Path(__file__).parents[1] / "protocols" / "external_program.py"
GAME = ("--game", "hex(size=4,pie=0)", "--simulations", "60", "--seed", "5")


def external(mode: str) -> str:
    """The external program of the tests, as a player."""
    return f"gtp:{shlex.join([sys.executable, '-S', str(PROGRAM), mode])}"


def test_a_match_says_how_it_went_and_how_sure_that_is(run: Run) -> None:
    program = external("resign")
    lines = run("match", "random", program, *GAME, "--games", "8", "--openings", "random").out.splitlines()
    assert lines[0].endswith(f"random against {program}, random openings, seed 5")
    assert lines[1:5] == [
        "random: 8 won, 0 drawn, 0 lost of 8 games (4 pairs)",
        "win rate 100.0% (Wilson 67.6% to 100.0%), Elo at least +127",
        "points as first 4 of 4, as second 4 of 4, as black 4 of 4, as white 4 of 4",
        f"{program} lost 8 by resigning",
    ]
    assert lines[5].startswith("longest turn: ")
    assert len(lines) == 6


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.00001, "under 0.1 ms"), (0.0001, "0.1 ms"), (0.004, "4.0 ms"), (0.25, "0.25 s")]
)
def test_a_very_short_time_is_not_printed_as_zero(seconds: float, said: str) -> None:
    assert match._time(seconds) == said


@pytest.mark.parametrize(
    ("a", "b", "said"),
    [
        ("level2", "random", "level2 against random, random"),
        ("plain", "full", "plain against full, 60 simulations a turn, random"),
        ("level2", "plain", "level2 against plain (60 simulations a turn), random"),
        ("plain", "full(simulations=9)", "plain (60 simulations a turn) against full(simulations=9), random"),
    ],
)
def test_limits_are_printed_only_for_players_that_have_them(run: Run, a: str, b: str, said: str) -> None:
    """Levels have no clock, and a player's own limits are in its text."""
    first = run("match", a, b, *GAME, "--games", "2", "--openings", "random").out.splitlines()[0]
    assert f": {said} openings" in first


@pytest.mark.parametrize(("a", "reported"), [("level2", True), ("plain", False)])
def test_a_limit_without_effect_is_reported(run: Run, a: str, reported: bool) -> None:
    done = run("match", a, "random", "--game", "hex(size=3,pie=0)", "--games", "2", "--seconds", "0.5")
    assert done.code == 0
    assert ("note: --seconds has no effect on level2 and random" in done.err) == reported


def test_the_former_name_of_the_time_limit_still_works(run: Run) -> None:
    done = run("match", "plain", "random", "--game", "hex(size=3,pie=0)", "--games", "2", "--time", "0.01")
    assert "plain (0.01 s a turn) against random" in done.out


def test_a_program_is_given_the_seconds_but_not_the_simulations(run: Run) -> None:
    program = external("resign")
    out = run("match", "plain", program, *GAME, "--seconds", "2", "--games", "2", "--openings", "random").out
    assert f": plain (2 s and 60 simulations a turn) against {program} (2 s a turn), random openings" in out


def test_a_test_says_its_ratio_its_bounds_and_what_it_accepts(run: Run) -> None:
    last = run("match", "plain", "random", *GAME, "--sprt", "-10", "300").out.splitlines()[-1]
    assert last.startswith("SPRT of Elo -10 against 300: LLR +")
    assert last.endswith(" (-2.94 to +2.94), Elo 300 accepted")
    few = run("match", "plain", "random", *GAME, "--sprt", "0", "5", "--games", "4").out.splitlines()
    assert few[1].endswith("of 4 games (2 pairs)")
    assert few[-1].endswith("undecided")


def test_games_that_did_not_end_by_the_rules_are_reported(run: Run) -> None:
    out = run("match", "random", "plain", *GAME, "--games", "2", "--max-turns", "5").out
    assert "random: 0 won, 2 drawn, 0 lost of 2 games (1 pair)" in out
    assert "2 unfinished after 5 turns, counted as draws" in out


def test_the_same_command_goes_on_with_its_log(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    arguments = ("match", "plain", "random", *GAME, "--log", str(log))
    run(*arguments, "--games", "4")
    more = run(*arguments, "--games", "6", "--jobs", "2")
    assert f"{log} already has 4 games; the match continues." in more.out
    assert "of 6 games (3 pairs)" in more.out
    events = [json.loads(line) for line in log.read_text().splitlines()]
    assert events[0]["settings"]["game"] == "hex(size=4,pie=0)"
    assert [(event["pair"], event["game"]) for event in events[1:5]] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert "already has 6 games; the match is complete." in run(*arguments, "--games", "4").out
    tested = ("match", "level8", "random", *GAME, "--sprt", "0", "200", "--log", str(tmp_path / "tested.jsonl"))
    assert run(*tested).code == 0
    assert "the match is complete." in run(*tested).out
    assert "seed is 5 there and 6 now" in run(*arguments, "--seed", "6").err


def test_openings_are_as_requested_or_otherwise_as_the_game_needs(run: Run) -> None:
    arguments = ("match", "random", "random", "--game", "hex", "--param", "size=3", "--games", "2")
    assert "no openings" in run(*arguments).out
    assert "balanced openings" in run(*arguments, "--openings", "balanced").out
    assert "balanced openings" in run(*arguments, "--param", "pie=0").out
    assert "random openings" in run(*arguments, "--param", "pie=0", "--openings", "random").out


def test_games_that_repeat_others_are_reported(run: Run) -> None:
    arguments = ("match", external("good"), external("good"), *GAME, "--games", "4")
    said = "identical to an earlier one, so the intervals are too narrow"
    assert f"2 games {said}\n" in run(*arguments, "--openings", "none").out
    assert said not in run(*arguments, "--openings", "random").out


def test_more_games_at_a_time_than_processors_are_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    out = run("match", "plain", "random", *GAME, "--seconds", "0.01", "--games", "2", "--jobs", "2").out
    assert "2 games at a time on 1 processor: the players get less than their full time." in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("random", "strong"), "no player is called 'strong'"),
        (("random", "random", "--games", "3"), "--games is 3; expected an even number"),
        (("random", "random", "--sprt", "5", "5"), "expected the smaller Elo first"),
        (("random", "random", "--openings", "book"), "openings: expected balanced, random, none"),
        (("random", "gtp:no-such-program-here"), "cannot start 'no-such-program-here'"),
    ],
)
def test_mistakes_are_reported(run: Run, arguments: tuple[str, ...], message: str) -> None:
    done = run("match", *arguments, *GAME)
    assert done.code == 2
    assert message in done.err


def test_an_interrupted_match_keeps_its_games_and_goes_on(tmp_path: Path, run: Run) -> None:
    log = tmp_path / "match.jsonl"
    arguments = ("match", "random", "random", *GAME, "--log", str(log), "--openings", "random")
    process = start_process(*arguments, "--games", "100000", "--jobs", "2")
    wait_for(lambda: log.exists() and log.read_text().count("\n") > 3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert f"Interrupted. The games are kept in {log}; the same command resumes the match." in out
    assert "Traceback" not in err
    kept = log.read_text().count("\n") - 1
    assert f"{log} already has {kept} games" in run(*arguments, "--games", "100").out or kept > 100


def test_a_match_that_is_killed_leaves_no_process_behind(tmp_path: Path) -> None:
    """Neither the workers nor the hanging programs."""
    numbers = tmp_path / "numbers"
    numbers.mkdir()
    arguments = ("match", "random", external(f"number:{numbers}"), "--game", "hex", "--seconds", "600", "--jobs", "2")
    process = start_process(*arguments)
    wait_for(lambda: len(list(numbers.iterdir())) == 2)
    process.kill()
    process.communicate(timeout=PATIENCE)
    wait_for(lambda: not any(map(alive, numbers.iterdir())))


def alive(path: Path) -> bool:
    """Whether a program, or the worker that started it, is running."""
    for number in path.name.split():
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(number), 0)
            return True
    return False
