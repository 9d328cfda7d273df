"""The sources of puzzles: records, match logs, and position texts, one per line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from isthmus.errors import IsthmusError
from isthmus.match.records import is_match_log, read_match_records
from isthmus.record.position_text import parse_position
from isthmus.record.reading import decode, read_games
from isthmus.record.record import Record
from isthmus.rules.position import Position

__all__ = ["Source", "read_sources"]

_POSITION = re.compile(r"\s*[A-Za-z][\w-]*(\s*\([^()]*\))?\s+\S+\s+(black|white)\b")
"""The start of a line of position text: a game, its rows and a side."""


@dataclass(frozen=True)
class Source:
    """A game or a single position to search: the ``start``, and the turns made from there.

    ``file`` is the name of its file, ``number`` counts the games there from 1, ``players`` are the names of the first
    and the second seat, empty if unknown.
    """

    file: str
    number: int
    start: Position
    turns: tuple[str, ...] = ()
    players: tuple[str, str] = ("", "")

    def __str__(self) -> str:
        return f"{self.file}, game {self.number}"

    def positions(self) -> list[Position]:
        """The positions, the start first; IllegalTurnError or NotationError for a turn that is not legal."""
        positions = [self.start]
        for number, turn in enumerate(self.turns, start=1):
            try:
                positions.append(positions[-1].play(turn))
            except IsthmusError as error:
                raise type(error)(f"{self}, turn {number}: {error}") from None
        return positions


def read_sources(path: Path) -> list[Source]:
    """The games of a file: a match log, position texts, one per line, or any format of ``read_games``.

    Raises OSError if the file cannot be read, and the errors of the readers with the file name.
    """
    try:
        return list(_sources(path.name, decode(path.read_bytes())))
    except IsthmusError as error:
        raise type(error)(f"{path}: {error}") from None


def _sources(file: str, text: str) -> Iterator[Source]:
    if is_match_log(text):
        for count, record in enumerate(read_match_records(text), start=1):
            yield Source(file, count, record.beginning, record.turns, record.players)
        return
    lines = [
        (number, line)
        for number, line in enumerate(text.splitlines(), start=1)
        if line.strip() and not line.startswith("#")
    ]
    if len(lines) > 1 and _POSITION.match(lines[0][1]):
        for count, (number, line) in enumerate(lines, start=1):
            try:
                yield Source(file, count, parse_position(line))
            except IsthmusError as error:
                raise type(error)(f"line {number}: {error}") from None
        return
    for count, found in enumerate(read_games(text), start=1):
        if isinstance(found, Record):
            yield Source(file, count, found.beginning, found.turns, found.players)
        else:
            yield Source(file, count, found)
