"""A record as people read it: who played, every turn with what was said of it, the variations, the result."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill
from typing import TYPE_CHECKING

from isthmus.errors import IsthmusError
from isthmus.record.position_text import format_position
from isthmus.rules.position import Position
from isthmus.rules.types import Seat

if TYPE_CHECKING:
    from isthmus.record.record import Record

__all__ = ["in_full", "last_position"]

_WIDTH = 80
_UNBROKEN = "\xa0"
"""Holds a number and its turn together while lines are filled."""


def in_full(record: Record) -> str:
    """The whole record in lines of at most 80 characters, comments excepted; it is not meant to be read back."""
    lines = [str(record.game), _people(record)]
    lines.append(", ".join(filter(None, (record.occasion, record.place, record.date, str(record.clock or "")))))
    if record.start is not None:
        lines.append(f"from {format_position(record.start)}")
    lines.append(_turns(record, record.main_line))
    for node in range(1, len(record.nodes)):
        if node not in record.main_line and record.children(record.nodes[node].parent)[0] != node:
            line = record.line(node)
            lines.append(f"variation: {_turns(record, line, line.index(node))}")
    lines.append(f"result: {record.result}" if record.result else "unfinished")
    return "\n".join(filter(None, lines))


def last_position(record: Record) -> Position | None:
    """Where the game stands at its end; None for a record with a turn that the rules forbid."""
    try:
        return record.final
    except IsthmusError:
        return None


def _people(record: Record) -> str:
    if not any(record.players):
        return ""
    final = last_position(record)
    sides = [final.side_of(seat) if final else None for seat in Seat]
    names = [name or f"the {seat} player" for name, seat in zip(record.players, Seat, strict=True)]
    return " – ".join(f"{name} ({side})" if side else name for name, side in zip(names, sides, strict=True))


def _turns(record: Record, path: Sequence[int], first: int = 1) -> str:
    """The turns of a path from its turn number ``first`` on; a turn with a comment ends its line."""
    told, run = [], list[str]()
    for number, node in enumerate(path[1:], start=1):
        if number < first:
            continue
        said = record.nodes[node]
        run.append(f"{number}.{_UNBROKEN}{said.turn}" + (f"{_UNBROKEN}({said.judgement})" if said.judgement else ""))
        if said.comment:
            told += [_filled(run), f"    {said.comment}"]
            run = []
    opening = record.nodes[0].comment if first == 1 else ""
    return "\n".join(filter(None, (opening, *told, _filled(run))))


def _filled(run: Sequence[str]) -> str:
    return fill("  ".join(run), width=_WIDTH, break_on_hyphens=False).replace(_UNBROKEN, " ")
