"""``isthmus show``: every input format, in every output format."""

from __future__ import annotations

import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from cli_helpers import COMMAND, Run

import isthmus
from isthmus.record import Mark, Record, format_diagram, parse_diagram, parse_position, read_record, write_record
from isthmus.render import THEMES

POSITION = "hex(size=3,pie=0) 3/1x1/3 white first=black"
PNG_SIGNATURE = b"\x89PNG"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    game = Record(isthmus.game("hex", size=3, pie=0), ("Ann", "Bob"))
    for turn in ("a1", "b1", "a2", "b2", "a3"):
        game = game.play(turn)
    write_record(game, tmp_path / "game.jsonl")
    return tmp_path / "game.jsonl"


def test_a_position_is_drawn_with_who_is_to_move(run: Run) -> None:
    done = run("show", POSITION)
    assert done.code == 0
    assert done.out.count("●") == 2  # one on the board, one in the legend
    assert "White to move." in done.out


def test_a_record_is_shown_at_its_end(run: Run, record: Path) -> None:
    done = run("show", str(record))
    assert "Ann – Bob · 5 turns" in done.out
    assert "Result: Black wins by connection." in done.out
    assert done.out.count("◆") == 4  # three on the board, one in the legend


def test_at_shows_an_earlier_position(run: Run, record: Path) -> None:
    done = run("show", str(record), "--at", "2", "--line")
    assert done.out == "hex(size=3,pie=0) xo1/3/3 black first=black\n"
    assert "the record has 5 turns" in run("show", str(record), "--at", "6").err
    assert "--at counts the turns of a record" in run("show", POSITION, "--at", "1").err


def test_line_and_text_are_read_back(run: Run) -> None:
    position = parse_position(POSITION)
    assert run("show", POSITION, "--line").out == POSITION + "\n"
    text = run("show", POSITION, "--text").out
    assert parse_diagram(text) == position
    assert text == format_diagram(position) + "\n"
    assert run("show", "-", "--line", typed=text).out == POSITION + "\n"


def test_a_game_alone_is_its_start(run: Run) -> None:
    assert run("show", "bridgit(size=3)", "--line").out.startswith("bridgit(size=3,pie=0) ")
    assert run("show", "hex", "-p", "size=3", "--line").out == "hex(size=3,pie=1) 3/3/3 black opening=1\n"
    assert "did you mean 'hex'?" in run("show", "hxe").err


def test_an_opening_position_says_what_is_left_of_the_opening(run: Run) -> None:
    assert "Opening turns left: 3; then the second player chooses a colour." in run("show", "trellis").out
    assert "Opening" not in run("show", POSITION).out


def test_a_link_is_shown_at_its_place(run: Run) -> None:
    link = "#isthmus-1/hex(size=3,pie=0)/b2,a1,b1/"
    assert "after 1 of 3 turns" in run("show", link + "1").out
    assert "after 2 of 3 turns" in run("show", link + "1", "--at", "2").out
    assert " 3 turns" in run("show", link + "3").out
    assert run("show", link + "1", "--line", "--after", "c3").out == "hex(size=3,pie=0) 3/1x1/2o black first=black\n"


@pytest.mark.parametrize(
    "text",
    [
        """{"format": "isthmus-record", "version": 2, "game": "hex(size=3,pie=0)"}
{"turn": "b2", "comment": "see #isthmus-1/hex(size=5,pie=0)/c3,d2/0"}
{"turn": "a1"}
""",
        "(;FF[4]GM[11]SZ[3]ISGAME[hex(size=3,pie=0)];B[b2]C[see #isthmus-1/hex(size=5,pie=0)/c3,d2/1];W[a1])",
    ],
)
def test_a_link_in_a_comment_is_only_a_comment(run: Run, text: str) -> None:
    assert run("show", "-", "--line", typed=text).out == "hex(size=3,pie=0) o2/1x1/3 black first=black\n"


def test_a_fault_in_a_record_with_a_drawn_character_is_reported(run: Run) -> None:
    head = '{"format": "isthmus-record", "version": 2, "game": "hex(size=3,pie=0)", "players": ["José·M", "●"]}'
    told = run("show", "-", typed=f'{head}\n{{"turn": "b2"}}\n{{"turn": "b2"}}\n').err
    assert "b2 is occupied by black" in told


def test_a_board_drawn_for_the_terminal_cannot_be_read_back(run: Run) -> None:
    drawn = run("show", "hex(size=3,pie=0)").out
    assert "'isthmus show --text' writes a diagram" in " ".join(run("show", "-", typed=drawn).err.split())


def test_svg_takes_theme_and_size(run: Run, tmp_path: Path) -> None:
    done = run("show", POSITION, "--svg", "--theme", "dark", "--size", "300")
    assert ET.fromstring(done.out).attrib["width"] == "300"
    file = tmp_path / "board.svg"
    run("show", POSITION, "-o", str(file))
    assert ET.fromstring(file.read_text(encoding="utf-8")).attrib["width"] == "640"


def test_help_names_every_theme(run: Run) -> None:
    assert set(THEMES) <= set(run("show", "--help").out.replace(",", " ").replace(".", " ").split())


