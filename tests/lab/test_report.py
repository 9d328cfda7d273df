"""Reports: one self-contained page, and the same figures as JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
from html.parser import HTMLParser
from pathlib import Path

from lab_studies import SMALL, Play

from isthmus.lab import MEASURES, Results, Study, report, write_report
from isthmus.lab.comparing import compare
from isthmus.record import parse_share_link

EVERYTHING = SMALL.replace(
    'measures = ["first-seat", "ends", "length", "depth", "restricted", "drama"]', f"measures = {list(MEASURES)}"
)


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


def test_the_page_is_the_same_for_the_same_games(small: Study, play: Play, tmp_path: Path) -> None:
    ledger = play(small)
    texts = [write_report(report(ledger), tmp_path / name)[0].read_bytes() for name in ("a.html", "b.html")]
    assert texts[0] == texts[1]


def test_every_figure_lies_in_its_interval_and_names_games_that_exist(play: Play) -> None:
    results = report(play(Study.of(EVERYTHING)))
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


def test_studies_are_compared_figure_by_figure(play: Play) -> None:
    def one(separation: int, name: str) -> Results:
        return report(play(Study.of(SMALL.partition("[[claims]]")[0].replace("[2, 3]", str(separation))), name))

    found = list(compare(one(2, "two"), one(3, "three")))
    assert found
    assert {row.one.game for row in found} == {"trellis(size=5,pie=0,separation=2)"}
    assert all(row.apart is False for row in compare(one(2, "two"), one(2, "two")))
