"""Reports: one self-contained page, and the same figures as JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from lab_studies import SMALL, Play

from isthmus.lab import MEASURES, Results, Study, claimed, report, write_report
from isthmus.lab.comparing import Compared, compare
from isthmus.lab.measures.catalogue import full_plan
from isthmus.lab.measures.measure import Estimate
from isthmus.lab.reporting.page import page_of
from isthmus.lab.reporting.plots import plot
from isthmus.lab.reporting.results import shown, shown_claim
from isthmus.lab.study.schema import Claim
from isthmus.lab.verdicts import Judgement
from isthmus.record import parse_share_link

EVERYTHING = SMALL.replace(
    'measures = ["first-seat", "ends", "length", "depth", "restricted", "drama"]',
    f"measures = {sorted(MEASURES.keys() - {'captures', 'contests'})}",
)

EVERY_KIND = EVERYTHING.replace("measures = [", "measures = ['captures', 'contests', ").replace(
    "[players]",
    '[[games]]\ngame = "quadrant-hex"\nsize = 6\npie = 0\n\n[[games]]\ngame = "orbit"\nsize = 5\npie = 0\n\n[players]',
)
"""With a game of several contests and one of captures."""


class Page(HTMLParser):
    """The text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_the_page_needs_nothing_else(play: Play, tmp_path: Path) -> None:
    results = report(play(Study.of(EVERYTHING)))
    html, data, table = write_report(results, tmp_path / "report.html", "https://play.example")
    text = html.read_text(encoding="utf-8")
    page = Page(text)
    tags = {tag for tag, _ in page.tags}
    assert not tags & {"script", "link", "iframe", "object"}
    assert all(str(found["src"]).startswith("data:") for tag, found in page.tags if tag == "img")
    assert "svg" in tags
    identifiers = [found["id"] for _, found in page.tags if "id" in found]
    assert len(identifiers) == len(set(identifiers))
    for measure in results.measures:
        assert f'id="{measure.name}"' in text
    links = [str(found["href"]) for tag, found in page.tags if tag == "a"]
    assert links
    record, _ = parse_share_link(links[0])
    assert links[0].startswith("https://play.example/study#")
    assert record.turns
    assert json.loads(data.read_text(encoding="utf-8"))["complete"]
    rows = list(csv.DictReader(io.StringIO(table.read_text(encoding="utf-8"))))
    assert len(rows) == len(results.estimates)


def test_judged_openings_are_not_counted_as_games(play: Play) -> None:
    study = 'title = "x"\ngames = [{ game = "hex", size = 3, pie = 1 }]\nplayers.strengths = [2]\nbudget.games = 4\n'
    both = report(play(Study.of(study + 'questions.measures = ["openings", "length"]'), "both.jsonl"))
    assert (both.played, both.openings, both.extent) == (4, 5, "4 games and 5 judged openings")
    none = report(play(Study.of(study + 'questions.measures = ["openings"]'), "none.jsonl"))
    assert (none.extent, none.as_data()["games"]) == ("5 judged openings", 0)


def test_a_report_does_not_say_that_all_openings_were_judged_before_they_were(play: Play) -> None:
    study = 'title = "x"\ngames = [{ game = "hex", size = 3, pie = 1 }]\nplayers.strengths = [2]\n'
    study += 'budget.games = 2\nquestions.measures = ["openings"]\n'

    def methods(ledger: Path) -> list[str]:
        return [one.method for one in report(ledger).estimates]

    whole = play(Study.of(study), "whole.jsonl")
    assert methods(whole) == ["exact", "judged", "judged"]
    head, *chunks = map(json.loads, whole.read_text(encoding="utf-8").splitlines())
    for chunk in chunks:
        chunk["pairs"] = [pair for pair in chunk["pairs"] if pair["pair"] < 3]
    whole.write_text("".join(f"{json.dumps(line)}\n" for line in (head, *chunks)), encoding="utf-8")
    assert methods(whole) == ["part", "judged", "judged"]
    assert methods(play(Study.of(study + "questions.offers = 4\n"), "sample.jsonl")) == ["fixed", "judged", "judged"]


