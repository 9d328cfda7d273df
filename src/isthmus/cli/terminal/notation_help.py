"""The notation of a game's turns, from its rules page, as lines of plain text."""

from __future__ import annotations

import re

from isthmus.games.rules_page import page_of
from isthmus.rules.game import Game

__all__ = ["notation_lines"]

_SECTION = re.compile(r"^## Notation\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_ROW = re.compile(r"\|(.*)\|(.*)\|")
_BLOCK = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_MARKUP = re.compile(r"[`*]")
_POINT = re.compile(r"[a-z]+[0-9]+")


def notation_lines(game: Game) -> list[str]:
    """The section *Notation* of a game's rules page: an empty line, its sentences, and its examples.

    Boards are left out, and examples that this board or these rules do not have. Empty if there is no such section.
    """
    found = _SECTION.search(page_of(type(game)))
    if found is None:
        return []
    rows: list[tuple[str, str]] = []
    words: list[str] = []
    for line in _MARKUP.sub("", _BLOCK.sub("", found[1])).splitlines():
        if row := _ROW.fullmatch(line.strip()):
            rows.append((row[1].strip(), row[2].strip()))
        else:
            words.append(line.strip())
    rows = [(text, meaning) for text, meaning in rows[2:] if _occurs(game, text)]  # without the two lines of headings
    width = max((len(text) for text, _ in rows), default=0) + 2
    return ["", " ".join(filter(None, words)), *(f"  {text:<{width}}{meaning}" for text, meaning in rows)]


def _occurs(game: Game, turn: str) -> bool:
    """Whether a game may have a turn: its points are on the board, or it answers the pie rule that is in force."""
    if turn.startswith("take-"):
        return bool(game.values.get("pie"))
    return set(_POINT.findall(turn)) <= set(game.topology.names)
