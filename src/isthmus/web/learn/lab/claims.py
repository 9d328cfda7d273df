"""The inventors' claims: the sections of docs/claims.md, each with the reports of its studies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from isthmus.web.learn.lab.reports import SHIPPED, Report, reports_in
from isthmus.web.learn.rules_html import rules_html

__all__ = ["Entry", "claimed"]

_STUDIES = re.compile(r"^Stud(?:y|ies): .+?\n\n", re.MULTILINE | re.DOTALL)
"""The paragraph of a section with links to the files of its studies."""
_STUDY = re.compile(r"/(\w+)\.toml\)")
_ELSEWHERE = re.compile(r"\[([^\]]+)\]\((?!https://)[^)]*\)")
"""A link to another document, which the web app does not have."""


_IN_ALL = re.compile(r"^\*((?:True|False|Not known yet)\b[^*]*?)\.?\*", re.MULTILINE)
"""A section's verdict on its whole claim, proofs included. Some sections only judge sentence by sentence."""


@dataclass(frozen=True)
class Entry:
    """A page of the lab: its title, its reports, and a text about them, if there is one.

    ``verdict`` is the verdict on the whole claim, including proofs. The reports judge single sentences, by games.
    """

    title: str
    reports: tuple[Report, ...]
    words: str | Markup = ""
    verdict: str = ""

    @property
    def name(self) -> str:
        """Its name in addresses: the name of its first report."""
        return self.reports[0].name


@cache
def claimed() -> tuple[Entry, ...]:
    """The claims, in the order of the document."""
    return tuple(_entries((SHIPPED / "claims.md").read_text(encoding="utf-8")))


def _entries(document: str) -> Iterator[Entry]:
    reports = {report.name: report for report in reports_in(SHIPPED)}
    for section in document.split("\n## ")[1:]:
        title, _, body = section.partition("\n")
        if studies := _STUDIES.search(body):
            named = _STUDY.findall(studies[0])
            words = rules_html(_ELSEWHERE.sub(r"\1", _STUDIES.sub("", body, count=1))).body
            in_all = _IN_ALL.search(body)
            verdict = in_all[1] if in_all else ""
            yield Entry(title, tuple(reports[name] for name in named), words, verdict)
