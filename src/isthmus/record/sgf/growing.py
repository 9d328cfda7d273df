"""Growing: a record while its SGF tree is read. Several nodes of the tree may become a single node of the record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from isthmus.errors import IsthmusError
from isthmus.record.colours import first_holds_after
from isthmus.record.node import Node
from isthmus.record.sgf.syntax import SgfNode, SgfProperty
from isthmus.record.values import check_count
from isthmus.rules.position import Position
from isthmus.rules.types import Seat

__all__ = ["Growing", "placed"]

_MANY = ("comment", "marks", "properties")
"""Notes that are combined if several nodes of a tree become one node of the record."""


def placed(error: IsthmusError, at: SgfNode | SgfProperty, turn: int = 0) -> IsthmusError:
    """The error with its place in the text before it."""
    return type(error)(f"line {at.line}, column {at.column}{f', turn {turn}' if turn else ''}: {error}")


class Growing:
    """The nodes of a record so far, by their numbers: ``positions``, ``depths``, the first seat's colour, the notes.

    Time and memory are proportional to the size of the tree, whatever its shape.
    """

    def __init__(self, beginning: Position, source: SgfNode) -> None:
        self.positions = [beginning]
        self.depths = [0]
        self.first_holds = [beginning.side_of(Seat.FIRST)]
        self._turns = [(-1, "")]
        self._said: list[dict[str, Any]] = [{}]
        self._sources = [source]
        self._known: dict[tuple[int, str], int] = {}

    def play(self, at: int, turn: str, source: SgfNode) -> int:
        """The number of the node after a turn: an existing one or a new one.

        ``source`` is the node to name in errors. Raises NotationError or IllegalTurnError as ``Position.play`` does.
        """
        check_count(self.depths[at] + 1)
        after = self.positions[at].play(turn)
        text = str(after.last_turn)
        if (at, text) not in self._known:
            self._known[at, text] = len(self._turns)
            self._turns.append((at, text))
            self._said.append({})
            self._sources.append(source)
            self.positions.append(after)
            self.depths.append(self.depths[at] + 1)
            self.first_holds.append(first_holds_after(self.first_holds[at], after))
        return self._known[at, text]

    def note(self, at: int, notes: Mapping[str, Any]) -> None:
        """Add notes to a node. If a note can have only one value, it keeps the first one."""
        for name, value in notes.items():
            said = self._said[at].setdefault(name, [] if name in _MANY else value)
            if name == "comment":
                said.append(value)
            elif name in _MANY:
                said.extend(value)

    def nodes(self) -> tuple[Node, ...]:
        """The nodes of the record. Raises NotationError, with its place, for invalid notes."""
        return tuple(map(self._node, range(len(self._turns))))

    def _node(self, number: int) -> Node:
        said = dict(self._said[number])
        if "comment" in said:
            said["comment"] = "\n\n".join(said["comment"])
        if "properties" in said:
            properties: dict[str, list[str]] = {}
            for name, values in said["properties"]:
                properties.setdefault(name, []).extend(values)
            said["properties"] = tuple((name, tuple(values)) for name, values in properties.items())
        said["marks"] = tuple(said.get("marks", ()))
        try:
            for mark in said["marks"]:
                self.positions[0].game.topology.cell(mark.point)
            return Node(*self._turns[number], **said)
        except IsthmusError as error:
            raise placed(error, self._sources[number]) from None
