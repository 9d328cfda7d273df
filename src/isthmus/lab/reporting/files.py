"""A report as files: the page, and its figures as JSON and CSV beside it."""

from __future__ import annotations

import os
from pathlib import Path

from isthmus.lab.reporting.page import page_of
from isthmus.lab.reporting.results import Results

__all__ = ["SITE", "write_report"]

SITE = "http://127.0.0.1:8010"
"""The default address of `isthmus serve`."""


def write_report(results: Results, path: Path, site: str = SITE) -> tuple[Path, Path, Path]:
    """Write the page to a path that ends in .html, and JSON and CSV beside it with the same name.

    ``site`` is the web app whose study page the links to games open; ``/`` for a page that it shows itself. Raises
    OSError, which names the file, for file errors. Then the earlier report, if there is one, is unchanged.
    """
    html, data, table = path, path.with_suffix(".json"), path.with_suffix(".csv")
    texts = {html: page_of(results, site), data: results.as_json(), table: results.as_csv()}
    written: dict[Path, Path] = {}
    try:
        for file, text in texts.items():
            written[file] = file.resolve().with_name(f".{file.name}.{os.getpid()}.new")
            _write(written[file], text, file)
        for file, beside in written.items():
            beside.replace(file.resolve())
    finally:
        for beside in written.values():
            beside.unlink(missing_ok=True)
    return html, data, table


def _write(beside: Path, text: str, file: Path) -> None:
    """Write a text next to a file, onto the disk. Errors name the file."""
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as opened:
            opened.write(text)
            opened.flush()
            os.fsync(opened.fileno())
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file)) from None
