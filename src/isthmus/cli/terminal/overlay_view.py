"""An overlay for people: a board with its numbers, their meaning, facts about the whole board, and the list of entries.

Numbers are shown as whole numbers, in hundredths, thousandths, …: two digits for the greatest, or one if space is
short.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from string import digits
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from isthmus.analysis.overlays.types import Overlay, Scale
from isthmus.cli.terminal.canvas import ASCII, UNICODE
from isthmus.cli.terminal.phrases import title_of
from isthmus.rules.types import Side

__all__ = ["number_board", "view"]

_LEANING = ("hex-cells", "hex-points")
"""Boards with rows shifted by half a field."""
_STAGGERED = (*_LEANING, "bridges")
_PARTS = ("", "tenths", "hundredths", "thousandths", "ten-thousandths")
_WARM, _COLD, _PLAIN = (214, 96, 30), (40, 110, 200), (120, 120, 120)
"""Full colours for good (or much) and for bad, and the neutral colour between them."""
_FAINT = 0.12
"""Below this heat a number has no paper."""


def view(overlay: Overlay, *, width: int, count: int, plain: bool = False) -> RenderableType:
    """The overlay in ``width`` columns, with ``count`` lines of its list. ``plain``: ASCII characters only."""
    parts: list[RenderableType] = [
        Text.assemble((overlay.title, "bold"), (f" · {title_of(overlay.position)}", "dim")),
        Text(overlay.meaning),
    ]
    board = number_board(overlay, width=width, plain=plain)
    if board is not None:
        parts += [Text(), board]
    else:
        parts.append(Text("The board is too wide for this terminal; --json prints all numbers.", style="dim"))
    if overlay.facts:
        facts = Table.grid(padding=(0, 2))
        for name, fact in overlay.facts.items():
            facts.add_row(Text(name, style="dim"), _fact_text(fact))
        parts += [Text(), facts]
    if overlay.entries and count:
        parts.append(_list(overlay.entries, count))
    return Group(*parts)


def number_board(overlay: Overlay, *, width: int, plain: bool = False) -> Text | None:
    """The board with the numbers of its points; None if there is no room for them."""
    for exponent in _exponents(overlay.full):
        board = _Board(overlay, exponent, plain=plain)
        if board.width <= width:
            return board.text()
    return None


def _exponents(full: float) -> Sequence[int]:
    """The powers of ten as units: for two digits of ``full``, then for one."""
    most = len(_PARTS) - 1
    exponent = min(most, max(0, 2 - math.ceil(math.log10(full))))
    return (exponent, exponent - 1) if exponent else (0,)


class _Board:
    """The layout: fields in columns of equal width, stones as signs, labels around them."""

    def __init__(self, overlay: Overlay, exponent: int, *, plain: bool) -> None:
        position = overlay.position
        self.overlay, self.exponent, self.board = overlay, exponent, position.game.topology
        signs = (ASCII if plain else UNICODE).stones
        self.stones = {point: signs[side.value] for side in Side for point in position.stones(side)}
        self.counted = False
        self.contents = {point: self._content(point, plain=plain) for point in self.board.names}
        self.room = max(map(len, self.contents.values()))
        self.legend = "  ".join(f"{signs[side.value]} {side}" for side in Side)
        places = self.board.positions
        apart = min(places[right][0] - places[left][0] for row in self.board.rows for left, right in pairwise(row))
        pitch = self.room + 1
        if self.board.lattice in _STAGGERED:
            pitch += pitch % 2  # rows lean by half a field
        self.step = pitch / apart
        self.label = max(map(len, self.board.row_labels))
        self.margins = (pitch - self.room + 1) // 2, (pitch - self.room) // 2
        self.left = self.label - min(self._at(x) for x, _ in places)
        self.width = max(self._at(x) for x, _ in places) + self.left + pitch

    def _content(self, point: str, *, plain: bool) -> str:
        if point in self.stones:
            return self.stones[point]
        if point in self.overlay.texts:
            return self.overlay.texts[point]
        if point not in self.overlay.values:
            return "." if plain else "·"
        self.counted = True
        return str(round(self.overlay.values[point] * 10**self.exponent))

    def _at(self, x: float) -> int:
        return round(x * self.step)

    def _field(self, content: str) -> str:
        """The content of a field, padded so that the papers of neighbours touch."""
        before, after = self.margins
        return " " * before + content.rjust(self.room) + " " * after

    def text(self) -> Text:
        """The drawing, with a line about signs and numbers below."""
        names, places = self.board.names, self.board.positions
        lines, heat = [], self.overlay.heat
        leans = self.board.lattice in _LEANING
        if self.board.lattice != "hex-points":  # on hex-points the numbers count along each row
            cells = self.board.rows[0] if leans else range(len(names))
            heads = {places[cell][0]: names[cell].rstrip(digits) for cell in cells}
            head = Text(style="dim")
            for x, letter in sorted(heads.items()):
                _put(head, self._at(x) + self.left, self._field(letter))
            lines.append(head)
        for row, label in zip(self.board.rows, self.board.row_labels, strict=True):
            line = Text()
            start = self._at(places[row[0]][0]) + self.left if leans else self.label
            _put(line, start - len(label), label, "dim")
            for cell in row:
                point = names[cell]
                style = "bold" if point in self.stones else _style(self.overlay.scale, heat.get(point, 0.0))
                _put(line, self._at(places[cell][0]) + self.left, self._field(self.contents[point]), style)
            lines.append(line)
        unit = f", in {_PARTS[self.exponent]}" if self.exponent else ""
        about = f"each number: {self.overlay.unit}{unit}" if self.counted else ""
        lines.append(Text("   ".join(filter(None, (self.legend, about))), style="dim"))
        return Text("\n").join(lines)


def _put(line: Text, column: int, text: str, style: str = "") -> None:
    line.append(" " * (column - len(line)))
    line.append(text, style)


def _style(scale: Scale, heat: float) -> str:
    size = abs(heat)
    if size < _FAINT:
        return ""
    full = _COLD if scale is Scale.DIVERGING and heat < 0 else _WARM
    mixed = (round(low + (high - low) * size) for low, high in zip(_PLAIN, full, strict=True))
    return f"#ffffff on rgb({','.join(map(str, mixed))})"


def _list(entries: Sequence[Mapping[str, Any]], count: int) -> RenderableType:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in entries[0]:
        numbers = any(isinstance(entry[name], int | float) and not isinstance(entry[name], bool) for entry in entries)
        table.add_column(name, justify="right" if numbers else "left")
    for entry in entries[:count]:
        table.add_row(*map(_fact_text, entry.values()))
    if len(entries) <= count:
        return table
    return Group(table, Text(f"and {len(entries) - count:,} more; see --entries", style="dim"))


def _fact_text(fact: object) -> str:
    if fact is None:
        return "–"
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    if isinstance(fact, int):
        return f"{fact:,}"
    if isinstance(fact, float):
        return f"{fact:.3f}" if abs(fact) >= 0.0005 else "0.000"
    return " ".join(map(str, fact)) or "–" if isinstance(fact, list | tuple) else str(fact)
