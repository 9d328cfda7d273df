"""``isthmus lab``: from a study file to a report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_helpers import Run

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
    assert "exists already" in run("lab", "report", str(ledger), "-o", str(page)).err
    shown = run("lab", "show", "3", "--ledger", str(ledger))
    assert "Game 3: self-play of hex(size=3,pie=0) at 2" in shown.out
    assert "#isthmus-1/hex(size=3,pie=0)/" in shown.out
    assert "expected a number up to 12" in run("lab", "show", "13", "--ledger", str(ledger)).err
    compared = run("lab", "compare", str(ledger), str(ledger)).out
    assert "  first-seat share, hex(size=3,pie=0), at 2:" in compared


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


def test_a_runner_that_is_not_there_is_refused(run: Run, study: Path) -> None:
    assert "expected local, ray" in run("lab", "run", str(study), "--on", "cloud").err


def test_measures_are_listed(run: Run) -> None:
    out = run("lab", "measures").out
    assert "first-seat" in out
    assert "How it misleads" in out


def test_the_kept_verdicts_of_the_claims_are_told(run: Run) -> None:
    out = run("lab", "claims", "--kept").out
    assert "separation-2-falls: " in out
    assert "expected network, " in run("lab", "claims", "--kept", "--only", "nothing").err
