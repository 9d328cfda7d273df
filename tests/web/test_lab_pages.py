"""The lab in the web app, without a browser: claims, reports, an operator's reports, and limits on reports."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zlib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from live_server import Person, serving
from markupsafe import escape

from isthmus.lab import claimed as studies
from isthmus.record import parse_share_link
from isthmus.web.learn.lab.claims import claimed
from isthmus.web.learn.lab.pages import POLICY
from isthmus.web.learn.lab.reports import LARGEST, SHIPPED, reports_in

REPORTS = sorted(path.stem for path in SHIPPED.glob("*.html"))
HEAVIEST = 400_000
"""The most bytes that all reports together may add to a wheel, compressed."""
HOSTILE = (
    "<!doctype html><title>hostile</title><script>document.title = 'run'</script><p onclick='alert(1)'>Words</p>"
    "<img src='https://elsewhere.example/x.png'><meta http-equiv='refresh' content='0; url=/study'>"
)


def data_of(**change: Any) -> dict[str, Any]:
    """The JSON of a shipped report, with some values changed."""
    found: dict[str, Any] = json.loads((SHIPPED / "orbit.json").read_text(encoding="utf-8"))
    return found | change


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An operator's folder: a report of the lab, a hostile page, and other files."""
    folder = tmp_path_factory.mktemp("reports")
    title = {"title": "<b>Bold</b> & mine", "question": "<script>alert(1)</script>"}
    wrong = [{"game": "chess", "words": "x", "link": "javascript:alert(1)"}]
    files = {
        "mine.html": HOSTILE,
        "mine.json": json.dumps(data_of(study=title)),
        "strange.html": HOSTILE,
        "strange.json": json.dumps(data_of(examples=wrong)),
        "alone.html": HOSTILE,
        "later.html": HOSTILE,
        "later.json": json.dumps(data_of(version=2)),
        "broken.html": HOSTILE,
        "broken.json": "{",
        "large.html": "x" * (LARGEST + 1),
        "large.json": json.dumps(data_of()),
        "two words.html": HOSTILE,
        "two words.json": json.dumps(data_of()),
        "secret.txt": "secret",
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def person(tmp_path_factory: pytest.TempPathFactory, folder: Path) -> Iterator[Person]:
    with serving(tmp_path_factory.mktemp("lab"), reports=folder) as site:
        yield site.person()


class Markup(HTMLParser):
    """The elements of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def links(self) -> list[str]:
        return [str(found["href"]) for tag, found in self.tags if tag == "a" and "href" in found]


# The pages -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("path", ["/learn/lab", *(f"/learn/lab/{entry.name}" for entry in claimed())])
def test_every_link_on_a_page_of_the_lab_leads_somewhere(person: Person, path: str) -> None:
    answer = person.get(path)
    assert answer.status == 200
    page = Markup(answer.text)
    ids = [found["id"] for _, found in page.tags if found.get("id")]
    assert len(ids) == len(set(ids))
    assert not any("style" in found for _, found in page.tags)
    games = 0
    for link in page.links():
        address, _, fragment = link.partition("#")
        if address == "/study" and fragment:
            games += 1
            assert parse_share_link(link)[0].turns
        else:
            assert fragment in ids if not address else person.get(address).status == 200
    assert games > 0 or path == "/learn/lab"


def test_the_lab_is_reached_from_learn(person: Person) -> None:
    assert 'href="/learn/lab"' in person.get("/learn").text


def test_the_list_has_every_claim_with_its_question_verdict_interval_and_report(person: Person) -> None:
    text = person.get("/learn/lab").text
    for name, study in studies.studies().items():
        kept = studies.kept(name)
        assert kept is not None
        assert f'href="/learn/lab/{name}/report"' in text
        assert study.data.question in text.replace("&#39;", "'")
        for claim in kept["claims"]:
            found = re.search(re.escape(claim["says"]) + r".{0,200}" + re.escape(claim["shown"]), text, re.DOTALL)
            assert found, claim["name"]
            assert f">{claim['verdict']}<" in found[0]


def test_the_list_says_what_came_before_the_games_and_which_studies_were_extended(person: Person) -> None:
    """As docs/claims.md does."""
    text, document = person.get("/learn/lab").text, (SHIPPED / "claims.md").read_text(encoding="utf-8")
    assert "after earlier runs with other seeds" in " ".join(document.split())
    assert "but after earlier runs with other seeds" in text
    assert len(re.findall(r"was\s+extended\s+from", document)) == 2
    assert "Two studies, of the pie rule in Trellis and in Network, were extended because" in text


def test_reports_of_one_claim_are_told_apart_by_their_titles(person: Person) -> None:
    text = person.get("/learn/lab").text
    for entry in claimed():
        for report in entry.reports if len(entry.reports) > 1 else ():
            assert f">Report: {escape(report.facts.study.title)}</a>" in text


def test_a_difference_of_shares_is_in_points(person: Person) -> None:
    assert re.search(r"a difference of -?\d+\.\d percentage points \(", person.get("/learn/lab/quadrants").text)


def test_a_claim_that_is_settled_by_proof_says_so_in_the_list(person: Person) -> None:
    verdicts = {entry.name: entry.verdict for entry in claimed()}
    assert verdicts["one_stone"] == "True, and proved"
    text = person.get("/learn/lab").text
    assert "Overall: <strong>true, and proved</strong>." in text
    assert text.count("Overall: ") == len(list(filter(None, verdicts.values())))


def test_every_study_of_claims_belongs_to_one_claim() -> None:
    named = [report.name for entry in claimed() for report in entry.reports]
    assert sorted(named) == sorted(studies.studies()) == REPORTS


def test_the_page_of_a_claim_says_what_was_found_and_what_is_open(person: Person) -> None:
    for entry in claimed():
        text = person.get(f"/learn/lab/{entry.name}").text
        assert str(entry.words) in text
        assert "Studies:" not in text
        for report in entry.reports:
            assert f"isthmus lab claims --only {report.name}" in text
    assert "Still open" in person.get("/learn/lab/separation").text
    assert person.get("/learn/lab/separation_whole").text == person.get("/learn/lab/separation").text


# The reports ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", REPORTS)
def test_a_report_is_served_unchanged_with_a_separate_policy(person: Person, name: str) -> None:
    answer = person.get(f"/learn/lab/{name}/report")
    assert answer.status == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers.get_all("content-security-policy") == [POLICY]
    assert answer.headers.get_all("cross-origin-opener-policy") == ["unsafe-none"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.body == (SHIPPED / f"{name}.html").read_bytes()
    page = Markup(answer.text)
    assert not {"script", "iframe", "object", "link", "form"} & {tag for tag, _ in page.tags}
    assert not [found for _, found in page.tags if any(key.startswith("on") for key in found)]
    links = page.links()
    assert "/learn/lab" in links
    games = [link for link in links if link != "/learn/lab"]
    assert games
    assert all(link.startswith("/study#isthmus-1/") for link in games)
    assert parse_share_link(games[0])[0].turns
    assert person.get(f"/learn/lab/{name}/figures").json()["estimates"]


def test_the_policy_of_other_pages_is_as_it_was(person: Person) -> None:
    for path in ("/learn/lab", "/learn/lab/orbit", "/learn/lab/none/report"):
        (policy,) = person.get(path).headers.get_all("content-security-policy", [])
        assert "style-src 'self'" in policy
        assert "sandbox" not in policy


def test_the_server_needs_nothing_of_the_lab_for_it() -> None:
    """It loads neither the lab's modules nor the packages for them, which a plain installation lacks."""
    code = (
        "import sys, isthmus.web.app; from isthmus.web.learn.lab.claims import claimed; assert claimed();"
        "print([name for name in ('isthmus.lab', 'matplotlib', 'scipy', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_reports_are_small_in_a_wheel() -> None:
    assert sum(len(zlib.compress(path.read_bytes())) for path in SHIPPED.iterdir()) < HEAVIEST


@pytest.mark.parametrize(
    "name",
    [
        "none",
        "..%2Forbit",
        "%2E%2E",
        "orbit.html",
        "claims",
        "x" * 81,
        "site-none",
        "site-..%2Fsecret",
        "site-secret.txt",
    ],
)
def test_there_is_no_report_at_other_addresses(person: Person, name: str) -> None:
    for path in (f"/learn/lab/{name}", f"/learn/lab/{name}/report", f"/learn/lab/{name}/figures"):
        answer = person.get(path)
        assert answer.status == 404
        assert "secret" not in answer.text


# Reports of a site ---------------------------------------------------------------------------------------------------
def test_an_operators_reports_are_shown_with_the_claims(person: Person) -> None:
    text = person.get("/learn/lab").text
    assert "This site's reports" in text
    assert "&lt;b&gt;Bold&lt;/b&gt; &amp; mine" in text
    assert "<script>alert" not in text
    page = person.get("/learn/lab/site-mine")
    assert page.status == 200
    assert "<script>alert" not in page.text
    assert "--only" not in page.text
    assert 'href="/learn/lab/site-mine/report"' in page.text


def test_an_operators_report_gets_the_policy_too(person: Person) -> None:
    answer = person.get("/learn/lab/site-mine/report")
    assert (answer.status, answer.text) == (200, HOSTILE)
    assert answer.headers.get_all("content-security-policy") == [POLICY]


def test_examples_without_a_game_are_left_out(person: Person) -> None:
    answer = person.get("/learn/lab/site-strange")
    assert answer.status == 200
    assert "javascript" not in answer.text
    assert "Games to look at" not in answer.text


def test_only_reports_are_shown(person: Person, folder: Path) -> None:
    assert [report.name for report in reports_in(folder, "site-")] == ["site-mine", "site-strange"]
    for name in ("alone", "later", "broken", "large", "two%20words"):
        assert person.get(f"/learn/lab/site-{name}/report").status == 404


def test_a_link_to_a_file_elsewhere_is_not_served_as_a_report(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for place in (inside, outside):
        place.mkdir()
        (place / "own.html").write_text("words", encoding="utf-8")
        (place / "own.json").write_text(json.dumps(data_of()), encoding="utf-8")
    (inside / "moved.html").symlink_to(outside / "own.html")
    (inside / "moved.json").write_text(json.dumps(data_of()), encoding="utf-8")
    (inside / "again.html").symlink_to("own.html")
    (inside / "again.json").symlink_to("own.json")
    assert [report.name for report in reports_in(inside)] == ["again", "own"]


def test_a_report_that_comes_later_is_shown_and_one_that_changes_too(person: Person, folder: Path) -> None:
    page, figures = folder / "zoo.html", folder / "zoo.json"
    page.write_text("first", encoding="utf-8")
    figures.write_text(json.dumps(data_of()), encoding="utf-8")
    assert person.get("/learn/lab/site-zoo/report").text == "first"
    page.write_text("second", encoding="utf-8")
    figures.write_text(json.dumps(data_of(study={"title": "Another title"})), encoding="utf-8")
    assert person.get("/learn/lab/site-zoo/report").text == "second"
    assert "Another title" in person.get("/learn/lab").text
    page.unlink()
    figures.unlink()
    assert person.get("/learn/lab/site-zoo").status == 404


def test_a_folder_that_is_gone_takes_nothing_else_away(tmp_path: Path) -> None:
    with serving(tmp_path, reports=tmp_path / "none") as site:
        answer = site.person().get("/learn/lab")
    assert answer.status == 200
    assert "This site's reports" not in answer.text
