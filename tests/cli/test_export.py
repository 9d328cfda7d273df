"""``isthmus export``: whole games as GIF and as pages."""

from __future__ import annotations

import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from cli_helpers import COMMAND, Run
from PIL import Image

import isthmus
from isthmus.record import Mark, Record, write_record


@pytest.fixture
def record(tmp_path: Path) -> Path:
    game = Record.of_turns(isthmus.game("hex", size=3, pie=0), ["a1", "b1", "a2", "b2", "a3"], ("Ann", "Bob")).settled()
    write_record(game.annotate(2, marks=(Mark("circle", "c3"),)), tmp_path / "game.jsonl")
    return tmp_path / "game.jsonl"


def test_a_gif_has_a_frame_a_turn(run: Run, record: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.gif"
    done = run("export", str(record), "-o", str(out))
    assert done.code == 0, done.err
    assert done.out.startswith(f"{out}: 6 frames, ")
    with Image.open(out) as picture:
        assert (picture.n_frames, picture.width) == (6, 480)


def test_turns_that_look_alike_share_a_frame_and_count_as_one(run: Run, tmp_path: Path) -> None:
    """A choice of colour changes no stone."""
    write_record(Record.of_turns(isthmus.game("hex", size=3), ["b2", "take-black", "a1"]), tmp_path / "pie.jsonl")
    out = tmp_path / "game.gif"
    done = run("export", str(tmp_path / "pie.jsonl"), "-o", str(out), "--size", "64")
    with Image.open(out) as picture:
        assert picture.n_frames == 3
    assert "3 frames" in done.out


def test_a_gif_takes_turns_delay_and_size(run: Run, record: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.gif"
    options = (
        "--captions",
        "--turns",
        "2-4",
        "--delay",
        "0.5",
        "--last-delay",
        "2",
        "--size",
        "100",
        "--theme",
        "dark",
        "--no-marks",
    )
    assert "3 frames" in run("export", str(record), "-o", str(out), *options).out
    with Image.open(out) as picture:
        assert (picture.n_frames, picture.width, picture.info["duration"]) == (3, 100, 500)


@pytest.mark.parametrize(("turns", "count"), [("2-4", 3), ("0-0", 1), ("3-", 3), ("-2", 3), (" 1 – 2 ", 2)])
def test_ranges_may_be_open(run: Run, record: Path, tmp_path: Path, turns: str, count: int) -> None:
    out = tmp_path / "game.gif"
    done = run("export", str(record), "-o", str(out), f"--turns={turns}", "--size", "64")
    assert f"{count} frame" in done.out, done.err


def test_a_page_is_svg_pdf_or_png(run: Run, record: Path, tmp_path: Path) -> None:
    for name, begin in (("game.pdf", b"%PDF-"), ("game.png", b"\x89PNG")):
        assert "one page" in run("export", str(record), "-o", str(tmp_path / name), "--dots", "72").out
        assert (tmp_path / name).read_bytes().startswith(begin)
    with Image.open(tmp_path / "game.png") as picture:
        assert picture.size == (595, 842)
    out = tmp_path / "game.svg"
    run("export", str(record), "-o", str(out), "--every", "3", "--columns", "2", "--page", "letter", "--theme", "dark")
    assert ET.fromstring(out.read_text(encoding="utf-8")).attrib["width"] == "215.9mm"


def test_the_record_and_the_page_may_come_through_pipes(run: Run, record: Path) -> None:
    done = run("export", "-", "-o", "-", "--to", "svg", typed=record.read_text(encoding="utf-8"))
    assert ET.fromstring(done.out).attrib["width"] == "210mm"
    command = [*COMMAND, "export", str(record), "-o", "-", "--to", "GIF", "--size", "64"]
    piped = subprocess.run(command, capture_output=True, check=True)
    assert piped.stdout.startswith(b"GIF89a")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "no output file: give --output with a name that ends in .gif, .pdf, .svg or .png"),
        (("-o", "-"), "no output file"),
        (("-o", "game.jpg"), "game.jpg: found the extension .jpg, expected .gif, .pdf, .svg or .png"),
        (("-o", "game"), "game: found no extension, expected .gif, .pdf, .svg or .png"),
        (("-o", "game.gif", "--to", "mp4"), "no format is called 'mp4'; the formats are: gif, pdf, svg, png"),
        (("-o", "game.pdf", "--delay", "1"), "--delay is for .gif, not for .pdf"),
        (("-o", "game.png", "--no-marks"), "--marks is for .gif, not for .png"),
        (("-o", "game.gif", "--every", "5"), "--every is for .pdf, .svg, .png, not for .gif"),
        (("-o", "game.svg", "--dots", "100"), "--dots is for .pdf, .png, not for .svg"),
        (("-o", "game.gif", "--turns", "5"), "--turns: found '5', expected FIRST-LAST, such as 10-40"),
        (("-o", "game.gif", "--turns", "4-2"), "expected turns from 0 to 5 in ascending order"),
        (("-o", "game.gif", "--turns", "0-6"), "expected turns from 0 to 5"),
        (("-o", "game.gif", "--size", "1"), "size is the width in pixels"),
        (("-o", "game.gif", "--theme", "wod"), "did you mean 'wood'?"),
        (("-o", "game.pdf", "--page", "A0"), "the pages are: A4, letter"),
        (("-o", "no/such/game.svg"), "there is no folder no/such for game.svg"),
        (("-o", "game.svg", "--captions"), "--captions is for .gif, not for .svg"),
    ],
)
def test_mistakes_are_one_line_and_exit_code_2(
    run: Run, record: Path, arguments: tuple[str, ...], message: str
) -> None:
    done = run("export", str(record), *arguments)
    assert done.code == 2
    assert message in done.err
    assert len(done.err.splitlines()) == 1


def test_a_single_position_cannot_be_exported_as_a_game(run: Run, tmp_path: Path) -> None:
    done = run("export", "hex(size=3,pie=0) 3/1x1/3 white first=black", "-o", str(tmp_path / "game.gif"))
    assert "this is a single position of Hex, not a record; 'isthmus show' draws it" in done.err
    assert not (tmp_path / "game.gif").exists()
