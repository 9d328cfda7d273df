"""The allowed texts and numbers in a record, checked once for every format."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime

from isthmus.errors import NotationError, quoted

__all__ = [
    "LONGEST_TEXT",
    "LONGEST_WORDS",
    "MOST_TURNS",
    "check_count",
    "check_seconds",
    "check_text",
    "check_turns",
    "check_whole",
    "check_words",
    "is_date",
]

LONGEST_WORDS, LONGEST_TEXT = 200, 100_000
MOST_SECONDS, MOST_WHOLE = 1e9, 10**18
MOST_TURNS = 5_000
"""The maximum number of turns in one line when a record is read. In games that look back, later turns cost more."""

_TURN = re.compile(r"[a-z][a-z0-9-]*(\+[a-z][a-z0-9-]*)*")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufeff\u2028\u2029]")
"""Characters that are not text: control characters, lone surrogates, byte order marks, other line ends."""
_DATE = re.compile(r"(?P<day>[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?)(T[0-9:.+Z-]+)?", re.ASCII)
_BREAKS = re.compile("[\n\t]")


def printable(text: str) -> str:
    """The text with a space for every character that cannot be printed, such as a line end."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def check_words(name: str, words: object) -> None:
    """Raises NotationError unless these are a few words on one line, such as a name; they may be empty."""
    if not isinstance(words, str) or _CONTROL.search(words) or len(words) > LONGEST_WORDS:
        expected = f"at most {LONGEST_WORDS} characters, on one line and without control characters"
        raise NotationError(f"{name}: found {quoted(words)}, expected {expected}")


def check_text(name: str, text: object) -> None:
    """Raises NotationError unless this is text that every format can store; line ends and tabs are allowed."""
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise NotationError(f"{name}: found {quoted(text)}, expected a text of at most {LONGEST_TEXT} characters")
    if found := _CONTROL.search(_BREAKS.sub(" ", text)):
        raise NotationError(f"{name}: found the character {found[0]!r}, expected printable text, line ends and tabs")


def check_count(turns: int) -> None:
    """Raises NotationError for too many turns in one line."""
    if turns > MOST_TURNS:
        raise NotationError(f"found {turns:,} turns in one line, expected at most {MOST_TURNS:,}")


def check_turns(name: str, turns: Iterable[object]) -> None:
    """Raises NotationError unless these have the form of turns; legality is not checked."""
    for turn in turns:
        if not (isinstance(turn, str) and len(turn) <= 1000 and _TURN.fullmatch(turn)):
            raise NotationError(f"{name}: found {quoted(turn)}, expected texts of turns")


def check_seconds(name: str, seconds: object) -> None:
    """Raises NotationError unless this is a duration in seconds, less than 10⁹."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds < MOST_SECONDS:
        raise NotationError(f"{name}: found {quoted(seconds)}, expected seconds from 0 to less than {MOST_SECONDS:g}")


def check_whole(name: str, number: object, most: int = MOST_WHOLE) -> None:
    """Raises NotationError unless this is a whole number from 0 to ``most``."""
    if type(number) is not int or not 0 <= number <= most:
        raise NotationError(f"{name}: found {quoted(number)}, expected a whole number from 0 to {most}")


def is_date(text: str) -> bool:
    """Whether this is a date in the form of ISO 8601: a year, a month of a year, a day, or a time of a day."""
    found = _DATE.fullmatch(text)
    try:
        # A year or month exists if its first day does.
        return found is not None and bool(datetime.fromisoformat(text + "-01-01"[len(found["day"]) - 4 :]))
    except ValueError:
        return False
