"""The notation of a game's turns, from its rules page, as lines of plain text."""

from __future__ import annotations

import re

__all__ = ["notation_lines"]

_SECTION = re.compile(r"^## Notation\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_ROW = re.compile(r"\|(.*)\|(.*)\|")
_BLOCK = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_MARKUP = re.compile(r"[`*]")


def notation_lines(page: str) -> list[str]:
    """The section *Notation* of a rules page: an empty line, its sentences, and its table of examples.

    Empty if the page has no such section. Boards are left out.
    """
    found = _SECTION.search(page)
    if found is None:
        return []
    rows: list[tuple[str, str]] = []
    words: list[str] = []
    for line in _MARKUP.sub("", _BLOCK.sub("", found[1])).splitlines():
        if row := _ROW.fullmatch(line.strip()):
            rows.append((row[1].strip(), row[2].strip()))
        else:
            words.append(line.strip())
    rows = rows[2:]  # the headings and the line below them
    width = max((len(text) for text, _ in rows), default=0) + 2
    return ["", " ".join(filter(None, words)), *(f"  {text:<{width}}{meaning}" for text, meaning in rows)]
