"""A report as files: the page, and its figures as JSON and CSV beside it."""

from __future__ import annotations

from pathlib import Path

from isthmus.lab.reporting.page import page_of
from isthmus.lab.reporting.results import Results

__all__ = ["SITE", "write_report"]

SITE = "http://127.0.0.1:8010"
"""The default address of `isthmus serve`."""


def write_report(results: Results, path: Path, site: str = SITE) -> tuple[Path, Path, Path]:
    """Write the page to a path that ends in .html, and JSON and CSV beside it with the same name.

    ``site`` is the web app whose study page the links to games open; ``/`` for a page that it shows itself. Raises
    OSError for file errors.
    """
    texts = {
        path: page_of(results, site),
        path.with_suffix(".json"): results.as_json(),
        path.with_suffix(".csv"): results.as_csv(),
    }
    for file, text in texts.items():
        file.write_text(text, encoding="utf-8", newline="\n")
    html, data, table = texts
    return html, data, table
