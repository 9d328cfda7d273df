"""Topology: the fields of a board, their names, neighbours and places. Knows no stones and no rules.

Cells are dense integers ``0 … len(names) - 1`` in row-major order of the *named* rows (row 1, or row ``a``, first;
within a row from the left), the same numbering as in the native core.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from isthmus.errors import NotationError

__all__ = ["Cell", "Lattice", "Topology"]

Cell = int
Lattice = Literal["square-points", "square-cells", "hex-cells", "hex-points", "bridges"]
"""How a board is drawn: stones on the crossings of lines, in square or hexagonal cells, or as bridges."""


@dataclass(frozen=True, eq=False)
class Topology:
    """An immutable board.

    ``positions[c]`` is the place of cell ``c`` for drawing: x to the right, y **downwards**, unit = the distance of
    neighbouring fields. ``rows`` lists the cells row by row from the top of the drawing down, each from the left.
    ``sort_keys[c]`` orders cells in turn text (column letter, then row number on square boards).
    ``borders`` names the sides of the board and gives their cells (a corner may stand in two).
    """

    lattice: Lattice
    names: tuple[str, ...]
    positions: tuple[tuple[float, float], ...]
    rows: tuple[tuple[Cell, ...], ...]
    row_labels: tuple[str, ...]
    neighbours: tuple[tuple[Cell, ...], ...]
    sort_keys: tuple[tuple[int, int], ...]
    borders: Mapping[str, frozenset[Cell]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def cell_of(self) -> Mapping[str, Cell]:
        """From a field's name to its cell."""
        return {name: cell for cell, name in enumerate(self.names)}

    def cell(self, name: str) -> Cell:
        """The cell called ``name``; raises NotationError if the board has none of that name."""
        found = self.cell_of.get(name)
        if found is None:
            raise NotationError(
                f"no field {name!r} on this board; its fields run from {self.names[0]} to {self.names[-1]}"
            )
        return found