def test_the_page_is_the_same_for_the_same_games(small: Study, play: Play, tmp_path: Path) -> None:
    ledger = play(small)
    texts = [write_report(report(ledger), tmp_path / name)[0].read_bytes() for name in ("a.html", "b.html")]
    assert texts[0] == texts[1]


def test_every_figure_lies_in_its_interval_and_names_games_that_exist(play: Play) -> None:
    results = report(play(Study.of(EVERY_KIND)))
    assert {one.measure for one in results.estimates} == set(MEASURES)
    for one in results.estimates:
        if one.value is not None and one.low is not None and one.high is not None:
            assert one.low <= one.value <= one.high, one
        assert all(results.find(number) is not None for number in one.games)
        assert one.of_whom
        assert one.unit


def test_a_report_may_be_made_before_there_is_any_game(small: Study, play: Play) -> None:
    ledger = play(small)
    ledger.write_text(ledger.read_text(encoding="utf-8").partition("\n")[0] + "\n", encoding="utf-8")
    results = report(ledger)
    assert not results.complete
    assert "not complete" in str(results)
    assert [one.verdict for one in results.judgements] == ["not known yet"]


def test_a_study_that_stops_early_has_only_intervals_that_allow_it(play: Play) -> None:
    settled = EVERYTHING.replace("games = 6", 'games = 12\nstop = "settled"\nfirst = 6')
    results = report(play(Study.of(settled)))
    methods: dict[str, set[str]] = {}
    for one in results.estimates:
        methods.setdefault(one.measure, set()).add(one.method)
    of_openings = methods.pop("openings")
    assert of_openings <= {"exact", "fixed", "judged"}  # all openings are judged in any case
    assert set().union(*methods.values()) == {"sequence", "asymptotic"}
    assert methods["depth"] == methods["restricted"] == methods["ends"] == {"sequence"}
    assert methods["length"] == {"asymptotic"}


def test_intervals_have_the_confidence_of_the_study(play: Play) -> None:
    """Those by seat and by side once had 95% in every study."""
    half = report(play(Study.of(EVERYTHING.replace("seed = 3", "seed = 3\nconfidence = 0.6")), "half.jsonl"))
    usual = report(play(Study.of(EVERYTHING), "usual.jsonl"))
    for one, other in zip(half.estimates, usual.estimates, strict=True):
        if one.low is not None and other.low is not None and one.measure != "openings":
            assert one.low >= other.low
    (seat, *_), (wider, *_) = (
        [one for one in found.estimates if "first seat" in one.figure] for found in (half, usual)
    )
    assert (seat.low, seat.high) != (wider.low, wider.high)


@pytest.mark.parametrize(("pie", "openings"), [(1, ""), (0, 'openings = "none"'), (1, 'openings = "none"')])
def test_the_page_says_that_there_are_no_openings_even_if_that_is_the_default(
    play: Play, tmp_path: Path, pie: int, openings: str
) -> None:
    """Games with the pie rule have none unless the study asks for some."""
    text = f"""
title = "x"
games = [{{ game = "hex", size = 3, pie = {pie} }}]
players.strengths = [2, 9]
budget.games = 12
[questions]
measures = ["first-seat", "depth"]
{openings}
"""
    study = Study.of(text)
    page = write_report(report(play(study)), tmp_path / "page.html")[0].read_text(encoding="utf-8")
    assert f"<strong>No openings</strong> in {study.games[0]}" in page
    assert "<strong>Repeated games.</strong>" in page
    assert "of hex(size=3" in page


def test_a_page_contains_a_study_that_the_lab_reads_and_the_command_for_it(
    small: Study, play: Play, tmp_path: Path
) -> None:
    results = report(play(small))
    page = write_report(results, tmp_path / "page.html")[0].read_text(encoding="utf-8")
    found = re.search(r"as a file that the lab reads</summary><pre>(.*?)</pre>", page, re.DOTALL)
    assert found
    assert Study.of(unescape(found[1])) == small
    assert "isthmus lab run study.toml --ledger study.jsonl" in page
    assert "isthmus lab claims" not in page
    for engine in results.engines:
        assert str(engine) in page


