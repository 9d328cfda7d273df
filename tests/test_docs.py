"""The documents are true: pages, tables, examples, links, the glossary."""

from __future__ import annotations

import doctest
import json
import re
import runpy
import shlex
from itertools import pairwise
from pathlib import Path

import pytest
import typer
from typer.core import TyperGroup

from isthmus import Game
from isthmus.cli.main import app
from isthmus.engine import LEVELS
from isthmus.games import BUILT_IN
from isthmus.record.exhibit import exhibits_of, parse_exhibit
from isthmus.record.exhibit_check import untruths
from isthmus.rules.parameters import Parameter

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "src" / "isthmus" / "games" / "pages"
DOCUMENTS = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *PAGES.glob("*.md")})
HEADINGS = [
    "In one minute",
    "Board",
    "Turn",
    "Goal",
    "Details",
    "Parameters",
    "Notation",
    "First advice",
    "Questions and answers",
    "Sources",
]
HOSTS = {"keepachangelog.com", "play.example", "semver.org", "web.archive.org"}
"""The only hosts in documents; everything else is in the repository. ``play.example`` belongs to nobody."""
ANY_MACHINE = {"0.0.0.0", "127.0.0.1"}
"""Addresses that mean the reader's own machine."""

every_game = pytest.mark.parametrize("kind", BUILT_IN, ids=lambda kind: kind.id)
every_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))


def page(kind: type[Game]) -> str:
    return (PAGES / f"{kind.id}.md").read_text(encoding="utf-8")


def section(text: str, heading: str) -> str:
    return text.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]


def table(text: str) -> list[list[str]]:
    """The rows of all tables in a text, without their heads."""
    lines = [line for before, line in pairwise(text.splitlines()) if line.startswith("|") and before.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if not line.startswith("|---")]


def without_code(text: str) -> str:
    return re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)


def slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


# Rules pages -------------------------------------------------------------------------------------------------------


def test_every_game_has_its_page_and_no_page_is_left_over() -> None:
    assert {path.stem for path in PAGES.glob("*.md")} == {kind.id for kind in BUILT_IN}


@every_game
def test_a_page_has_the_title_and_the_fixed_headings_in_order(kind: type[Game]) -> None:
    lines = without_code(page(kind)).splitlines()
    assert lines[0] == f"# {kind.title}"
    assert [line.removeprefix("## ") for line in lines if line.startswith("#")][1:] == HEADINGS
    for heading in HEADINGS:
        assert section(page(kind), heading).strip(), f"{heading} is empty"


def default_text(kind: type[Game], parameter: Parameter) -> str:
    """A default as written in the table: a value, or values by size."""
    if not callable(parameter.default):
        return str(parameter.default)
    sizes: dict[str, list[str]] = {}
    for size in next(declared for declared in kind.parameters if declared.name == "size").values:
        sizes.setdefault(str(parameter.default_for({"size": size})), []).append(str(size))
    return ", ".join(f"{value} for size {' and '.join(which)}" for value, which in sizes.items())


@every_game
def test_the_parameter_table_of_a_page_is_that_of_the_game(kind: type[Game]) -> None:
    declared = [[f"`{p.name}`", p.expected(), default_text(kind, p), p.meaning] for p in kind.parameters]
    assert table(section(page(kind), "Parameters")) == declared


@every_game
def test_the_notation_examples_of_a_page_can_be_read(kind: type[Game]) -> None:
    rows = table(section(page(kind), "Notation"))
    assert len(rows) >= 2
    for text, _ in rows:
        assert re.fullmatch(r"`[^`]+`", text)
        for step in text.strip("`").split("+"):
            kind().parse_step(step)


@every_game
def test_a_page_names_inventor_and_year_and_marks_the_conventions(kind: type[Game]) -> None:
    sources = section(page(kind), "Sources")
    assert kind.inventor.split()[-1] in sources
    assert str(kind.year) in sources
    assert "\nFrom the sources: " in sources
    assert "\nConventions of this project: " in sources


# README, glossary, all documents -------------------------------------------------------------------------------------


def test_the_python_example_of_the_readme_runs() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert results.attempted >= 6
    assert results.failed == 0


def test_the_readme_lists_every_game_with_its_page() -> None:
    rows = table(section((ROOT / "README.md").read_text(encoding="utf-8"), "The games"))
    assert [row[0] for row in rows] == [f"[{kind.title}](src/isthmus/games/pages/{kind.id}.md)" for kind in BUILT_IN]
    for row, kind in zip(rows, BUILT_IN, strict=True):
        assert row[1] == f"`{kind.id}`"
        assert str(kind.year) in row[2]
        assert kind.inventor.split()[-1] in row[2]


def test_the_make_targets_that_documents_name_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {
        target
        for path in DOCUMENTS
        for target in re.findall(r"(?:\$ |`)make ([a-z-]+)", path.read_text(encoding="utf-8"))
    }
    assert {"play", "test", "lint"} <= named
    assert named <= targets


