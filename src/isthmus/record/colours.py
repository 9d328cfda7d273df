"""The colour of the first seat at every node of a record, in time proportional to its size.

A position knows it too, but asking costs time in proportion to its history.
"""

from __future__ import annotations

from collections.abc import Sequence

from isthmus.record.tree import Nodes
from isthmus.rules.position import Position
from isthmus.rules.types import Seat, Side

__all__ = ["first_holds_after", "first_holds_at"]


def first_holds_after(before: Side | None, position: Position) -> Side | None:
    """The first seat's colour in a position, from its colour one turn before. Once settled it never changes."""
    return position.side_of(Seat.FIRST) if before is None else before


def first_holds_at(nodes: Nodes, positions: Sequence[Position]) -> list[Side | None]:
    """The first seat's colour at every node, None while it is open; ``positions`` has the position of every node."""
    found: list[Side | None] = []
    for node, position in zip(nodes, positions, strict=True):
        found.append(first_holds_after(found[node.parent] if found else None, position))
    return found