def test_png_goes_to_a_file_or_a_pipe(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.png"
    assert run("show", POSITION, "--size", "100", "-o", str(file)).code == 0
    assert file.read_bytes().startswith(PNG_SIGNATURE)
    piped = subprocess.run([*COMMAND, "show", POSITION, "--png", "--size", "100"], capture_output=True, check=True)
    assert piped.stdout == file.read_bytes()


def test_a_hyphen_is_standard_output(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("show", POSITION, "--line", "-o", "-").out == POSITION + "\n"
    assert run("show", POSITION, "-o", "-").out == run("show", POSITION, "--text").out
    assert run("show", POSITION, "--svg", "-o", "-").out == run("show", POSITION, "--svg").out
    assert not (tmp_path / "-").exists()


def test_a_picture_of_a_record_shows_its_marks_and_the_numbers_of_its_turns(run: Run, record: Path) -> None:
    write_record(read_record(record).annotate(3, marks=(Mark("label", "c3", "A"),)), record)
    marked = run("show", str(record), "--svg", "--at", "3").out
    assert "Marked: label A at c3." in marked
    assert "Marked" not in run("show", str(record), "--svg").out
    numbered = run("show", str(record), "--svg", "--at", "4", "--numbers", "3").out
    assert "Numbered: 3 at a2, 4 at b2." in numbered


def test_board_strings_need_a_game_and_can_be_shifted(run: Run) -> None:
    board = "lurd,5,5,5/2x2/2x2/2tt1/5"
    done = run("show", board, "--game", "trellis", "-p", "size=5", "--line")
    assert done.code == 0, done.err
    assert parse_position(done.out).stones("black") == ["c3", "c4"]
    shifted = run("show", board, "--game", "trellis", "-p", "size=5", "--shift", "-1", "--to-move", "white", "--line")
    assert parse_position(shifted.out).stones("black") == ["b3", "b4"]
    assert str(parse_position(shifted.out).to_move) == "white"
    assert "would leave" in run("show", board, "--game", "trellis", "--shift", "9").err


def test_ascii_boards_are_read_from_standard_input(run: Run) -> None:
    board = "3 V---H--- \n | : |\n2  ---V--- \n | : |\n1  --- ---H\n"
    assert "this looks like a printed board" in run("show", "-", typed=board).err
    done = run("show", "-", "--game", "trellis", "-p", "size=5", "--line", typed=board)
    assert parse_position(done.out).stones("white") == ["b3", "c1"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nowhere.jsonl",), "there is no file nowhere.jsonl"),
        (("hex(size=3) 9/9",), "stones"),
        ((POSITION, "--svg", "--png"), "cannot be combined"),
        ((POSITION, "--shift", "1"), "need --game"),
        ((POSITION, "--svg", "--theme", "wod"), "did you mean 'wood'?"),
        ((POSITION, "--svg", "--size", "3"), "size is the width in pixels"),
        ((POSITION, "--game", "hex(size=9)"), "expected one of hex(size=9,pie=1); the text names its game"),
        ((POSITION, "--game", "hex(size=11)"), "expected one of hex(size=11,pie=1); the text names its game"),
        ((POSITION, "--game", "hex", "-p", "size=11"), "expected one of hex(size=11,pie=1); the text names its game"),
        ((POSITION, "--game", "hex", "--to-move", "black"), "found no board"),
        (("lurd,5,5,12x12", "--game", "trellis", "-p", "size=5", "--at", "1"), "this is a single position"),
        (("hex", "--at", "3"), "--at counts the turns of a record"),
        (
            ("hex", "--svg", "-o", "board.png"),
            "board.png has the wrong extension for --svg; omit --svg or choose another name",
        ),
        (("hex", "--line", "-o", "board.svg"), "board.svg has the wrong extension for --line"),
        (("hex", "-o", "board.jpg"), "board.jpg: expected a name that ends in .svg, .png or .txt"),
        (("#isthmus-2/hex/c3/1",), "found a link of version 2, expected version 1"),
        (("lurd,5,5,5/2x2/2x2/2tt1/5",), "this looks like a printed board"),
        (('boardgv2diag("lurd,5,5,5/2x2/2x2/2tt1/5")',), "add --game, as in: --game trellis"),
        (("hex", "-o", "board.gif"), "'isthmus export' writes .gif, for a whole game"),
        ((POSITION, "--theme", "wod"), "--theme and --size are for a picture"),
        ((POSITION, "--text", "--size", "300"), "--theme and --size are for a picture"),
        ((POSITION, "--svg", "--numbers", "1"), "--numbers is for a picture (.svg or .png) of a record"),
        ((POSITION, "-p", "size=3"), "--param needs the name of a game"),
        ((POSITION, "-o", "/no/such/folder/board.svg"), "there is no folder /no/such/folder for board.svg"),
    ],
)
def test_mistakes_are_one_line_and_exit_code_2(run: Run, arguments: tuple[str, ...], message: str) -> None:
    done = run("show", *arguments)
    assert done.code == 2
    assert message in done.err
    assert len(done.err.splitlines()) == 1


def test_numbers_begin_at_a_turn_that_is_shown(run: Run, record: Path) -> None:
    done = run("show", str(record), "--svg", "--at", "2", "--numbers", "3")
    assert "--numbers 3 is beyond the last turn that is shown, 2" in done.err
    assert "--numbers is for a picture" in run("show", str(record), "--numbers", "1").err


def test_a_binary_file_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.bin"
    file.write_bytes(b"\xff\xfe\x00")
    assert "cannot be read as text" in run("show", str(file)).err
