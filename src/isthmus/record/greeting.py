"""The greeting and the closing of an email: lines around a game that do not belong to it, distinguished from mistyped
turns."""

from __future__ import annotations

import re
from collections.abc import Sequence

from isthmus.games import games

__all__ = ["without_closing", "without_greeting"]

_GAME = re.compile(r"([A-Za-z][\w-]*)\s*(\([^()]*\))?:?")
_POSITION = re.compile(r"[A-Za-z][\w-]*(\s*\([^()]*\))?\s+[0-9xo/]+\s+(black|white)\b")
_FIRST_TURN = re.compile(r"(1[.):]+\s*)?([a-z]{1,2}[0-9]{1,2}\b|pass\b|take-)", re.IGNORECASE)
_COURSE = re.compile(r"(1\s*[.:]\s*)?((white|black)(\s*:\s*|\s+))?\[?add\b", re.IGNORECASE)
_LIKE_A_TURN = re.compile(r"(?<![^\W_])[a-z]{1,2}[0-9]{1,2}(?![^\W_])|\b(pass|take-\w|resigns?)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"\S\s+\S|[,.!:]$")
"""Several words, or one with a punctuation mark, such as ``Hi!``; a bare word may be a mistyped turn."""
_NAME = re.compile(r"[^\W\d_]+")
_DEED = re.compile(r"\b(swap|stop|resign|pass|take)", re.IGNORECASE)


def without_greeting(rows: Sequence[str], *, game_known: bool) -> list[str]:
    """The lines of a text; those of a greeting before the game are emptied, so that lines keep their numbers.

    A greeting contains nothing that looks like a turn, and is followed by a line that names a game, a position, or the
    first turn. Otherwise nothing is removed, so that no turn is skipped. Unless the game is known, a single word
    directly before the first turn counts as the game's name, perhaps mistyped.
    """
    said = [row.lstrip("> ").partition("#")[0].strip() for row in rows]
    words = [at for at, row in enumerate(said) if row]
    begins = next((at for at in words if _begins(said[at]) or _LIKE_A_TURN.search(said[at])), None)
    if begins is None or not _begins(said[begins]):
        return list(rows)
    greeting = [at for at in words if at < begins]
    numbered_or_named = said[begins][0] == "1" or not _FIRST_TURN.match(said[begins])
    if not numbered_or_named and not all(_SENTENCE.search(said[at]) for at in greeting):
        return list(rows)
    if greeting and not game_known and _FIRST_TURN.match(said[begins]) and _GAME.fullmatch(said[greeting[-1]]):
        begins = greeting[-1]
    return ["" if at < begins else row for at, row in enumerate(rows)]


def without_closing(rows: Sequence[str]) -> list[str]:
    """The lines of a text without those after its last turn, and without a signature, which begins with ``--``.

    The first line of a closing is several words, or a word with a punctuation mark, or a name after an empty line; it
    contains no digit and no word such as ``resign``. The other lines contain nothing that looks like a turn. Otherwise
    nothing is removed, so that no turn is skipped.
    """
    said = [row.lstrip("> ").partition("#")[0].strip() for row in rows]
    end = said.index("--") if "--" in said else len(said)
    words = [at for at, row in enumerate(said[:end]) if row]
    last = next((at for at in reversed(words) if _LIKE_A_TURN.search(said[at])), None)
    closing = [at for at in words if last is not None and at > last]
    if closing and _closes(said[closing[0]], after_a_space=closing[0] - 1 != last):
        end = closing[0]
    return list(rows[:end])


def _closes(row: str, *, after_a_space: bool) -> bool:
    """Whether a closing may begin with this line."""
    wordy = _SENTENCE.search(row) or (after_a_space and _NAME.fullmatch(row) and row[0].isupper())
    return bool(wordy) and not _DEED.search(row) and not any(sign.isdecimal() for sign in row)


def _begins(row: str) -> bool:
    """Whether a game begins with this line."""
    named = _GAME.fullmatch(row)
    if named and (named[2] or named[1].lower().replace("_", "-") in games()):
        return True
    return any(form.match(row) for form in (_FIRST_TURN, _POSITION, _COURSE))
