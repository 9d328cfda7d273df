"""The course of a game in the terminal: log-odds of the chances over the turns, and proofs in separate bands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from isthmus.analysis.review.course import CoursePoint, log_odds

__all__ = ["plot"]

ROWS = 4
"""Rows on either side of the even line; a row is one unit of log-odds."""
TICKS = ("73%", "88%", "95%", "98%")
"""The chances at the outer ends of the rows."""
_MARGIN = 8
_WIDEST = 4
_LETTERS = {"blunder": "B", "mistake": "M", "inaccuracy": "i"}


@dataclass(frozen=True)
class _Signs:
    """The characters of the plot."""

    full: str
    upper: str
    lower: str
    proved: str
    body: str
    even: str
    edge: str


_UNICODE = _Signs("█", "▀", "▄", "▓", "░", "─", "│")
_ASCII = _Signs("#", "'", ".", "=", ":", "-", "|")


def plot(points: Sequence[CoursePoint], above: str, below: str, *, width: int, plain: bool) -> list[Text]:
    """The lines of the plot, none wider than ``width``: ``above`` and ``below`` are the first and the second seat.

    A column is one turn, or several in a long game; then it shows the last of them and the worst fault.
    """
    signs = _ASCII if plain else _UNICODE
    room = width - _MARGIN
    each = -(-len(points) // room)
    columns = [points[place : place + each] for place in range(0, len(points), each)]
    wide = max(1, min(_WIDEST, room // len(columns)))
    lines = [Text(f"Chances, turn by turn (stretched near 100%): {above} above, {below} below.", style="bold")]
    lines.append(_faults(columns, wide, first=True))
    for row in range(ROWS + 1, -ROWS - 2, -1):
        line = Text(f"{_label(row):>{_MARGIN - 2}} ")
        line.append(signs.edge, style="dim")
        for column in columns:
            line.append(*_cell(column[-1], row, wide, signs))
        lines.append(line)
    lines += [_faults(columns, wide, first=False), _numbers(columns, wide)]
    if any(point.grade for point in points):
        letters = ", ".join(f"{letter} {grade}" for grade, letter in _LETTERS.items())
        lines.append(Text(f"{'':{_MARGIN}}{letters}: those of {above} on top", style="dim"))
    return [line for line in lines if line.plain.strip()]


def _label(row: int) -> str:
    if abs(row) > ROWS:
        return "proved"
    return TICKS[abs(row) - 1] if row else "50%"


def _cell(point: CoursePoint, row: int, wide: int, signs: _Signs) -> tuple[str, str]:
    """The character of a column in a row, and its style."""
    style = "cyan" if row > 0 else "magenta"
    if row == 0:
        drawn = point.proof == "draw"
        return (signs.proved if drawn else signs.even) * wide, "bold" if drawn else "dim"
    if point.proof in ("first", "second"):
        if (point.proof == "first") is not (row > 0):
            return " " * wide, ""
        return (signs.proved if abs(row) > ROWS else signs.body) * wide, style
    if point.share is None or abs(row) > ROWS:
        return " " * wide, ""
    reach = log_odds(point.share) * (1 if row > 0 else -1) - (abs(row) - 1)
    if reach >= 0.75:
        return signs.full * wide, style
    if reach >= 0.25:
        return (signs.lower if row > 0 else signs.upper) * wide, style
    return " " * wide, ""


def _faults(columns: Sequence[Sequence[CoursePoint]], wide: int, *, first: bool) -> Text:
    letters = []
    for column in columns:
        grades = {point.grade for point in column if point.by_first is first}
        letters.append(next((letter for grade, letter in _LETTERS.items() if grade in grades), " "))
    return Text(" " * _MARGIN + "".join(f"{letter:<{wide}}" for letter in letters).rstrip())


def _numbers(columns: Sequence[Sequence[CoursePoint]], wide: int) -> Text:
    """The turn numbers, as many as fit, each at the start of its column."""
    line = ""
    for place, column in enumerate(columns):
        number = next((str(point.number) for point in column if point.number % 5 == 0), "")
        begins = place * wide
        if number and len(line) < max(begins, 1) and begins + len(number) <= len(columns) * wide:
            line = f"{line:<{begins}}{number}"
    return Text(" " * _MARGIN + line, style="dim")