def test_a_page_names_each_game_in_one_way(small: Study) -> None:
    """Even a parameter at its default is named if it tells the games apart."""
    study = Study.of(SMALL.replace("separation = 2, strength", "separation = 3, strength"))
    page = page_of(Results(full_plan(study), {}), "/").partition('id="again"')[0]
    assert "restricted, trellis(size=5,pie=0,separation=3) at 8;" in page
    assert "trellis(size=5,pie=0)" not in page


def test_the_page_of_a_claim_names_the_command_that_plays_it_again() -> None:
    study = claimed.studies()["pie"]
    assert "isthmus lab claims --only pie" in page_of(Results(full_plan(study), {}), "/")


def test_players_by_number_are_at_their_logarithm_and_a_ladder_begins_at_zero(play: Play) -> None:
    """So a slope on the page is the slope in Elo per doubling."""
    study = Study.of(SMALL.partition("[[claims]]")[0].replace("[2, 8]", "[2, 4, 16]"))
    page = page_of(report(play(study)), "/")
    (drawn,) = re.findall(r'aria-label="depth by strength".*?</svg>', page, re.DOTALL)
    places = {}
    for label in ("2", "4", "16"):
        found = re.search(rf'<text[^>]*x="([\d.]+)"[^>]*>{label}</text>', drawn)
        assert found
        places[label] = float(found[1])
    assert places["16"] - places["4"] == pytest.approx(2 * (places["4"] - places["2"]), abs=0.1)
    assert "simulations per turn (log scale)" in drawn


def test_players_that_are_not_numbers_come_in_the_order_of_the_study() -> None:
    one = Estimate("first-seat", "share", "hex", "random", "x", "x", 0.5, 0.4, None, 2, "fixed")
    drawn = plot([one, replace(one, strength="16")], "share", "label", {"random": None, "16": 16})
    assert ">players</text>" in drawn
    assert ">random</text>" in drawn


def test_an_interval_with_one_end_is_printed_and_compared() -> None:
    assert shown(900.0, 400.0, None, "elo") == "+900 (+400 or more)"
    assert shown(-900.0, None, -400.0, "elo") == "-900 (-400 or less)"
    one = Estimate("depth", "Elo", "hex", "16", "x", "Elo", 900.0, 400.0, None, 2, "fixed")
    assert Compared(one, replace(one, low=None, high=300.0)).apart
    assert Compared(one, replace(one, low=None, high=500.0)).apart is False
    assert Compared(one, replace(one, low=None, high=None)).apart is None


def test_the_figure_of_a_claim_is_called_measured_and_a_difference_of_shares_is_in_points() -> None:
    def said(measure: str, **against: Any) -> str:
        claim = Claim(name="x", says="x", measure=measure, at_least=0.0, **against)
        return shown_claim(Judgement(claim, "true", 0.338, 0.024, 0.507, 0.05, 9, ()))

    two = {"against": {"separation": 3}}
    assert said("first-seat") == "measured 33.8% (2.4% to 50.7%)"
    assert said("first-seat", **two) == "measured a difference of 33.8 percentage points (2.4 to 50.7)"
    assert said("drama", **two) == "measured a difference of 0.338 (0.024 to 0.507)"


def test_studies_are_compared_figure_by_figure(play: Play) -> None:
    def one(separation: int, name: str) -> Results:
        return report(play(Study.of(SMALL.partition("[[claims]]")[0].replace("[2, 3]", str(separation))), name))

    found = list(compare(one(2, "two"), one(3, "three")))
    assert found
    assert {row.one.game for row in found} == {"trellis(size=5,pie=0,separation=2)"}
    assert all(row.apart is False for row in compare(one(2, "two"), one(2, "two")))
