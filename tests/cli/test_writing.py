"""Where commands write: no file is replaced without --force, devices are not files, and errors come before the work."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from cli_helpers import Run

import isthmus
from isthmus.record import Record, write_record

RECORD = Record.of_turns(isthmus.game("hex", size=3, pie=0), ["a1", "b1", "a2", "b2", "a3"])

every_command = pytest.mark.parametrize(
    ("command", "options", "out"),
    [
        ("convert", ["-o"], "new.jsonl"),
        ("export", ["--size", "64", "-o"], "new.gif"),
        ("export", ["-o"], "new.svg"),
        ("show", ["-o"], "new.svg"),
        ("show", ["-o"], "new.png"),
        ("show", ["-o"], "new.txt"),
        ("solve", ["--at", "3", "--certificate"], "new.jsonl"),
        ("review", ["--print-only", "--simulations", "5", "--proof-nodes", "0", "--svg"], "new.svg"),
    ],
)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    write_record(RECORD.settled(), path)
    return path


@every_command
def test_a_file_is_replaced_only_with_force(run: Run, record: Path, command: str, options: list[str], out: str) -> None:
    path = record.with_name(out)
    path.write_text("mine\n", encoding="utf-8")
    done = run(command, str(record), *options, str(path))
    assert (done.code, done.err) == (2, f"error: {path} already exists; --force replaces it\n")
    assert path.read_text(encoding="utf-8") == "mine\n"
    assert run(command, str(record), *options, str(path), "--force").code == 0
    assert path.read_bytes() != b"mine\n"


@every_command
def test_a_missing_folder_and_a_folder_are_reported(
    run: Run, record: Path, command: str, options: list[str], out: str
) -> None:
    missing = record.parent / "none" / out
    assert f"there is no folder {missing.parent}" in run(command, str(record), *options, str(missing)).err
    folder = record.with_name(out)
    folder.mkdir()
    done = run(command, str(record), *options, str(folder), "--force")
    assert done.code == 2
    assert "folder" in done.err or "directory" in done.err


@pytest.mark.parametrize("command", [["convert", "--to", "json"], ["show", "--svg"], ["export", "--to", "png"]])
def test_a_device_is_written_to_without_force(run: Run, record: Path, command: list[str]) -> None:
    name, *options = command
    assert run(name, str(record), *options, "-o", os.devnull).code == 0


def test_a_full_disk_leaves_the_old_picture(run: Run, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = record.with_name("game.gif")
    run("export", str(record), "-o", str(picture), "--size", "64")
    before = picture.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    done = run("export", str(record), "-o", str(picture), "--size", "300", "--force")
    assert (done.code, done.err) == (2, f"error: {picture} cannot be written: No space left on device\n")
    assert picture.read_bytes() == before
    assert sorted(path.name for path in record.parent.iterdir()) == sorted({record.name, picture.name})


def test_a_dash_is_standard_output(run: Run, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(record.parent)
    assert run("convert", str(record), "-o", "-").out == record.read_text(encoding="utf-8")
    assert run("show", str(record), "--line", "-o", "-").out.startswith("hex(size=3,pie=0) ")
    assert not Path("-").exists()


def test_a_command_says_what_it_wrote(run: Run, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(record.parent)
    assert run("show", "game.jsonl", "-o", "new.svg").out.startswith("new.svg: ")
    assert re.fullmatch(r"new.png: \d+ kB\n", run("show", "game.jsonl", "-o", "new.png").out)
    assert run("show", "game.jsonl", "--line", "-o", "new.txt").out == "new.txt: 1 kB\n"
    assert run("convert", "game.jsonl", "-o", "new.sgf").out == "new.sgf: 5 turns\n"
    assert run("export", "game.jsonl", "-o", "new.gif", "--size", "64").out.startswith("new.gif: 6 frames, ")


@pytest.mark.parametrize("command", ["show", "review", "analyse", "overlay", "solve", "convert", "export"])
def test_without_an_argument_commands_read_standard_input(run: Run, command: str) -> None:
    done = run(command, *(["--to", "png"] if command == "export" else []))
    assert done.code == 2
    assert "found nothing, expected a position" in " ".join(done.err.split())


def test_a_page_is_not_written_as_a_position(run: Run, record: Path) -> None:
    done = run("show", str(record), "--png", "-o", str(record.with_name("board.pdf")))
    assert done.code == 2
    assert "'isthmus export' writes .pdf" in done.err
