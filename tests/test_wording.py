"""Phrases that must not come back: they make English sound translated. CONTRIBUTING.md states the style."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LATER = {"CHANGELOG.md"}
"""Texts that are not checked: the history of changes."""
TEXTS = sorted(
    path
    for folder, patterns in {
        ".": ("*.md", "*.toml", "CMakeLists.txt"),
        "docs": ("**/*.md", "**/*.ipynb"),
        "native": ("**/*.hpp", "**/*.cpp"),
        "src/isthmus": ("**/*.py", "**/*.pyi", "**/*.md", "**/*.html", "**/*.js"),
    }.items()
    for pattern in patterns
    for path in (ROOT / folder).glob(pattern)
    if not any(path.is_relative_to(ROOT / place) for place in LATER)
)
AVOID = re.compile(
    r"""
      \b(?:whence|thereof|thereto|whereof|hither|thither|milliard|betwixt|nought)\b
    | \bshall\b
    | \bfor\ ever\b(?!y)
    | \b(?:says?|said|knows?|knew)\ nothing\ of\b
    | \bsuch\ as\ are\b | \bas\ it\ were\b
    | \b(?:for|to|from|by)\ who\ (?:acts|asks|plays|waits)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)


def translated(text: str) -> list[str]:
    """The phrases in a text to avoid, with line breaks and comment marks as single spaces."""
    return [found.group() for found in AVOID.finditer(re.sub(r"\s*\n\s*(?://|#(?!#)|\*)?\s*|\s+", " ", text))]


@pytest.mark.parametrize(
    "text",
    ["It is kept for ever.", "the value for who acts", "// The cell says\n// nothing of it", "Nobody shall"],
)
def test_such_phrases_are_found(text: str) -> None:
    assert translated(text)


@pytest.mark.parametrize("text", ["a turn for every seat", "the seat to act", "for the player who asks"])
def test_plain_sentences_pass(text: str) -> None:
    assert not translated(text)


def test_there_is_text() -> None:
    assert len(TEXTS) > 300


def test_no_text_has_them() -> None:
    found = {str(path.relative_to(ROOT)): phrases for path in TEXTS if (phrases := translated(path.read_text("utf-8")))}
    assert not found, found
