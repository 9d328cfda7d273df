"""The parts of an overlay as plain text and as a picture, for ``print`` and for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from string import digits

from isthmus.record import Mark
from isthmus.render import Annotations, Arrow, Heat, to_svg
from isthmus.rules.position import Position
from isthmus.rules.types import Side

__all__ = ["fact_in_words", "numbered_board", "picture"]

_STONES = {Side.BLACK: "x", Side.WHITE: "o"}
_LONGEST_LABEL = 3
_NOISE = 1e-9
_SIGNS = {"won": "circle", "lost": "cross", "draw": "square"}


def numbered_board(position: Position, values: Mapping[str, float], texts: Mapping[str, str]) -> str:
    """A line for each row of the board: texts, stones and numbers by point, spaced for the longest one."""
    board = position.game.topology
    told = {name: _content(position.at(name), values.get(name)) for name in board.names} | dict(texts)
    room = max(map(len, told.values())) + 1
    left = min(x for x, _ in board.positions)
    places, label = board.positions, max(map(len, board.row_labels))
    if board.lattice == "hex-points":
        heads: Iterable[int] = ()  # its columns have no letters in common: numbers count along each row
    else:
        heads = board.rows[0] if board.lattice == "hex-cells" else range(len(board))
    letters = {places[cell][0]: board.names[cell].rstrip(digits) for cell in heads}
    columns = [sorted(letters), *([places[cell][0] for cell in row] for row in board.rows)]
    apart = min(right - one for line in columns for one, right in pairwise(line))

    def line(name: str, contents: Mapping[float, str]) -> str:
        drawn = f"{name:>{label}}"
        for x, content in sorted(contents.items()):
            drawn = f"{drawn:<{label + round((x - left) * room / apart)}} {content:>{room - 1}}"
        return drawn

    lines = [line("", letters)] if letters else []
    for row, name in zip(board.rows, board.row_labels, strict=True):
        lines.append(line(name, {places[cell][0]: told[board.names[cell]] for cell in row}))
    return "\n".join(lines)


def _content(side: Side | None, value: float | None) -> str:
    if side is not None:
        return _STONES[side]
    return "." if value is None else _short(value, 2)


def _short(number: float, digits: int) -> str:
    """A number to a few significant digits; what is left of 0 after rounding errors is shown as 0."""
    return f"{number:.{digits}g}" if abs(number) > _NOISE else "0"


def fact_in_words(fact: object) -> str:
    """A fact for display: numbers to three significant digits, lists as words; ``none`` where there is nothing."""
    if isinstance(fact, float):
        return _short(fact, 3)
    if isinstance(fact, list | tuple):
        return " ".join(map(str, fact)) or "none"
    return "none" if fact is None else str(fact)


def picture(
    position: Position, heat: Mapping[str, float], texts: Mapping[str, str], links: Iterable[tuple[str, str]]
) -> str:
    """SVG text: discs for the heat of points, labels or signs for their texts, an arrow for each link."""
    marks = [
        Mark(_SIGNS[text], point) if text in _SIGNS else Mark("label", point, text)
        for point, text in texts.items()
        if text in _SIGNS or 0 < len(text) <= _LONGEST_LABEL
    ]
    arrows = [Arrow(start, end) for start, end in links]
    return to_svg(position, annotations=Annotations(marks=marks, heat=Heat(heat) if heat else None, arrows=arrows))
