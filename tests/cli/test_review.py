"""The command review."""

from __future__ import annotations

import signal
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from cli_helpers import PATIENCE, Run, start_process
from test_interrupts import wait_for

import isthmus
from isthmus.analysis.review.report import Review
from isthmus.record import Record, format_position, format_share_link, read_record, write_record

GAME = "trellis(size=5,pie=3)"
FEW = ("--simulations", "60", "--proof-nodes", "50")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game in a file."""
    record = Record(isthmus.game(GAME), ("Ann", "Ben"))
    while record.result is None:
        turns = [str(turn) for turn in record.final.turns()]
        record = record.play(turns[len(turns) // 2])
    path = tmp_path / "game.jsonl"
    write_record(record, path)
    return path


def test_a_review_says_every_turn_the_course_the_players_and_the_pie(run: Run, game: Path) -> None:
    turns = read_record(game).turns
    out = run("review", str(game), *FEW).out
    for turn in turns:
        assert f" {turn} " in out
    for words in ("→", "turn by turn", "proved │", "mean loss", "The pie rule: ", "Proved", "Ann (", "Ben ("):
        assert words in out


def test_the_file_stays_as_it_is_and_the_review_is_kept_beside_it(run: Run, game: Path) -> None:
    before = game.read_bytes()
    done = run("review", str(game), *FEW)
    kept = game.with_name("game.review.jsonl")
    assert game.read_bytes() == before
    assert f"The review is saved in {kept}." in done.said
    assert Review.of(read_record(kept)).complete
    assert sorted(path.name for path in game.parent.iterdir()) == ["game.jsonl", "game.review.jsonl"]


def test_the_same_command_shows_the_same_review_again_and_so_does_its_own_file(run: Run, game: Path) -> None:
    first = run("review", str(game), *FEW).out
    kept = game.with_name("game.review.jsonl")
    written = kept.read_bytes()
    assert run("review", str(game), *FEW).out == first
    assert run("review", str(kept), *FEW).out == first
    assert run("review", str(game), *FEW, "--jobs", "2").out == first
    assert kept.read_bytes() == written


def test_evaluations_are_made_again_on_request(run: Run, game: Path) -> None:
    run("review", str(game), "--simulations", "20", "--proof-nodes", "0")
    kept = game.with_name("game.review.jsonl")
    run("review", str(game), "--simulations", "10", "--proof-nodes", "0", "--again")
    efforts = [node.evaluation.simulations for node in read_record(kept).nodes if node.evaluation]
    assert max(efforts) == 10


def test_nothing_is_saved_on_request(run: Run, game: Path) -> None:
    out = run("review", str(game), *FEW, "--print-only").out
    assert "kept" not in out
    assert list(game.parent.iterdir()) == [game]
    piped = run("review", "-", *FEW, typed=game.read_text(encoding="utf-8"))
    assert piped.out == out
    pasted = run("review", format_share_link(read_record(game)) + " " * 300, *FEW)
    assert "The first player (black) was ahead" in pasted.said
    assert "kept" not in pasted.out


def test_the_review_is_written_to_the_given_file(run: Run, game: Path, tmp_path: Path) -> None:
    target = tmp_path / "elsewhere.jsonl"
    run("review", str(game), *FEW, "-o", str(target), "--lines")
    assert len(read_record(target).nodes) >= len(read_record(game).nodes)
    assert not game.with_name("game.review.jsonl").exists()


def test_notes_in_a_review_are_kept_when_it_goes_on(run: Run, game: Path) -> None:
    assert run("review", str(game), *FEW).code == 0
    kept = game.with_name("game.review.jsonl")
    with kept.open("a", encoding="utf-8") as file:
        file.write('{"node": 1, "comment": "MY NOTE"}\n')
    assert run("review", str(game), *FEW).code == 0
    assert run("review", str(kept), *FEW).code == 0
    assert read_record(kept).nodes[1].comment == "MY NOTE"


def test_notes_in_a_review_are_kept_when_evaluations_are_made_again(run: Run, game: Path) -> None:
    few = ("--simulations", "20", "--proof-nodes", "0")
    run("review", str(game), *few)
    kept = game.with_name("game.review.jsonl")
    with kept.open("a", encoding="utf-8") as file:
        file.write('{"node": 1, "comment": "MY NOTE"}\n')
    for what in (game, kept):
        assert run("review", str(what), *few, "--again").code == 0
        assert read_record(kept).nodes[1].comment == "MY NOTE"


def test_a_review_is_not_written_to_the_record_or_in_another_format(run: Run, game: Path) -> None:
    assert "which must not change" in run("review", str(game), *FEW, "-o", str(game)).err
    assert "expected .jsonl" in run("review", str(game), *FEW, "-o", str(game.with_suffix(".sgf"))).err


def test_a_file_that_holds_anything_else_is_not_overwritten(run: Run, game: Path, tmp_path: Path) -> None:
    other = tmp_path / "notes.jsonl"
    other.write_text("not a record", encoding="utf-8")
    done = run("review", str(game), *FEW, "-o", str(other))
    assert done.code == 2
    assert "is not a review of this game" in done.err
    assert other.read_text(encoding="utf-8") == "not a record"
    record = read_record(game)
    write_record(Record.of_turns(record.game, record.turns[:2]).play(record.position(2).turns()[0]), other)
    assert "turn 3: found" in run("review", str(game), *FEW, "-o", str(other)).err


def test_the_course_is_drawn_on_request(run: Run, game: Path, tmp_path: Path) -> None:
    picture = tmp_path / "course.svg"
    run("review", str(game), *FEW, "--svg", str(picture))
    assert ET.parse(picture).getroot().tag.endswith("svg")


@pytest.mark.parametrize("width", ["80", "120"])
def test_no_line_is_wider_than_the_terminal(run: Run, game: Path, width: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", width)
    out = run("review", str(game), *FEW, "--print-only").out
    assert max(map(len, out.splitlines())) <= int(width)


def test_without_unicode_and_colours_everything_can_still_be_read(game: Path) -> None:
    process = start_process(
        "review", str(game), *FEW, "--print-only", PYTHONIOENCODING="ascii", NO_COLOR="1", COLUMNS="80"
    )
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert out.isascii()
    assert "proved |" in out
    assert "->" in out


def test_files_that_cannot_be_reviewed_are_refused(run: Run, tmp_path: Path) -> None:
    start = isthmus.game("hex(size=4)").start()
    assert "a single position" in run("review", format_position(start)).err
    empty, broken = tmp_path / "empty.jsonl", tmp_path / "broken.jsonl"
    write_record(Record(start.game), empty)
    done = run("review", str(empty))
    assert (done.code, "the record has no turns" in done.err) == (2, True)
    broken.write_text(empty.read_text(encoding="utf-8") + '{"turn": "z9"}\n', encoding="utf-8")
    assert "line 2" in run("review", str(broken)).err
    broken.write_text("hex\n1. b2", encoding="utf-8")
    assert "there is no folder" in run("review", str(broken), "-o", str(tmp_path / "none" / "x.jsonl")).err
    assert "there is no file" in run("review", str(tmp_path / "none.jsonl")).err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["broken.jsonl", "empty.jsonl"]


def test_an_interrupted_review_is_kept_and_goes_on(run: Run, game: Path) -> None:
    kept = game.with_name("game.review.jsonl")

    def evaluated() -> int:
        return sum(node.evaluation is not None for node in read_record(kept).nodes) if kept.exists() else 0

    process = start_process("review", str(game), "--seconds", "1", "--proof-nodes", "0")
    wait_for(lambda: evaluated() >= 2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "the same command resumes" in out
    assert "Traceback" not in err
    there = evaluated()
    assert 2 <= there < len(read_record(game).main_line)
    run("review", str(game), *FEW)
    assert Review.of(read_record(kept)).complete


def test_a_player_without_turns_has_no_mean_loss(run: Run, tmp_path: Path) -> None:
    record = Record(isthmus.game("hex", size=3, pie=0), ("Ann", "Ben")).play("b2")
    write_record(record, tmp_path / "one.jsonl")
    rows = map(str.split, run("review", str(tmp_path / "one.jsonl"), *FEW).out.splitlines())
    assert ["Ben", "(white)", "0", "-"] in [row[:4] for row in rows]
    kept = Review.of(read_record(tmp_path / "one.review.jsonl"))
    assert "Ben (white): 0 turns" in str(kept).splitlines()
