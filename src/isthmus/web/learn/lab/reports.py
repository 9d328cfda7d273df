"""Finished reports of the lab in a folder: pages, each with a JSON file of its figures under the same name.

The folder may belong to an operator and contain pages from anywhere. So figures are checked, and pages are served
unchanged, under a policy that stops their scripts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, Field, ValidationError

from isthmus.web.http.log import LOG

__all__ = ["LARGEST", "MOST", "SHIPPED", "Claim", "Example", "Facts", "Report", "reports_in"]

SHIPPED = Path(__file__).parent / "reports"
"""The reports of the inventors' claims, made by scripts/lab_reports.py."""
LARGEST = 8 << 20
"""The largest page or JSON file to show, in bytes."""
MOST = 200
"""The maximum number of reports of a folder to show, the first ones by name."""
_NAME = re.compile(r"[A-Za-z0-9][\w-]{0,59}", re.ASCII)

_Text = Annotated[str, Field(max_length=2000)]


class _Study(BaseModel):
    title: _Text
    question: _Text = ""
    confidence: float = 0.95


class Claim(BaseModel):
    """A claimed sentence, its verdict, its figure with the interval in words, and its basis."""

    says: _Text
    verdict: Literal["true", "equal within the margin", "false", "not known yet"]
    shown: _Text
    measure: _Text
    points: list[_Text]
    pairs: int
    error: float


class Example(BaseModel):
    """A game of the study: the text of its rules, its result, and a share link to it."""

    game: _Text
    words: _Text
    link: str = Field(max_length=20_000)


class Facts(BaseModel):
    """The part of a report's JSON that other pages show."""

    format: Literal["isthmus-lab-report"]
    version: Literal[1]
    study: _Study
    games: int
    openings: int = 0
    complete: bool
    claims: list[Claim] = Field(max_length=200)
    examples: list[Example] = Field(max_length=200)


@dataclass(frozen=True)
class Report:
    """A finished report: its name in addresses, its facts, and its two files."""

    name: str
    facts: Facts
    page: Path
    figures: Path


def reports_in(folder: Path, prefix: str = "") -> Iterator[Report]:
    """The reports of a folder by name. Each name begins with the prefix. The log lists pages that are not reports.

    Raises OSError if the folder cannot be read.
    """
    shown, inside = 0, folder.resolve()
    for page in sorted(folder.glob("*.html")):
        figures = page.with_suffix(".json")
        if not all(file.resolve().is_relative_to(inside) for file in (page, figures)):
            continue  # a link to a file elsewhere, which visitors may not be allowed to read
        try:
            size, there = page.stat().st_size, figures.stat()
            facts = _facts(figures, there.st_mtime_ns, there.st_size) if size <= LARGEST else None
        except OSError:
            facts = None
        if facts is not None and _NAME.fullmatch(page.stem) and shown < MOST:
            shown += 1
            yield Report(prefix + page.stem, facts, page, figures)


@lru_cache(2 * MOST)
def _facts(path: Path, _changed: int, size: int) -> Facts | None:
    """The facts in a file, or None if it has none. The time of the file is part of the cache's key."""
    try:
        if size > LARGEST:
            raise ValueError("the file is too large")
        return Facts.model_validate_json(path.read_bytes())
    except (ValidationError, ValueError) as error:
        why = str(error).partition("\n")[0]
        LOG.warning("event=report-skipped file=%r why=%r", path.name, why)
        return None
