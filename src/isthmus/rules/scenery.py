"""The rules' data for drawings: Scenery (the look of the board) and Marks (what to mark in a position)."""

from __future__ import annotations

from dataclasses import dataclass

from isthmus.board.topology import Cell
from isthmus.rules.types import Side

__all__ = ["TILES", "Marks", "Scenery"]

TILES = ("dark", "light", "black-goal", "white-goal")
"""The roles of the tiles of a Scenery."""


@dataclass(frozen=True)
class Marks:
    """The marks of the rules in a position, for drawing.

    ``winning``: the stones of the winning chain or network, in order if it is a path. ``land``: cells of each side's
    territory (black, white). ``shared``: cells that belong to both. ``lines``: pairs of cells joined by a side's line.
    """

    winning: tuple[Cell, ...] = ()
    land: tuple[tuple[Cell, ...], tuple[Cell, ...]] = ((), ())
    shared: tuple[Cell, ...] = ()
    lines: tuple[tuple[Side, Cell, Cell], ...] = ()


@dataclass(frozen=True)
class Scenery:
    """How a game's board looks in a drawing; places are (x, y) in the units of ``Topology.positions``.

    ``edges``: goal sides as (side, polyline). ``tiles``: shaded polygons as (role, polygon), role one of TILES.
    ``dividers``: polylines that separate quadrants. ``dots``: the fixed posts of Bridg-It as (side, place).
    ``bridges``: on a Bridg-It board, the two ends of the (black, white) bridge on each cell.
    """

    edges: tuple[tuple[Side, tuple[tuple[float, float], ...]], ...] = ()
    tiles: tuple[tuple[str, tuple[tuple[float, float], ...]], ...] = ()
    dividers: tuple[tuple[tuple[float, float], ...], ...] = ()
    dots: tuple[tuple[Side, tuple[float, float]], ...] = ()
    bridges: tuple[tuple[tuple[tuple[float, float], tuple[float, float]], ...], ...] = ()
