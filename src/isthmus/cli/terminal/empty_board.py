"""The empty board in a terminal, for every game: the place of each field, lines, tiles, quarters and goal sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from isthmus.board.topology import Cell
from isthmus.cli.terminal.canvas import Canvas, Glyphs
from isthmus.rules.game import Game
from isthmus.rules.types import Side

__all__ = ["EmptyBoard"]

Place = tuple[float, float]
Spot = tuple[int, int]
"""A (line, column) of the canvas."""


class EmptyBoard:
    """The empty board of a game, drawn on ``canvas``; ``spots[cell]`` is the place of a cell on it.

    Columns and lines follow the board's drawing positions: two characters and one line per field, or twice that if
    ``large``. ``colour``: colours replace some marks.
    """

    def __init__(self, game: Game, glyphs: Glyphs, *, colour: bool, large: bool) -> None:
        self.game = game
        self.board = game.topology
        self.scenery = game.scenery()
        self.glyphs = glyphs
        self.colour = colour
        self.large = large
        self.hexagonal = self.board.lattice.startswith("hex")
        self.across = 4 if large else 2
        self.down = (2 if large else 1) / (3**0.5 / 2 if self.hexagonal else 1)
        self.parted_below = self._row_before_divider()
        self.spots = [self.spot(place) for place in self.board.positions]
        self.canvas = Canvas(glyphs)
        self._draw_background()
        self._draw_fields()
        self._draw_dividers()
        self._draw_edges()
        self._draw_dots()
        self.canvas.lay_board(1, rectangular=self.board.lattice in ("square-points", "bridges"))
        self._draw_tiles()

    def spot(self, place: Place) -> Spot:
        line = round(place[1] * self.down)
        return line + (line > self.parted_below), round(place[0] * self.across)

    def _row_before_divider(self) -> float:
        """On a small hexagon board the lower quarters move down one line, to make room for a divider."""
        if self.large or not self.hexagonal:
            return float("inf")
        flat = (line for line in self.scenery.dividers if abs(line[0][1] - line[-1][1]) < 1)
        return next((line[0][1] * self.down // 1 for line in flat), float("inf"))

    # The empty board -----------------------------------------------------------------------------------------------
    def _draw_background(self) -> None:
        """The thin lines of the board: grid, cell borders."""
        if self._lined():
            for cell, (line, column) in enumerate(self.spots):
                for near in self.board.neighbours[cell]:
                    if near > cell:
                        self.canvas.join(line, column, *self.spots[near])
        elif self.large and self.board.lattice == "square-cells":
            for line, column in self.spots:
                for row in (line - 1, line + 1):
                    self.canvas.join(row, column - 2, row, column + 2)
                for side in (column - 2, column + 2):
                    self.canvas.join(line - 1, side, line + 1, side)
        elif self.large and self.board.lattice == "hex-cells":
            for line, column in self.spots:
                for row, left, right in ((line - 1, "rising", "falling"), (line + 1, "falling", "rising")):
                    self.canvas.put(row, column - 1, getattr(self.glyphs, left), "line")
                    self.canvas.put(row, column + 1, getattr(self.glyphs, right), "line")
                for side in (column - 2, column + 2):
                    self.canvas.put(line, side, "│" if self.glyphs.lines else "|", "line")
        elif self.large and self.board.lattice == "hex-points":
            for cell, (line, column) in enumerate(self.spots):
                for near in self.board.neighbours[cell]:
                    to_line, to_column = self.spots[near]
                    if to_line == line and to_column > column:
                        self.canvas.join(line, column, line, to_column)
                    elif to_line > line:
                        slant = "falling" if to_column > column else "rising"
                        step = 1 if to_column > column else -1
                        self.canvas.put(line + 1, column + step, getattr(self.glyphs, slant), "line")

    def _draw_fields(self) -> None:
        """A mark on every field where no lines cross."""
        goal_cells = {} if self.colour else self._goal_cells()
        for cell, spot in enumerate(self.spots):
            if cell in goal_cells:
                self.canvas.put(*spot, "-" if goal_cells[cell] is Side.BLACK else "|", "line")
            elif not self._lined():
                self.canvas.put(*spot, self.glyphs.empty, "line")

    def _lined(self) -> bool:
        """Whether crossing lines show the fields."""
        small_grid = self.colour and not self.scenery.tiles
        return self.glyphs.lines and self.board.lattice == "square-points" and (self.large or small_grid)

    def _goal_cells(self) -> dict[Cell, Side]:
        """The cells that tiles shade as a side's goal area."""
        found = {}
        for role, polygon in self.scenery.tiles:
            side = {"black-goal": Side.BLACK, "white-goal": Side.WHITE}.get(role)
            if side is not None:
                middle = tuple(sum(corner[axis] for corner in polygon) / len(polygon) for axis in (0, 1))
                found[self.board.positions.index((round(middle[0], 6), round(middle[1], 6)))] = side
        return found

    def _draw_tiles(self) -> None:
        """Shaded squares: whole ones on the large board, upper and lower halves of characters on the small one."""
        for role, polygon in self.scenery.tiles:
            columns, lines = [x for x, _ in polygon], [y for _, y in polygon]
            left, right = round(min(columns) * self.across), round(max(columns) * self.across)
            top, bottom = min(lines) * self.down, max(lines) * self.down
            if role.endswith("goal"):
                for line in (
                    range(round(top + 0.5), round(bottom + 0.5)) if not self.large else (round((top + bottom) / 2),)
                ):
                    self.canvas.paper(line, left + 1, role, right - left - 1)
            elif role == "dark" and self.large:
                for line in range(round(top) + 1, round(bottom)):
                    self.canvas.paper(line, left + 1, "dark", right - left - 1)
                    if not self.colour:
                        self.canvas.put(line, left + 1, self.glyphs.shade * (right - left - 1), "line")
            elif role == "dark":
                upper, lower = (
                    ("▀", "▄") if self.colour and self.glyphs.lines else (self.glyphs.upper, self.glyphs.lower)
                )
                for line, half in ((round(top), lower), (round(bottom), upper)):
                    self.canvas.put(line, left + 1, half, "faint")

    def _draw_dividers(self) -> None:
        """The lines between quarters: heavier crossings along them, or heavier sides of the cells they separate."""
        if not self.hexagonal:
            for divider in self.scenery.dividers:
                for place, after in pairwise(_every_unit(divider)):
                    self._draw_heavy(self.spot(place), self.spot(after))
            return
        parted = {_middle(*ends) for divider in self.scenery.dividers for ends in pairwise(divider)}
        places = self.board.positions
        for cell, (line, column) in enumerate(self.spots):
            for near in self.board.neighbours[cell]:
                to_line, to_column = self.spots[near]
                if _middle(places[cell], places[near]) not in parted or (to_line, to_column) < (line, column):
                    continue
                if line == to_line:
                    self.canvas.put(line, (column + to_column) // 2, "┃" if self.glyphs.lines else "!", "black")
                elif not self.large and to_line > line + 1:
                    self.canvas.put(line + 1, (column + to_column) // 2, "──" if self.glyphs.lines else "--", "black")
                elif self.large:
                    falling = to_column < column  # the side between two cells crosses the line that joins them
                    slants = (self.glyphs.falling, self.glyphs.rising) if self.colour else self.glyphs.heavy_slants
                    self.canvas.put(line + 1, (column + to_column) // 2, slants[0 if falling else 1], "black")

    def _draw_heavy(self, spot: Spot, after: Spot) -> None:
        """A heavy line between two neighbouring points; on the small board only the points show it."""
        (line, column), (to_line, to_column) = spot, after
        upright = column == to_column
        for point in (spot, after):
            self.canvas.put(*point, ("╋" if self.large else "┼") if self.glyphs.lines else "+", "line")
        if self.large and self.glyphs.lines:
            for row in range(line + upright, to_line + 1 - upright):
                between = 1 if upright else to_column - column - 1
                self.canvas.put(row, column + (not upright), ("┃" if upright else "━") * between, "line")

    def _draw_edges(self) -> None:
        """The goal sides, outside the fields: bars in colour, otherwise a mark for every field of the side."""
        marked: dict[Spot, Side] = {}
        for side, polyline in self.scenery.edges:
            for start, end in self._outside(polyline):
                if self.colour:
                    self._draw_bar(str(side), *start, *end)
                    continue
                for spot in (start, end):
                    both = marked.setdefault(spot, side) is not side
                    self.canvas.put(*spot, self.glyphs.both if both else self.glyphs.sides[side.value], str(side))

    def _outside(self, polyline: Sequence[Place]) -> Iterator[tuple[Spot, Spot]]:
        """The pieces of a goal side, moved out far enough to leave room for the fields."""
        if self.board.lattice == "bridges" and not self.colour:
            return  # the dots show it
        xs, ys = [x for x, _ in self.board.positions], [y for _, y in self.board.positions]
        middle_x, middle_y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        bordered = 2 if self.large and self.board.lattice == "hex-cells" else 1
        for start, end in pairwise(_every_unit(polyline)):
            x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
            flat = abs(start[1] - end[1]) < 0.01
            down = bordered * (1 if y > middle_y else -1) if flat else 0
            # A slanted side of a rhombus may reach past the middle, so its place along its own line decides.
            right = 0 if flat else 2 * bordered * (1 if self._right_of_middle(polyline, middle_x) else -1)
            if not flat and self.board.lattice == "hex-points":
                right = 2 * (1 if x > middle_x else -1)
            (line, column), (to_line, to_column) = self.spot(start), self.spot(end)
            yield (line + down, column + right), (to_line + down, to_column + right)

    def _right_of_middle(self, polyline: Sequence[Place], middle: float) -> bool:
        return sum(x for x, _ in polyline) / len(polyline) > middle

    def _draw_bar(self, side: str, line: int, column: int, to_line: int, to_column: int) -> None:
        if line == to_line:
            low, high = sorted((column, to_column))
            self.canvas.put(line, low, ("━" if self.glyphs.lines else "-") * (high - low + 1), side)
            return
        (line, column), (to_line, to_column) = sorted(((line, column), (to_line, to_column)))
        lean = (to_column > column) - (to_column < column)
        upright = "┃" if self.glyphs.lines else "|"
        glyph = {0: upright, 1: self.glyphs.falling, -1: self.glyphs.rising}[lean]
        for row in range(line, to_line + 1):
            self.canvas.put(row, column + round((to_column - column) * (row - line) / (to_line - line)), glyph, side)

    def _draw_dots(self) -> None:
        for side, place in self.scenery.dots:
            self.canvas.put(*self.spot(place), self.glyphs.stones[side.value], str(side))


def _middle(place: Place, other: Place) -> Place:
    """The point halfway between two places, for comparison."""
    return round((place[0] + other[0]) / 2, 3), round((place[1] + other[1]) / 2, 3)


def _every_unit(polyline: Sequence[Place]) -> Iterator[Place]:
    """The corners of a line and, if they are far apart, places one unit apart between them."""
    yield polyline[0]
    for (x, y), (to_x, to_y) in pairwise(polyline):
        parts = max(1, round(max(abs(to_x - x), abs(to_y - y))))
        for part in range(1, parts + 1):
            yield x + (to_x - x) * part / parts, y + (to_y - y) * part / parts
