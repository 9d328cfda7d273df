"""``isthmus lab``: from a study file to a report."""

from __future__ import annotations

import json
import resource
import signal
from pathlib import Path

import pytest
from cli_helpers import Run

from isthmus.lab import claimed

STUDY = """
title = "On the command line"
[[games]]
game = "hex"
size = 3
pie = 0
[players]
strengths = [2, 8]
[questions]
measures = ["first-seat", "depth"]
[budget]
games = 4
"""

CLAIM = """
[[claims]]
name = "wins"
says = "The first seat wins most games."
measure = "first-seat"
where = { strength = 8 }
at_least = 0.5
"""


@pytest.fixture
def study(tmp_path: Path) -> Path:
    path = tmp_path / "study.toml"
    path.write_text(STUDY, encoding="utf-8")
    return path


def test_a_study_is_run_reported_and_shown(run: Run, study: Path, tmp_path: Path) -> None:
    ledger, page = tmp_path / "games.jsonl", tmp_path / "report.html"
    done = run("lab", "run", str(study), "--ledger", str(ledger), "--jobs", "1")
    assert (done.code, done.err) == (0, "")
    assert f"isthmus lab report {ledger}" in done.out
    assert run("lab", "report", str(ledger), "-o", str(page)).code == 0
    assert json.loads(page.with_suffix(".json").read_text(encoding="utf-8"))["games"] == 12
    assert "already exists" in run("lab", "report", str(ledger), "-o", str(page)).err
    shown = run("lab", "show", "3", "--ledger", str(ledger))
    assert "Game 3: self-play of hex(size=3,pie=0) at 2" in shown.out
    assert not shown.err
    assert "isthmus serve runs, the game is at http://127.0.0.1:8010/study#isthmus-1/hex(size=3,pie=0)/" in shown.out
    assert "expected a number up to 12" in run("lab", "show", "13", "--ledger", str(ledger)).err
    compared = run("lab", "compare", str(ledger), str(ledger)).out
    assert "  first-seat share, hex(size=3,pie=0), at 2:" in compared


def test_a_game_of_earlier_rules_says_so(run: Run, study: Path) -> None:
    assert run("lab", "run", str(study), "--jobs", "1").code == 0
    ledger = study.with_suffix(".ledger.jsonl")
    ledger.write_text(ledger.read_text(encoding="utf-8").replace('"connected"', '"joined"'), encoding="utf-8")
    shown = run("lab", "show", "3", "--ledger", str(ledger))
    assert "The rules have changed since this game was played" in shown.err
    assert "(joined)" in shown.err


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("size = 3", "size = 99", "line 5: games[1].size"),
        ('"depth"', '"depht"', "line 10: questions.measures[2]: no measure is called 'depht'"),
    ],
)
def test_a_mistake_in_a_study_is_one_line(run: Run, study: Path, old: str, new: str, message: str) -> None:
    study.write_text(STUDY.replace(old, new), encoding="utf-8")
    done = run("lab", "run", str(study))
    assert done.code == 2
    assert message in done.err.replace("\n", "")
    assert not study.with_suffix(".ledger.jsonl").exists()


def test_a_ledger_of_another_engine_is_refused_in_one_line_and_may_be_mixed(run: Run, study: Path) -> None:
    assert run("lab", "run", str(study), "--jobs", "1").code == 0
    ledger = study.with_suffix(".ledger.jsonl")
    head, *batches = ledger.read_text(encoding="utf-8").splitlines(keepends=True)
    changed = json.loads(head)
    changed["engine"] = {"hex(size=3,pie=0)": "0badbeef"}
    ledger.write_text("".join([json.dumps(changed) + "\n", *batches[:-1]]), encoding="utf-8")
    refused = run("lab", "run", str(study), "--jobs", "1")
    assert refused.code == 2
    assert "would play different games; begin another ledger" in refused.err
    assert run("lab", "run", str(study), "--jobs", "1", "--mixed").code == 0


def test_a_report_on_a_full_disk_keeps_the_one_before_and_names_its_file(run: Run, study: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    assert run("lab", "run", str(study), "--jobs", "1").code == 0
    command = ("lab", "report", str(study.with_suffix(".ledger.jsonl")), "-o", str(page))
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)

    def full(*options: str) -> str:
        resource.setrlimit(resource.RLIMIT_FSIZE, (3000, limit[1]))
        try:
            return run(*command, *options).err
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limit)

    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        assert str(page) in full().replace("\n", "")
        assert not [path.name for path in tmp_path.iterdir() if "report" in path.name]
        assert run(*command).code == 0
        before = page.read_bytes()
        assert str(page) in full("--force").replace("\n", "")
        assert page.read_bytes() == before
    finally:
        signal.signal(signal.SIGXFSZ, handler)


def test_claims_that_are_played_again_are_compared_with_the_kept_verdicts(
    run: Run, study: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = STUDY + CLAIM
    (tmp_path / "tiny.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(claimed, "FOLDER", tmp_path)
    first = run("lab", "claims", "--folder", str(tmp_path / "games"), "--jobs", "1")
    assert "  wins: not known yet, " in first.out
    kept = json.loads((tmp_path / "games" / "tiny.json").read_text(encoding="utf-8"))
    (tmp_path / "tiny.json").write_text(json.dumps(kept), encoding="utf-8")
    assert "; as recorded" in run("lab", "claims", "--folder", str(tmp_path / "games")).out
    kept["claims"][0]["verdict"] = "false"
    (tmp_path / "tiny.json").write_text(json.dumps(kept), encoding="utf-8")
    again = run("lab", "claims", "--folder", str(tmp_path / "games")).out
    assert "; the recorded result differs: false, " in again
    monkeypatch.setattr(claimed, "LONG", {"tiny"})
    assert "takes about an hour" in run("lab", "claims", "--folder", str(tmp_path / "games")).out


def test_an_unknown_runner_is_refused(run: Run, study: Path) -> None:
    assert "expected local, ray" in run("lab", "run", str(study), "--on", "cloud").err


def test_measures_are_listed(run: Run) -> None:
    out = run("lab", "measures").out
    assert "first-seat" in out
    assert "How it misleads" in out


def test_the_kept_verdicts_of_the_claims_are_shown(run: Run) -> None:
    out = run("lab", "claims", "--kept").out
    assert "separation-2-falls: " in out
    assert "expected network, " in run("lab", "claims", "--kept", "--only", "nothing").err
