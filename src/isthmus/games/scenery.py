"""Parts of board scenery that several games share."""

from __future__ import annotations

from collections.abc import Collection

from isthmus.board.topology import Cell, Topology
from isthmus.rules.types import Side

__all__ = ["border_edges", "hexagon_border", "middle_lines"]

Place = tuple[float, float]
Polyline = tuple[Place, ...]

BORDER_SIDES = {"top": Side.BLACK, "bottom": Side.BLACK, "left": Side.WHITE, "right": Side.WHITE}


def border_edges(topology: Topology) -> tuple[tuple[Side, Polyline], ...]:
    """Coloured edges for a board where Black joins top and bottom, White left and right."""
    edges = []
    for border, side in BORDER_SIDES.items():
        along = 0 if border in ("top", "bottom") else 1
        places = sorted((topology.positions[cell] for cell in topology.borders[border]), key=lambda p: p[along])
        edges.append((side, tuple(places)))
    return tuple(edges)


def middle_lines(topology: Topology) -> tuple[Polyline, Polyline]:
    """The middle column and the middle row of a square board with an odd number of points along a side."""
    last = float(len(topology.rows) - 1)
    return ((last / 2, 0.0), (last / 2, last)), ((0.0, last / 2), (last, last / 2))


def hexagon_border(topology: Topology, part: Collection[Cell], along: int) -> Polyline:
    """The line along hexagon sides that cuts ``part`` off a Hex board; ``along`` is 0 for a line along x, 1 along y."""
    corners: set[Place] = set()
    for cell in part:
        x, y = topology.positions[cell]
        for near in set(topology.neighbours[cell]).difference(part):
            other_x, other_y = topology.positions[near]
            # The shared side of two hexagons crosses the line between their centres in the middle, at right angles.
            middle, half = ((x + other_x) / 2, (y + other_y) / 2), 12**-0.5
            right, down = (y - other_y) * half, (other_x - x) * half
            corners |= {(round(middle[0] + sign * right, 6), round(middle[1] + sign * down, 6)) for sign in (-1, 1)}
    return tuple(sorted(corners, key=lambda corner: corner[along]))
