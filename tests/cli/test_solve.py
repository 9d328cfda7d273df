"""isthmus solve and isthmus check."""

from __future__ import annotations

import json
from pathlib import Path

from cli_helpers import Run

HEX = "hex(size=3,pie=0) 3/3/3 black first=black"
DRAW = "network(size=6,network=8) x1xx/oo2oo/1x1xx1/o1o1o1/o1o1xo/xx1x black first=white history=0x022b5693ac8790da"


def test_solve_says_the_result_and_a_turn(run: Run) -> None:
    done = run("solve", "hex", "-p", "size=3", "-p", "pie=0")
    assert done.code == 0
    assert "win for the first player (black); best is b2" in done.said
    assert "nodes" in done.said


def test_solve_as_json(run: Run) -> None:
    fields = json.loads(run("solve", HEX, "--json").out)
    assert {name: fields[name] for name in ("game", "seat", "result", "least", "most", "turn", "certificate")} == {
        "game": "hex(size=3,pie=0)",
        "seat": "first",
        "result": "win",
        "least": 1,
        "most": 1,
        "turn": "b2",
        "certificate": None,
    }


def test_an_evaluator_changes_the_way_not_the_result(run: Run) -> None:
    arguments = ("solve", "hex", "-p", "size=6", "-p", "pie=0", "--after", "a3", "--json")
    by_hand, by_net = (json.loads(run(*arguments, "--eval", evaluator).out) for evaluator in ("hand", "net"))
    assert by_hand["result"] == by_net["result"] == "loss"
    assert by_hand["nodes"] != by_net["nodes"]


def test_an_unproved_result_is_stated_and_exits_with_1(run: Run) -> None:
    done = run("solve", "hex", "--nodes", "5")
    assert done.code == 1
    assert "unproved; the first player is to move" in done.said


def test_check_accepts_a_certificate_and_rejects_a_spoiled_one(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "proof.jsonl"
    assert "first wins" in run("solve", HEX, "--certificate", str(file)).said
    done = run("check", str(file))
    assert done.code == 0
    assert f"proved: first wins ({len(file.read_text().splitlines()) - 1} lines) {HEX}" in done.said
    file.write_text(file.read_text().replace('"first wins"', '"second wins"'))
    spoiled = run("check", str(file))
    assert spoiled.code == 2
    assert f"error: {file}: " in spoiled.err
    assert "line 2: found stones" in spoiled.err


def test_check_says_that_a_record_is_not_a_certificate(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text('{"format": "isthmus-record", "version": 2, "game": "hex(size=5,pie=0)"}\n')
    said = "line 1: found 'isthmus-record', expected the header of a certificate"
    assert run("check", str(file)).err == f"error: {file}: {said}\n"


def test_no_room_for_a_certificate_is_an_error(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "proof.jsonl"
    done = run("solve", HEX, "--certificate", str(file), "--lines", "2")
    assert (done.code, file.exists()) == (1, False)
    assert "the certificate has more lines than --lines allows" in " ".join(done.err.split())


def test_half_of_a_draw_is_written_and_the_other_half_is_named(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "proof.jsonl"
    done = run("solve", DRAW, "--certificate", str(file), "--lines", "600")
    assert done.code == 1
    assert (
        f'{file} lacks the half "second does not lose": the certificate has more lines than --lines allows.'
        in " ".join(done.err.split())
    )
    assert "With more --memory, the proof of a draw may have fewer lines." in done.err
    checked = run("check", str(file))
    assert checked.code == 0
    assert "first does not lose" in checked.said
    assert "second" not in checked.said


def test_a_finished_game_and_a_missing_file_are_errors(run: Run) -> None:
    assert "the game is over" in run("solve", "hex(size=3,pie=0) 1x1/1x1/1x1 white first=black").err
    assert run("check", "no-such-file.jsonl").code == 2
