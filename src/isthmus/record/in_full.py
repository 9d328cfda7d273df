"""The parts of a record for people: the players, and every turn with its notes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import fill

from isthmus.record.tree import Nodes, depths, onwards
from isthmus.rules.position import Position
from isthmus.rules.types import Seat

__all__ = ["people_in_full", "turns_in_full"]

_WIDTH = 80
_UNBROKEN = "\xa0"
"""Keeps a number and its turn on one line."""


def people_in_full(players: Sequence[str], final: Position | None) -> str:
    """Both players with their colours in the final position, if known."""
    sides = [final.side_of(seat) if final else None for seat in Seat]
    names = [name or f"the {seat} player" for name, seat in zip(players, Seat, strict=True)]
    return " – ".join(f"{name} ({side})" if side else name for name, side in zip(names, sides, strict=True))


def turns_in_full(nodes: Nodes, main_line: Sequence[int], children: Sequence[Sequence[int]]) -> list[str]:
    """The turns of the main line, then those of each variation, as ``_turns`` writes them."""
    played, numbers = set(main_line), depths(nodes)
    return [_turns(nodes, main_line)] + [
        f"variation: {_turns(nodes, onwards(children, node), numbers[node])}"
        for node in range(1, len(nodes))
        if node not in played and children[nodes[node].parent][0] != node
    ]


def _turns(nodes: Nodes, path: Iterable[int], first: int = 0) -> str:
    """The turns of a path of nodes, in lines of at most 80 characters, except comments.

    ``first`` is the number of the path's first turn; 0 means that it starts at the beginning, which has no turn. A turn
    with a comment ends its line.
    """
    told, run = [], list[str]()
    for number, node in enumerate(path, start=first):
        said = nodes[node]
        if not number:
            told.append(said.comment)
            continue
        run.append(f"{number}.{_UNBROKEN}{said.turn}" + (f"{_UNBROKEN}({said.judgement})" if said.judgement else ""))
        if said.comment:
            told += [_filled(run), f"    {said.comment}"]
            run = []
    return "\n".join(filter(None, (*told, _filled(run))))


def _filled(run: Sequence[str]) -> str:
    return fill("  ".join(run), width=_WIDTH, break_on_hyphens=False).replace(_UNBROKEN, " ")
