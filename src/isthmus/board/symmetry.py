"""Symmetries: permutations of a board's cells, and whether they exchange the two colours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean

from isthmus.board.topology import Cell, Topology

__all__ = ["Symmetry", "by_place"]


@dataclass(frozen=True)
class Symmetry:
    """``image[c]`` is the image of cell ``c``. ``swaps``: stones, goals and the side to move change colour."""

    name: str
    image: tuple[Cell, ...]
    swaps: bool


def by_place(
    topology: Topology,
    name: str,
    transform: Callable[[float, float], tuple[float, float]],
    *,
    swaps: bool,
) -> Symmetry:
    """The symmetry that moves each cell to the cell at its transformed place.

    ``transform`` works on drawing positions relative to the mean of all positions (x right, y down), which every
    symmetry leaves in place. Raises ValueError if some place has no cell.
    """
    middle = fmean(x for x, _ in topology.positions), fmean(y for _, y in topology.positions)

    def rounded(x: float, y: float) -> tuple[int, int]:
        return round(x * 1000), round(y * 1000)

    at = {rounded(x - middle[0], y - middle[1]): cell for cell, (x, y) in enumerate(topology.positions)}
    image = []
    for x, y in topology.positions:
        found = at.get(rounded(*transform(x - middle[0], y - middle[1])))
        if found is None:
            raise ValueError(f"{name} does not map this board to itself")
        image.append(found)
    return Symmetry(name, tuple(image), swaps)
