"""Parts of board scenery that several games share."""

from __future__ import annotations

from isthmus.board.topology import Topology
from isthmus.rules.types import Side

__all__ = ["border_edges"]

BORDER_SIDES = {"top": Side.BLACK, "bottom": Side.BLACK, "left": Side.WHITE, "right": Side.WHITE}


def border_edges(topology: Topology) -> tuple[tuple[Side, tuple[tuple[float, float], ...]], ...]:
    """Coloured edges for a board where Black joins top and bottom, White left and right."""
    edges = []
    for border, side in BORDER_SIDES.items():
        along = 0 if border in ("top", "bottom") else 1
        places = sorted((topology.positions[cell] for cell in topology.borders[border]), key=lambda p: p[along])
        edges.append((side, tuple(places)))
    return tuple(edges)
