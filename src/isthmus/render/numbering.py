"""Numbering: the turns of part of a game as numbers on the stones, as in printed Go diagrams.

Every stone that arrived in a turn and is still there has the number of the turn, so the stones of one turn have the
same number. Footnotes have the facts that the board does not show: captured and moved stones, passes, choices of
colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from isthmus.errors import DrawingError, expect, quoted
from isthmus.render.annotations import Annotations
from isthmus.render.moments import check_positions
from isthmus.rules.position import Position
from isthmus.rules.types import Side

__all__ = ["number_turns"]


def number_turns(positions: Sequence[Position], first: int = 1) -> Annotations:
    """The numbers of the turns that lead from one position to the next, and footnotes for what the stones do not show.

    ``positions`` are successive positions of one game; the first is the one before turn number ``first``. The
    annotations are for the last of them. Raises DrawingError for positions of different games, and unless ``first`` is
    a whole number, 0 or more.

    >>> import isthmus
    >>> from isthmus.record import Record
    >>> from isthmus.render import number_turns
    >>> record = Record.of_turns(isthmus.game("hex", size=5, pie=0), ["c3", "d2", "b4"])
    >>> sorted(number_turns(list(record.positions())).numbers.items())
    [('b4', 3), ('c3', 1), ('d2', 2)]
    """
    expect(positions, Sequence, "positions", DrawingError)
    check_positions(positions)
    if type(first) is not int or first < 0:
        raise DrawingError(f"first: expected the number of a turn; got {quoted(first)}")
    names = positions[0].game.topology.names if positions else ()
    shown: dict[int, int] = {}
    footnotes: list[tuple[int, str]] = []
    for number, (before, after) in enumerate(pairwise(positions), start=first):
        arrived = set()
        for side in Side:
            was, now = (set(position.snapshot.stones[side.value]) for position in (before, after))
            arrived |= now - was
            gone = [cell for cell in was - now if cell in shown]
            footnotes += [(shown[cell], f"{shown.pop(cell)} at {names[cell]}") for cell in gone]
        shown.update(dict.fromkeys(arrived, number))
        if not arrived and after.last_turn is not None:
            footnotes.append((number, f"{number} {after.last_turn}"))
    by_name = {names[cell]: number for cell, number in sorted(shown.items())}
    return Annotations(numbers=by_name, footnotes=tuple(text for _, text in sorted(footnotes)))