def test_the_commands_of_the_readme_exist_with_their_options() -> None:
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    rows = table(section((ROOT / "README.md").read_text(encoding="utf-8"), "On the command line"))
    written = [shlex.split(row[0].strip("`")) for row in rows]
    assert list(dict.fromkeys(words[1] for words in written)) == list(group.list_commands(typer.Context(group)))
    for _, name, *arguments in written:
        # Parses the arguments and runs nothing. Raises UsageError for unknown arguments.
        group.commands[name].make_context(name, arguments)


def test_the_page_of_the_command_line_is_what_the_commands_say() -> None:
    writer = runpy.run_path(str(ROOT / "docs" / "site" / "command_line.py"))
    written = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    assert written == writer["page"](), "run .venv/bin/python docs/site/command_line.py"


def test_the_environment_variables_of_the_program_are_documented() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    read = set(re.findall(r"environ(?:\.get\(|\[)\s*\"([A-Z_]+)\"", code))
    rows = table(section((ROOT / "docs" / "settings.md").read_text(encoding="utf-8"), "Environment variables"))
    assert "ISTHMUS_HOME" in read
    assert read <= {row[0].strip("`") for row in rows}


def test_the_glossary_is_in_alphabetical_order_and_says_each_word_once() -> None:
    lines = (ROOT / "GLOSSARY.md").read_text(encoding="utf-8").splitlines()
    words = [match[1] for line in lines if (match := re.match(r"- \*\*([^*]+)\*\*: \S", line))]
    assert len(words) == sum(line.startswith("- ") for line in lines)
    assert words == sorted(set(words), key=str.lower)
    assert {"side", "seat", "step", "turn", "position", "game", "contest", "record"} <= set(words)


def test_the_index_leads_to_every_document_under_docs() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    linked = {(ROOT / "docs" / target).resolve() for target in re.findall(r"\]\(([^)#]+)", index)}
    expected = {path for path in (ROOT / "docs").rglob("*.md") if path.name != "README.md"}
    assert expected <= linked
    assert set(PAGES.glob("*.md")) <= linked


@every_document
def test_links_lead_somewhere(document: Path) -> None:
    text = without_code(document.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("https://"):
            continue
        name, _, anchor = target.partition("#")
        place = (document.parent / name).resolve() if name else document
        assert place.exists(), f"{target} leads nowhere"
        assert place.is_relative_to(ROOT), f"{target} leads out of the repository"
        if anchor:
            headings = re.findall(r"^#+ (.+)$", place.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in map(slug, headings), f"{target}: no such heading"


@every_document
def test_the_boards_of_a_document_show_what_is_so(document: Path) -> None:
    for exhibit in exhibits_of(document.read_text(encoding="utf-8")):
        assert untruths(parse_exhibit(exhibit)) == []


@every_document
def test_a_document_names_no_machine(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    hosts = set(re.findall(r"(?<!/)https?://([^/\s)]+)", text))
    assert hosts <= HOSTS, "a host that documents do not point to"
    assert str(ROOT) not in text
    assert not re.search(r"(?<![\w.)\]/*:-])/(?:[a-z]\w*/)+\w*", without_code(text)), (
        "a path from the root of some machine"
    )
    assert set(re.findall(r"\b\d{1,3}(?:\.\d{1,3}){3}\b", text)) <= ANY_MACHINE, "an address of some machine"


@every_document
def test_a_document_keeps_to_a_readable_width(document: Path) -> None:
    for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), start=1):
        assert len(line) <= 125 or line.startswith("|"), f"line {number} is {len(line)} long"


@pytest.mark.parametrize("note", sorted((ROOT / "docs" / "design").glob("*.md")), ids=lambda path: path.stem)
def test_a_design_note_is_numbered_and_dated(note: Path) -> None:
    title, _, date, *_ = note.read_text(encoding="utf-8").splitlines()
    assert re.match(rf"# {note.stem[:4]} \S", title)
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", date)


def test_the_strength_of_the_engine_is_what_was_measured() -> None:
    rows = table(section((ROOT / "docs" / "strength.md").read_text(encoding="utf-8"), "Matches"))
    measured = []
    for line in (ROOT / "docs" / "data" / "strength.jsonl").read_text(encoding="utf-8").splitlines():
        found = json.loads(line)
        least, most = found["interval"]
        score = f"{found['score']}% ({least}–{most})"
        counts = [str(found[name]) for name in ("games", "won", "drawn")]
        measured.append([f"`{found['game']}`", found["opponent"], *counts, score, f"{found['longest'][0]:.2f} s"])
        assert found["faults"] == 0
    assert rows == measured


def test_the_strength_of_levels_is_what_was_measured() -> None:
    measured: dict[str, list[str]] = {}
    for line in (ROOT / "docs" / "data" / "levels.jsonl").read_text(encoding="utf-8").splitlines():
        found = json.loads(line)
        in_points = found["lower"] == "random" or found["elo"] is None
        elo = f"{found['points']:g} of {found['games']}" if in_points else str(found["elo"])
        measured.setdefault(f"`{found['game']}`", []).append(elo)
    rows = table(section((ROOT / "docs" / "strength.md").read_text(encoding="utf-8"), "Levels"))
    assert {row[0]: row[1:] for row in rows} == measured
    assert all(len(elos) == len(LEVELS) for elos in measured.values())
