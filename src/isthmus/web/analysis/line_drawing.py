"""Engine lines as a board shows them: each turn with its number, the stones it places and what it moves.

A board has no rules, so each turn lists the fields that it fills and the side of the stones. A turn of several stones
has one number. Each field is listed once; later stones on the same field appear only in the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from isthmus.analysis.overlays.touched import entered, moves
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn

__all__ = ["LONGEST", "Drawn", "LineDrawing", "turn_drawing"]

LONGEST = 9
"""The maximum number of turns of a line to show. More numbers on a board would be hard to read."""

Drawn = dict[str, Any]


class LineDrawing:
    """Draws lines that begin at a position. Drawings are cached, because lines change little during a search."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._known: dict[tuple[str, ...], tuple[Position, Drawn]] = {}

    def draw(self, variation: Sequence[Turn]) -> list[Drawn]:
        """A line, turn by turn, at most LONGEST turns.

        Each turn is drawn as by ``turn_drawing``, but without the fields that earlier turns of the line filled.
        """
        position, drawn = self._position, []
        filled: set[str] = set()
        for number in range(min(len(variation), LONGEST)):
            way = tuple(str(turn) for turn in variation[: number + 1])
            if way not in self._known:
                self._known[way] = position.play(variation[number]), turn_drawing(position, variation[number])
            position, turn = self._known[way]
            drawn.append(turn | {"fields": [field for field in turn["fields"] if field not in filled]})
            filled.update(turn["fields"])
        return drawn


def turn_drawing(position: Position, turn: Turn) -> Drawn:
    """A turn that is legal in ``position``, as a board shows it.

    ``turn`` is its text. ``side`` is the colour of its stones (None for a choice of colour). ``fields`` are the fields
    that it fills. ``moves`` are pairs of fields: a stone moves from the first to the second.
    """
    return {
        "turn": str(turn),
        "side": None if position.choosing else str(position.snapshot.side),
        "fields": list(entered(position, turn)),
        "moves": [list(move) for move in moves(position, turn)],
    }
