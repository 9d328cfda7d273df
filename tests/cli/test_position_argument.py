"""The position argument: a number selects one of several games in a file, in the same way in every command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_helpers import Run, start_process

import isthmus
from isthmus.record import Record, format_position, format_sgf, read_record

GAME = isthmus.game("hex", size=3, pie=0)
FEW = ("--simulations", "5")


@pytest.fixture
def log(run: Run, tmp_path: Path) -> Path:
    """The log of a match of two games."""
    path = tmp_path / "match.jsonl"
    match = ("match", "random", "random", "--game", str(GAME), "--simulations", "1", "--games", "2")
    assert run(*match, "--log", str(path)).code == 0
    return path


def turns_of(log: Path, number: int) -> list[str]:
    turns: list[str] = json.loads(log.read_text(encoding="utf-8").splitlines()[number])["turns"]
    return turns


EVERY = [
    ("convert",),
    ("show", "--line"),
    ("export", "--to", "svg", "-o", "-"),
    ("review", "--print-only", *FEW),
    ("analyse", "--at", "1", *FEW),
    ("solve", "--at", "1"),
    ("overlay", "--at", "1"),
]
every_command = pytest.mark.parametrize("command", EVERY, ids=[name for name, *_ in EVERY])


@every_command
def test_of_several_games_a_number_says_which(run: Run, log: Path, command: tuple[str, ...]) -> None:
    name, *options = command
    done = run(name, str(log), *options)
    assert (done.code, done.err) == (2, f"error: {log}: there are 2 games; --number 1 to 2 selects one\n")
    assert "--number 3: there are 2 games" in run(name, str(log), *options, "--number", "3").err
    assert run(name, str(log), *options, "--number", "2").code == 0


@pytest.mark.parametrize("errors", ["strict", "surrogateescape"])
def test_standard_input_is_read_like_a_file(errors: str) -> None:
    """SGF declares its character set, or is Latin-1; the encoding of the terminal does not matter."""
    process = start_process("convert", "-", "--to", "sgf", PYTHONIOENCODING=f"utf-8:{errors}")
    assert process.stdin is not None
    process.stdin.buffer.write(b"(;GM[11]SZ[5]PB[Zo\xeb];B[c3])")
    out, err = process.communicate(timeout=120)
    assert ("PB[Zo\u00eb]" in out, err) == (True, "")


def test_bytes_that_cannot_be_read_name_standard_input() -> None:
    process = start_process("show", "-")
    assert process.stdin is not None
    process.stdin.buffer.write(b"1. c3 \xff")
    _, err = process.communicate(timeout=120)
    assert err.startswith("error: standard input cannot be read as text: line 1: found the byte 0xff")


@every_command
def test_an_error_in_a_file_names_it(run: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    path = tmp_path / "game.txt"
    path.write_text("hex(size=3)\n1. z9\n", encoding="utf-8")
    name, *options = command
    done = run(name, str(path), *options)
    assert done.code == 2
    assert done.err.startswith(f"error: {path}: line 2")


def test_turns_are_played_from_there_first(run: Run) -> None:
    done = run("show", "network", "--after", "a4 e1,d5", "--line")
    assert done.out.split()[1:3] == ["6/8/8/3o4/o7/8/8/3x2", "black"]
    assert "error: a4 is occupied by white" in run("show", "network", "--after", "a4 a4").err
    assert "win for the second player (white)" in run("solve", "hex", "-p", "size=4", "--after", "a1 take-white").said
    away = ("--game", "hex", "--to-move", "black", "--after", "a1")
    assert "are for games" in run("show", "abc", *away).err


def test_a_list_of_turns_gets_its_game_from_an_option(run: Run, tmp_path: Path) -> None:
    turns = tmp_path / "turns.txt"
    turns.write_text("a1\nb2\nc1\n")
    hex_3 = (str(turns), "--game", "hex", "-p", "size=3", "-p", "pie=0")
    assert run("show", *hex_3, "--at", "2", "--line").out == "hex(size=3,pie=0) x2/1o1/3 black first=black\n"
    assert "loss for the first player (black)" in run("solve", *hex_3, "--after", "c2").said
    assert run("analyse", *hex_3, "--at", "1", "--simulations", "20").code == 0
    assert "threw away a proved win with a1" in run("review", *hex_3, "--print-only", "--simulations", "20").said
    board = tmp_path / "board.txt"
    board.write_text("V---H---V---H---V\n")
    assert "'V---H" not in run("show", str(board), "--game", "trellis", "-p", "size=5").err
    said = run("show", str(turns)).err
    assert "turns.txt: 'a1': a list of turns needs its game" in said
    assert "or add --game, as in: --game 'hex(size=11)'" in said


def test_the_game_of_that_number_is_taken(run: Run, log: Path) -> None:
    for number in (1, 2):
        turns = turns_of(log, number)
        assert list(read_record(run("convert", str(log), "--number", str(number)).out).turns) == turns
        final = format_position(Record.of_turns(GAME, turns).final)
        assert run("show", str(log), "--number", str(number), "--line").out == final + "\n"


def test_sgf_with_several_games_is_numbered_too(run: Run, tmp_path: Path) -> None:
    games = [Record.of_turns(GAME, turns) for turns in (["a1"], ["b2", "c3"])]
    path = tmp_path / "games.sgf"
    path.write_text("".join(map(format_sgf, games)), encoding="utf-8")
    assert run("show", str(path), "--number", "2", "--line").out == "hex(size=3,pie=0) 3/1x1/2o black first=black\n"
    assert "there are 2 games" in run("show", str(path)).err


def test_each_game_of_a_log_has_a_separate_review(run: Run, log: Path) -> None:
    for number in (1, 2):
        done = run("review", str(log), "--number", str(number), *FEW, "--proof-nodes", "0")
        kept = log.with_name(f"match-{number}.review.jsonl")
        assert f"The review is saved in {kept}." in done.said
        assert list(read_record(kept).turns) == turns_of(log, number)


def test_a_log_without_a_game_says_so(run: Run, log: Path) -> None:
    log.write_text(log.read_text(encoding="utf-8").splitlines()[0] + "\n", encoding="utf-8")
    for name, *options in EVERY:
        assert "this log contains no game yet" in run(name, str(log), *options).err


def test_a_file_with_one_game_needs_no_number(run: Run) -> None:
    assert run("show", str(GAME), "--number", "1", "--line").code == 0
    assert "--number 2: there is 1 game" in run("show", str(GAME), "--number", "2").err
