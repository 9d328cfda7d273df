"""Topology: the fields of a board, their names, neighbours and places. It is independent of stones and rules.

Cells are dense integers ``0 … len(names) - 1`` in row-major order of the *named* rows (row 1, or row ``a``, first;
within a row from the left), the same numbering as in the native core.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from isthmus.errors import NotationError, RulesError, quoted

__all__ = ["Cell", "Lattice", "Topology"]

Cell = int
Lattice = Literal["square-points", "square-cells", "hex-cells", "hex-points", "bridges"]
"""How a board is drawn: stones on the crossings of lines, in square or hexagonal cells, or as bridges."""

_NAME = re.compile(r"([a-z]+)([0-9]+)")


@dataclass(frozen=True, eq=False)
class Topology:
    """An immutable board: ``len(board)`` is the number of its fields, ``"c3" in board`` whether c3 is one.

    ``positions[c]`` is the place of cell ``c`` for drawing: x to the right, y **downwards**, with neighbouring
    fields one unit apart. ``rows`` lists the cells row by row from the top of the drawing down, each from the left.
    ``sort_keys[c]`` orders cells in turn text (column letter, then row number on square boards). ``borders`` names the
    sides of the board and gives their cells (a corner may belong to two). ``grid[c]`` is the (row, column) of cell
    ``c`` on a rectangle, counted from 0, with rows in the order of the cells. On this rectangle the directions to the
    neighbours are the same from every cell. The default is made from ``rows``. Raises RulesError if the lists do not
    have an entry for each name.
    """

    lattice: Lattice
    names: tuple[str, ...]
    positions: tuple[tuple[float, float], ...]
    rows: tuple[tuple[Cell, ...], ...]
    row_labels: tuple[str, ...]
    neighbours: tuple[tuple[Cell, ...], ...]
    sort_keys: tuple[tuple[int, int], ...]
    borders: Mapping[str, frozenset[Cell]] = field(default_factory=dict)
    grid: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        count = len(self.names)
        listed = sorted(cell for row in self.rows for cell in row)
        if listed != list(range(count)):
            raise RulesError(f"the rows of the board list the cells {listed}; expected 0 to {count - 1}, each once")
        if not self.grid:
            rows = enumerate(sorted(self.rows))
            place = {cell: (row, column) for row, cells in rows for column, cell in enumerate(cells)}
            object.__setattr__(self, "grid", tuple(place[cell] for cell in range(count)))
        for name in ("positions", "neighbours", "sort_keys", "grid"):
            found = len(getattr(self, name))
            if found != count:
                raise RulesError(f"the board has {count} names but {found} {name}; expected one for each name")

    def __len__(self) -> int:
        return len(self.names)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self.cell_of

    @cached_property
    def grid_size(self) -> tuple[int, int]:
        """The rows and columns of the rectangle that holds ``grid``."""
        return 1 + max(row for row, _ in self.grid), 1 + max(column for _, column in self.grid)

    @cached_property
    def cell_of(self) -> Mapping[str, Cell]:
        """From a field's name to its cell."""
        return {name: cell for cell, name in enumerate(self.names)}

    def cell(self, name: str) -> Cell:
        """The cell called ``name``; raises NotationError if the board has no such field."""
        found = self.cell_of.get(name) if isinstance(name, str) else None
        if found is None:
            raise NotationError(f"no field {quoted(name)} on this board; {self._fields_like(name)}")
        return found

    def _fields_like(self, name: object) -> str:
        """A hint for a wrong name: the fields of the line with its letter, or the letters of the board."""
        parted = {field: part for field in self.names if (part := _NAME.fullmatch(field))}
        letters = sorted({part[1] for part in parted.values()}, key=lambda letter: (len(letter), letter))
        if not letters:
            return f"its fields have names such as {self.names[len(self) // 2]}"
        one_row = {letter: self._in_one_row(letter, parted) for letter in letters}
        called = "row" if all(one_row.values()) else "column"
        asked = _NAME.fullmatch(name) if isinstance(name, str) else None
        if asked is None or asked[1] not in one_row:
            example = next(iter(parted))
            return f"its {called}s are {letters[0]} to {letters[-1]}, and its fields have names such as {example}"
        fields = sorted((int(part[2]), field) for field, part in parted.items() if part[1] == asked[1])
        line = f"{called} {asked[1]}"
        if fields[-1][0] - fields[0][0] == len(fields) - 1:
            return f"{line} runs from {fields[0][1]} to {fields[-1][1]}"
        return f"{line} has only {', '.join(field for _, field in fields)}"

    def _in_one_row(self, letter: str, parted: Mapping[str, re.Match[str]]) -> bool:
        cells = {self.cell_of[field] for field, part in parted.items() if part[1] == letter}
        return any(cells <= set(row) for row in self.rows)
