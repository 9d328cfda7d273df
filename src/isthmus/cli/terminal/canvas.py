"""Canvas: a sheet of characters with ink and paper colours, for drawing boards in a terminal.

Lines count downwards and columns to the right, starting at any whole number, even below zero.
"""

from __future__ import annotations

from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

__all__ = ["ASCII", "UNICODE", "Canvas", "Glyphs"]

_NORTH, _EAST, _SOUTH, _WEST = 1, 2, 4, 8
_BOX = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""The line character for each sum of directions."""

_INKS = {
    "black": "#000000 bold",
    "white": "#ffffff bold",
    "line": "#6a4823",
    "faint": "#815828",
    "taken": "#7c1f12 bold",
    "label": "dim",
}
_PAPERS = {
    "board": "#a97a42",
    "dark": "#8d6030",
    "light": "#a97a42",
    "black-goal": "#7b7f52",
    "white-goal": "#a9694c",
    "last": "#3f7fa8",
    "pending": "#6b6fb0",
    "winning": "#3d8a4d",
}


_FEW_INKS = {
    "black": "black",
    "white": "bright_white bold",
    "line": "bright_black",
    "faint": "bright_black",
    "taken": "red",
    "label": "",
}
_FEW_PAPERS = {
    "board": "yellow",
    "dark": "bright_black",
    "light": "yellow",
    "black-goal": "green",
    "white-goal": "red",
    "last": "cyan",
    "pending": "magenta",
    "winning": "blue",
}
"""For terminals with 16 colours, which cannot show finer shades."""


@dataclass(frozen=True)
class Glyphs:
    """The characters to draw with; pairs are (black, white).

    ``winners`` are stones of a winning chain, ``sides`` mark goal sides (``both`` where two meet), ``bridges`` are
    (upright, flat) for each colour, ``land`` marks territory (``shared``: of both). ``lines``: whether box characters
    work.
    """

    stones: tuple[str, str] = ("●", "○")
    winners: tuple[str, str] = ("◆", "◇")
    sides: tuple[str, str] = ("▪", "▫")
    bridges: tuple[tuple[str, str], tuple[str, str]] = (("┃", "━"), ("║", "═"))
    land: tuple[str, str] = ("▪", "▫")
    shared: str = "+"
    empty: str = "·"
    taken: str = "×"
    shade: str = "░"
    upper: str = "▔"
    lower: str = "▁"
    rising: str = "╱"
    falling: str = "╲"
    heavy_slants: tuple[str, str] = ("▚", "▞")
    both: str = "◪"
    lines: bool = True


UNICODE = Glyphs()
ASCII = Glyphs(
    stones=("x", "o"),
    winners=("X", "O"),
    sides=("#", "="),
    bridges=(("H", "="), ("|", "-")),
    land=("b", "w"),
    empty=".",
    taken="*",
    shade=":",
    upper="'",
    lower=",",
    rising="/",
    falling="\\",
    heavy_slants=("%", "%"),
    both="%",
    lines=False,
)
"""For terminals that can show only ASCII."""


class Canvas:
    """Characters by (line, column). Later ones cover earlier ones; thin lines join into box characters."""

    def __init__(self, glyphs: Glyphs) -> None:
        self.glyphs = glyphs
        self._characters: dict[tuple[int, int], tuple[str, str]] = {}
        self._papers: dict[tuple[int, int], str] = {}
        self._boxes: dict[tuple[int, int], int] = {}

    def put(self, line: int, column: int, text: str, ink: str, paper: str | None = None) -> None:
        """Write ``text`` to the right from a place; ``paper`` None keeps the present paper."""
        for offset, character in enumerate(text):
            self._characters[line, column + offset] = character, ink
            if paper is not None:
                self._papers[line, column + offset] = paper

    def paper(self, line: int, column: int, paper: str, width: int = 1) -> None:
        """Put coloured paper under ``width`` characters."""
        for offset in range(width):
            self._papers[line, column + offset] = paper

    def join(self, line: int, column: int, to_line: int, to_column: int) -> None:
        """Draw a thin line between two places in one line or column; nothing between other places."""
        if (line == to_line) == (column == to_column):
            return
        down, right = (to_line > line) - (to_line < line), (to_column > column) - (to_column < column)
        leave = _SOUTH if down > 0 else _NORTH if down < 0 else _EAST if right > 0 else _WEST
        arrive = {_SOUTH: _NORTH, _NORTH: _SOUTH, _EAST: _WEST, _WEST: _EAST}[leave]
        while (line, column) != (to_line, to_column):
            self._boxes[line, column] = self._boxes.get((line, column), 0) | leave
            line, column = line + down, column + right
            self._boxes[line, column] = self._boxes.get((line, column), 0) | arrive

    def spans(self) -> dict[int, tuple[int, int]]:
        """The leftmost and rightmost column of each line with a drawing on it."""
        spans: dict[int, tuple[int, int]] = {}
        for line, column in (*self._characters, *self._boxes):
            low, high = spans.get(line, (column, column))
            spans[line] = min(low, column), max(high, column)
        return spans

    def lay_board(self, margin: int, *, rectangular: bool) -> None:
        """Put board paper under everything drawn so far: a rectangle, or each line as far as it reaches."""
        spans = self.spans()
        if rectangular:
            whole = min(low for low, _ in spans.values()), max(high for _, high in spans.values())
            spans = dict.fromkeys(range(min(spans), max(spans) + 1), whole)
        for line, (low, high) in spans.items():
            for column in range(low - margin, high + margin + 1):
                self._papers.setdefault((line, column), "board")

    def size(self) -> tuple[int, int]:
        """The (lines, columns) of the drawing."""
        places = [*self._characters, *self._boxes, *self._papers]
        lines, columns = [line for line, _ in places], [column for _, column in places]
        return max(lines) - min(lines) + 1, max(columns) - min(columns) + 1

    def text(self, *, colour: bool, few: bool = False) -> Text:
        """The drawing as text; without ``colour`` there is no trailing space and no style. ``few``: only 16 colours."""
        characters = {place: (_BOX[bits], "line") for place, bits in self._boxes.items()} if self.glyphs.lines else {}
        characters.update(self._characters)
        places = [*characters, *self._papers] if colour else list(characters)
        first_column = min(column for _, column in places)
        lines = []
        for line in range(min(line for line, _ in places), max(line for line, _ in places) + 1):
            last = max((column for at, column in places if at == line), default=first_column - 1)
            drawn = Text()
            for column in range(first_column, last + 1):
                character, ink = characters.get((line, column), (" ", "line"))
                drawn.append(character, _style(ink, self._papers.get((line, column)), few=few) if colour else "")
            if not colour:
                drawn.rstrip()
            lines.append(drawn)
        return Text("\n").join(lines)


def _style(ink: str, paper: str | None, *, few: bool) -> Style:
    inks, papers = (_FEW_INKS, _FEW_PAPERS) if few else (_INKS, _PAPERS)
    return Style.parse(inks[ink] + (f" on {papers[paper]}" if paper else ""))
