"""The results of the claims' studies in the package and the documents agree with the ledgers."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from isthmus.lab import claimed
from isthmus.lab.play.batch import Batch, play_batch
from isthmus.lab.play.signature import engine_for
from isthmus.lab.study.plan import Point

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

import lab_reports

ROOT = lab_reports.ROOT
AGAIN = "run scripts/lab_reports.py"


@pytest.mark.parametrize("name", lab_reports.names())
def test_the_reports_verdicts_and_tables_are_those_of_the_ledger(name: str) -> None:
    made = dict(lab_reports.files_of(name))
    assert len(made) == 4
    for path, text in made.items():
        there = lab_reports.without_drawings(path.read_text(encoding="utf-8"))
        assert there == lab_reports.without_drawings(text), f"{path.relative_to(ROOT)}: {AGAIN}"


@pytest.mark.parametrize("name", lab_reports.names())
def test_the_present_engine_plays_the_games_of_the_ledger(name: str) -> None:
    """The signature of every game of the study, and the first pair of two of its points. If this fails, the engine has
    changed: play the studies again (isthmus lab claims), take them, and see what that changes in docs/claims.md.
    """
    results = lab_reports.results_of(name)
    (engine,) = results.engines
    assert engine.signatures == engine_for(results.study).signatures
    data = results.study.data
    points = sorted(results.plan.points, key=lambda point: (point.role, cost(point)))
    for point in (points[0], points[len(points) // 2]):
        ((_, lines),) = play_batch(Batch(point, (0,), data.seed, data.budget.max_turns)).games
        kept = [one.as_data() for one in results.games[point.number][0]]
        assert json.loads(json.dumps(lines)) == json.loads(json.dumps(kept)), f"{point.game} at {point.strength}"


def cost(point: Point) -> int:
    """About how long a game of a point takes, in simulations a turn."""
    return max(point.a.simulations or 1, point.b.simulations or 1, point.judge)


def test_the_page_of_the_pairing_is_as_the_code_draws_it() -> None:
    path, text = lab_reports.pairings_page()
    assert path.read_text(encoding="utf-8") == text, AGAIN


def test_a_page_without_drawings_still_has_its_words_and_the_number_of_its_plots() -> None:
    page = '<p>one</p><svg role="img"><path d="M0"/></svg><p>two</p><svg>\n<g/></svg>'
    assert lab_reports.without_drawings(page) == '<p>one</p><svg role="img"></svg><p>two</p><svg></svg>'


def test_the_web_app_has_the_claims_as_the_document_has_them() -> None:
    path, text = lab_reports.claims_in_words()
    assert path.read_text(encoding="utf-8") == text, AGAIN


def test_every_study_of_claims_has_a_report_and_no_report_is_left_over() -> None:
    assert lab_reports.names() == sorted(claimed.studies())
    shipped = {path.stem for path in lab_reports.SHIPPED.iterdir() if path.name != "claims.md"}
    assert shipped == set(claimed.studies())


@pytest.mark.parametrize("name", lab_reports.names())
def test_a_study_of_claims_is_the_one_that_was_played(name: str) -> None:
    shipped = json.loads((lab_reports.SHIPPED / f"{name}.json").read_text(encoding="utf-8"))
    assert shipped["key"] == claimed.studies()[name].key
    assert shipped["complete"]
