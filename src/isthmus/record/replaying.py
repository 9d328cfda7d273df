"""Replaying: the positions after the turns of a record. Errors give the number of the turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from isthmus.errors import IllegalTurnError, IsthmusError, NotationError
from isthmus.record.tree import Nodes, depths
from isthmus.rules.position import Position

__all__ = ["numbered", "positions_of_tree", "positions_of_turns"]


def positions_of_turns(beginning: Position, turns: Sequence[str]) -> Iterator[Position]:
    """The beginning, then the position after each turn; errors as for ``Position.play``."""
    position = beginning
    yield position
    for number, turn in enumerate(turns, start=1):
        position = _after(position, turn, number)
        yield position


def positions_of_tree(beginning: Position, nodes: Nodes) -> list[Position]:
    """The position at every node, by its number; errors as for ``Position.play``."""
    found = [beginning]
    for node, number in zip(nodes[1:], depths(nodes)[1:], strict=True):
        found.append(_after(found[node.parent], node.turn, number))
    return found


def numbered(error: IllegalTurnError | NotationError, number: int) -> IsthmusError:
    """The error with the number of its turn, counted from 1."""
    return type(error)(f"turn {number}: {error}")


def _after(position: Position, turn: str, number: int) -> Position:
    try:
        return position.play(turn)
    except (IllegalTurnError, NotationError) as error:
        raise numbered(error, number) from None
