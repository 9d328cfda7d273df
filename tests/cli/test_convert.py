"""``isthmus convert``: a game from any format into any other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_helpers import Run

import isthmus
from isthmus.record import (
    Record,
    format_record,
    format_sgf,
    format_share_link,
    format_turn_list,
    read_record,
    write_record,
)

RECORD = Record(isthmus.game("hex", size=4, pie=0)).play("b2").play("c3").play("a1")


@pytest.mark.parametrize("write", [format_record, format_sgf, format_turn_list, format_share_link])
def test_every_format_becomes_every_other(run: Run, tmp_path: Path, write) -> None:
    source = tmp_path / "game"
    source.write_text(write(RECORD), encoding="utf-8")
    assert run("convert", str(source)).out == format_record(RECORD)
    assert run("convert", str(source), "--to", "sgf").out == format_sgf(RECORD)
    assert run("convert", str(source), "--to", "turns").out == format_turn_list(RECORD)
    assert run("convert", str(source), "--to", "link").out == format_share_link(RECORD) + "\n"


def test_the_name_of_the_file_says_the_format(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "game.jsonl"
    assert run("convert", "1. b2 2. c3 3. a1", "--game", "hex", "-p", "size=4", "-p", "pie=0", "-o", str(out)).code == 0
    assert read_record(out) == RECORD
    assert run("convert", str(out), "-o", str(tmp_path / "game.txt")).code == 0
    assert (tmp_path / "game.txt").read_text(encoding="utf-8") == format_turn_list(RECORD)


def test_standard_input_is_read_and_a_position_is_where_a_game_begins(run: Run) -> None:
    text = "hex(size=4,pie=0) 4/1x2/4/4 white first=black"
    assert f'"start": "{text}"' in run("convert", typed=text).out


def test_a_game_is_taken_out_of_the_log_of_a_match(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    match = ("match", "random", "random", "--game", "hex(size=4,pie=0)", "--simulations", "1", "--games", "2")
    assert run(*match, "--log", str(log)).code == 0
    turns = [json.loads(line)["turns"] for line in log.read_text(encoding="utf-8").splitlines()[1:]]
    record = read_record(run("convert", str(log), "--number", "2").out)
    assert (record.turns, record.players) == (tuple(turns[1]), ("random", "random"))
    assert record.result is not None


def test_a_file_in_latin_1_is_read(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "game.sgf"
    source.write_bytes("(;FF[4]GM[11]CA[ISO-8859-1]SZ[4]PB[Zoë];B[b2])".encode("latin-1"))
    assert '"players": ["Zoë", ""]' in run("convert", str(source)).out


def test_moves_of_the_network_course_are_read(run: Run) -> None:
    assert '"turn": "b7"' in run("convert", typed="add 1 1\nadd 2 2\n").out


def test_force_replaces_the_file_of_an_earlier_game(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    write_record(RECORD, path)
    assert run("convert", format_turn_list(RECORD.undo()), "-o", str(path), "--force").code == 0
    assert read_record(path) == RECORD.undo()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["b2 c3"], "a list of turns needs its game"),
        (["b2 b2", "--game", "hex(size=4,pie=0)"], "line 1, turn 2: b2 is occupied by black"),
        (["b2", "--param", "size=4"], "--param needs --game"),
        (["b2", "--game", "hex", "--to", "pgn"], "--to pgn: expected one of the formats json"),
        (["b2", "--game", "hex", "-o", "game.pdf"], "game.pdf: expected a name that ends in .jsonl"),
        (["no/such/file.jsonl"], "there is no file no/such/file.jsonl"),
    ],
)
def test_mistakes_are_named_and_nothing_is_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("convert", *arguments)
    assert done.code == 2
    assert message in done.err
    assert not any(path.is_file() for path in tmp_path.rglob("*"))


def test_a_bare_game_name_does_not_contradict_the_parameters_in_the_text(run: Run) -> None:
    text = "hex(size=3,pie=0)\nb2 a1"
    assert '"game": "hex(size=3,pie=0)"' in run("convert", text, "--game", "hex").out
    assert "found a game of hex(size=3,pie=0)" in run("convert", text, "--game", "hex(size=4)").err
    assert "found a game of hex(size=3,pie=0)" in run("convert", text, "--game", "trellis").err


def test_json_is_another_name_of_jsonl(run: Run) -> None:
    text = "hex(size=3,pie=0)\nb2 a1"
    assert run("convert", text, "--to", "json").out == run("convert", text, "--to", "jsonl").out != ""
    assert "--to : expected one of the formats jsonl, sgf, turns, link" in run("convert", text, "--to", "").err


def test_a_game_without_turns_begins_as_usual(run: Run) -> None:
    assert run("convert", "hex", "--to", "turns").out.strip() == "hex(size=11,pie=1)"
    assert run("convert", "hex(size=5,pie=0)", "--to", "link").out.strip() == "#isthmus-1/hex(size=5,pie=0)//0"
