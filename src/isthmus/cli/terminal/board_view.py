"""The board in a terminal, for every game: drawn from its topology and scenery, in colour or without, large or small.

Stones differ by shape as well as by colour. The last turn is in brackets, and a winning chain is made of diamonds.
"""

from __future__ import annotations

from string import ascii_letters, digits

from rich.text import Text

from isthmus.board.topology import Cell
from isthmus.cli.terminal.canvas import ASCII, UNICODE, Glyphs
from isthmus.cli.terminal.empty_board import EmptyBoard
from isthmus.render.turns import happening
from isthmus.rules.position import Position
from isthmus.rules.types import Side

__all__ = ["draw_board", "legend"]

Place = tuple[float, float]
Spot = tuple[int, int]
"""A (line, column) of the canvas."""


def draw_board(
    position: Position, *, width: int, height: int, colour: bool, few: bool = False, plain: bool = False
) -> Text:
    """The board as text, large if that fits in ``width`` columns and ``height`` lines, otherwise small.

    If even the small board is too tall, it uses fewer lines for column letters.

    ``colour``: use colours (and leave out marks that only replace them), ``few``: only the 16 colours of every
    terminal. ``plain``: ASCII characters only.
    """
    glyphs = ASCII if plain else UNICODE
    view = _View(position, glyphs, colour=colour, large=True)
    lines, columns = view.canvas.size()
    if lines > height or columns > width:
        view = _View(position, glyphs, colour=colour, large=False)
        if view.canvas.size()[0] > height:
            view = _View(position, glyphs, colour=colour, large=False, low=True)
    return view.canvas.text(colour=colour, few=few)


def legend(position: Position, *, plain: bool = False) -> str:
    """The two stones and their goals, and the signs of winning stones and land if there are any, in one line."""
    glyphs, marks = ASCII if plain else UNICODE, position.marks
    goals, manners = zip(*(goal.partition(",")[::2] for goal in position.game.goals), strict=True)
    if manners[0] != manners[1]:
        goals, manners = position.game.goals, ("", "")
    sides = [f"{glyphs.stones[side.value]} {side}" for side in Side]
    if goals[0] == goals[1]:
        parts = [f"{' and '.join(sides)}: {goals[0]}"]
    else:
        parts = [f"{side}: {goal}" for side, goal in zip(sides, goals, strict=True)]
    if manners[0]:
        parts.append(manners[0].strip())  # a common goal is named once
    if marks.winning:
        winners = {position.snapshot.owner(cell) for cell in marks.winning}
        parts.append(f"{' '.join(glyphs.winners[side.value] for side in Side if side in winners)} winning")
    if any(marks.land):
        parts.append(f"{' '.join(glyphs.land)} land")
    if marks.shared:
        parts.append(f"{glyphs.shared} shared{' land' if any(marks.land) else ''}")
    return "   ".join(parts)


class _View:
    """A position on its board; ``low``: with as few lines for letters as possible."""

    def __init__(self, position: Position, glyphs: Glyphs, *, colour: bool, large: bool, low: bool = False) -> None:
        self.position = position
        self.glyphs = glyphs
        self.large = large
        self.low = low
        self.empty_board = EmptyBoard(position.game, glyphs, colour=colour, large=large)
        self.canvas, self.spots = self.empty_board.canvas, self.empty_board.spots
        self.board, self.scenery = self.empty_board.board, self.empty_board.scenery
        self._draw_land()
        self._draw_stones()
        self._draw_labels()

    def _draw_land(self) -> None:
        marks = self.position.marks
        for side in Side:
            for cell in marks.land[side.value]:
                self.canvas.put(*self.spots[cell], self.glyphs.land[side.value], str(side))
        for cell in marks.shared:
            self.canvas.put(*self.spots[cell], self.glyphs.shared, "line")

    def _draw_stones(self) -> None:
        what = happening(self.position)
        for kind, _, cell in what.ghosts:
            self.canvas.put(*self.spots[cell], self.glyphs.taken if kind == "captured" else self.glyphs.empty, "taken")
        for side in Side:
            for cell in self.position.snapshot.stones[side.value]:
                line, column = self.spots[cell]
                marks = what.marks_of(cell)
                paper = next((mark for mark in ("winning", "pending", "last") if mark in marks), None)
                if self.scenery.bridges:
                    self._draw_bridge(side, cell, paper)
                elif paper and self.large:
                    self.canvas.paper(line, column - 1, paper, 3)
                glyphs = self.glyphs.winners if "winning" in marks else self.glyphs.stones
                if not self.scenery.bridges or "winning" in marks:
                    self.canvas.put(line, column, glyphs[side.value], str(side), paper)
                if {"last", "pending"} & set(marks):
                    self.canvas.put(line, column - 1, "[", str(side), paper)
                    self.canvas.put(line, column + 1, "]", str(side), paper)

    def _draw_bridge(self, side: Side, cell: Cell, paper: str | None) -> None:
        """A stone of a board of bridges: the line between the two dots that it joins."""
        (line, column), (to_line, to_column) = (
            self.empty_board.spot(end) for end in sorted(self.scenery.bridges[cell][side.value])
        )
        upright, flat = self.glyphs.bridges[side.value]
        if line == to_line:
            self.canvas.put(line, column + 1, flat * (to_column - column - 1), str(side), paper)
        else:
            for row in range(min(line, to_line) + 1, max(line, to_line)):
                self.canvas.put(row, column, upright, str(side), paper)

    def _draw_labels(self) -> None:
        names, lattice = self.board.names, self.board.lattice
        spans = self.canvas.spans()
        left, right = min(low for low, _ in spans.values()), max(high for _, high in spans.values())
        top, bottom = min(spans), max(spans)
        for row, label in zip(self.board.rows, self.board.row_labels, strict=True):
            line = self.spots[row[0]][0]
            low, high = spans[line] if self.empty_board.hexagonal else (left, right)
            ending = names[row[-1]].lstrip(ascii_letters) if lattice == "hex-points" else label
            self.canvas.put(line, low - 1 - len(label), label, "label")
            self.canvas.put(line, high + 2, ending, "label")
        if lattice == "hex-points":
            return
        if lattice == "hex-cells":  # straight above and below; along the slant a letter would be between two columns
            above, below = ({names[cell]: self.spots[cell][1] for cell in self.board.rows[end]} for end in (0, -1))
        else:
            above = below = {name: spot[1] for name, spot in zip(names, self.spots, strict=True)}
        on_bars = self.low and self.empty_board.colour and lattice == "square-points" and bool(self.scenery.edges)
        if on_bars:  # the bars of the goal sides have room between their ends
            lines = [(above, top, "black"), (below, bottom, "black")]
        else:
            lines = [(above, top - 1, "label"), (below, bottom + 1, "label")][self.low :]
        for columns, line, ink in lines:
            for name, column in columns.items():
                self.canvas.put(line, column, name.rstrip(digits), ink)
