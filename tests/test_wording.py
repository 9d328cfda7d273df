"""Phrases that must not come back: they make English sound translated. CONTRIBUTING.md states the style."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LISTS = {"docs/design/0026-plain-english.md", "scripts/count_phrases.py", "tests/test_wording.py"}
"""Texts that quote the phrases."""
LATER = {"CHANGELOG.md"}
"""Texts that are not checked: the history of changes."""
TEXTS = sorted(
    path
    for folder, patterns in {
        ".": ("*.md", "*.toml", "*.yml", "CMakeLists.txt", "Containerfile", "Makefile"),
        ".ci": ("run",),
        ".github": ("**/*.yml",),
        "bench": ("**/*.cpp", "**/*.py"),
        "docs": ("**/*.md", "**/*.ipynb", "**/*.py"),
        "native": ("**/*.hpp", "**/*.cpp", "**/*.in"),
        "scripts": ("*",),
        "src/isthmus": ("**/*.py", "**/*.pyi", "**/*.md", "**/*.html", "**/*.js"),
        "tests": ("**/*.cpp", "**/*.hpp", "**/*.py"),
    }.items()
    for pattern in patterns
    for path in (ROOT / folder).glob(pattern)
    if path.is_file() and not any(path.is_relative_to(ROOT / place) for place in LATER | LISTS)
)
AVOID = re.compile(
    r"""
      \b(?:whence|thereof|thereto|whereof|hither|thither|milliard|betwixt|nought)\b
    | \bshall\b
    | \bfor\ ever\b(?!y)
    | \b(?:says?|said|knows?|knew)\ nothing\ of\b
    | \bsuch\ as\ are\b | \bas\ it\ were\b | \bthat\ there\ (?:is|are)\ not\b
    | \b(?:for|to|from|by)\ who\ (?:acts|asks|plays|waits)\b
    | (?<!there\ )\b(?:is|are)\ no\ (?!\w+er\b)
    | \bdef\ test\ [^()]*\ (?:is|are)\ said\b
    | \b(?:is|are)\ (?-i:none)\b(?!\()
    | \btest\ (?:what|who)(?:ever)?\b | \bwhoever\b
    """,
    re.VERBOSE | re.IGNORECASE,
)


def translated(text: str) -> list[str]:
    """The phrases in a text to avoid. Line breaks and comment marks are single spaces, and so is ``_`` in names."""
    words = re.sub(r"(?<=\w)_(?=\w)", " ", text)
    return [found.group() for found in AVOID.finditer(re.sub(r"\s*\n\s*(?://|#(?!#)|\*)?\s*|\s+", " ", words))]


@pytest.mark.parametrize(
    "text",
    [
        "It is kept for ever.",
        "the value for who acts",
        "won by whoever begins",
        "// The cell says\n// nothing of it",
        "Nobody shall",
        "def test_links_are_read_for_ever() -> None:",
        "def test_what_is_written_is_read_back() -> None:",
        "def test_who_watches_sees_every_turn() -> None:",
        "def test_a_folder_is_no_position() -> None:",
        "def test_lines_that_are_no_games_are_errors() -> None:",
        "def test_mistakes_are_said(run: Run) -> None:",
        "def test_a_claim_that_is_none_is_refused() -> None:",
        "The path of a file; empty if there is none.",
        "def test_a_view_that_there_is_not_is_refused() -> None:",
    ],
)
def test_such_phrases_are_found(text: str) -> None:
    assert translated(text)


@pytest.mark.parametrize(
    "text",
    [
        "a turn for every seat",
        "the seat to act",
        "for the player who asks",
        "There is no seat left. That turn is no longer legal. It is -1 if no step did.",
        "def test_there_is_no_passing() -> None:",
        "def test_a_player_who_can_only_pass_is_told_so() -> None:",
    ],
)
def test_plain_sentences_pass(text: str) -> None:
    assert not translated(text)


def test_there_is_text() -> None:
    assert len(TEXTS) > 300


def test_no_text_has_them() -> None:
    found = {str(path.relative_to(ROOT)): phrases for path in TEXTS if (phrases := translated(path.read_text("utf-8")))}
    assert not found, found


def test_no_page_separates_a_number_from_its_percent_sign() -> None:
    pages = [path for path in [*TEXTS, ROOT / "CHANGELOG.md"] if path.suffix in {".md", ".ipynb"}]
    found = [f"{path.name}: {part}" for path in pages for part in re.findall(r".{0,20}\d\s%", path.read_text("utf-8"))]
    assert not found, found
