"""The picture in a diagram: the places of each row's fields, posts and labels, computed from the board of any game.

Neighbouring fields are two characters apart, so the half-field shift of hexagonal rows is one character. On
boards of bridges the fixed posts are shown, and a stone is the bridge between two of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from isthmus.board.topology import Cell
from isthmus.record.position_text import STONE_LETTERS
from isthmus.rules.game import Game
from isthmus.rules.scenery import Scenery
from isthmus.rules.types import Side

__all__ = ["PictureRow", "picture_rows"]

EMPTY = "."
UPRIGHT, FLAT = "|", "-"


@dataclass(frozen=True)
class PictureRow:
    """One line of the picture: ``items`` are (character column, cell or the letter of a post), from the left.

    ``label`` is the name of the row, empty for a line that has posts only.
    """

    label: str
    items: tuple[tuple[int, Cell | str], ...]
    symbols: Mapping[Cell, Mapping[str, Side | None]]
    """The symbols that each cell of the row may have, with the side of the stone (None: no stone)."""

    def draw(self, owner: Mapping[Cell, Side]) -> str:
        """The line with these stones, without its label."""
        width = max(column for column, _ in self.items) + 2
        line = [" "] * width
        for column, item in self.items:
            if isinstance(item, str):
                line[column] = item
                continue
            symbol = next(mark for mark, side in self.symbols[item].items() if side is owner.get(item))
            line[column] = symbol
            if symbol == FLAT:
                line[column - 1] = line[column + 1] = FLAT
        return "".join(line).rstrip()


def picture_rows(game: Game) -> list[PictureRow]:
    """The lines of a game's picture, from the top."""
    topology = game.topology
    scenery = game.scenery() if topology.lattice == "bridges" else Scenery()
    items: dict[int, list[tuple[float, Cell | str]]] = {}
    labels: dict[int, str] = {}
    for label, row in zip(topology.row_labels, topology.rows, strict=True):
        height = _height(topology.positions[row[0]][1])
        labels[height] = label
        items[height] = [(topology.positions[cell][0], cell) for cell in row]
    for side, (x, y) in scenery.dots:
        items.setdefault(_height(y), []).append((x, STONE_LETTERS[side]))
    left = min(x for line in items.values() for x, _ in line)
    return [
        PictureRow(
            labels.get(height, ""),
            tuple(sorted((round(2 * (x - left)), item) for x, item in items[height])),
            {item: _symbols(scenery, item) for _, item in items[height] if not isinstance(item, str)},
        )
        for height in sorted(items)
    ]


def _height(y: float) -> int:
    """Heights of rows in thousandths, so that rounding errors do not separate equal ones."""
    return round(1000 * y)


def _symbols(scenery: Scenery, cell: Cell) -> Mapping[str, Side | None]:
    symbols: dict[str, Side | None] = {EMPTY: None}
    for side in Side:
        if scenery.bridges:
            (left, _), (right, _) = scenery.bridges[cell][side.value]
            symbols[UPRIGHT if left == right else FLAT] = side
        else:
            symbols[STONE_LETTERS[side]] = side
    return symbols
