"""Where puzzles are looked for: records, the logs of matches, and position texts, one a line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from isthmus.errors import IsthmusError, NotationError, quoted
from isthmus.games import game as make_game
from isthmus.record.position_text import parse_position
from isthmus.record.reading import read_games
from isthmus.record.record import Record
from isthmus.rules.position import Position
from isthmus.search import match_log

__all__ = ["Source", "read_sources"]

_POSITION = re.compile(r"\s*[A-Za-z][\w-]*\s*(\([^()]*\))?\s+\S+\s+(black|white)\b")
"""How a line of position text begins: a game, its rows and a side."""


@dataclass(frozen=True)
class Source:
    """A game, or a single position, in which to look: the ``start``, and the turns made from there.

    ``file`` names where it stood, ``number`` counts the games there from 1, ``players`` are the first and the second
    seat's, empty where unknown.
    """

    file: str
    number: int
    start: Position
    turns: tuple[str, ...] = ()
    players: tuple[str, str] = ("", "")

    def positions(self) -> list[Position]:
        """The positions, the start first; IllegalTurnError or NotationError for a turn that cannot be played."""
        positions = [self.start]
        for number, turn in enumerate(self.turns, start=1):
            try:
                positions.append(positions[-1].play(turn))
            except IsthmusError as error:
                raise type(error)(f"{self.file}, game {self.number}, turn {number}: {error}") from None
        return positions


def read_sources(path: Path) -> list[Source]:
    """The games of a file: the log of a match, position texts, one a line, or whatever ``read_games`` reads.

    Raises OSError for a file that cannot be read, else the errors of the readers, with the name of the file.
    """
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotationError(f"{path}: found the byte {error.object[error.start]:#04x}, expected UTF-8") from None
    try:
        return list(_sources(path.name, text))
    except IsthmusError as error:
        raise type(error)(f"{path}: {error}") from None


def _sources(file: str, text: str) -> Iterator[Source]:
    lines = [
        (number, line)
        for number, line in enumerate(text.splitlines(), start=1)
        if line.strip() and not line.startswith("#")
    ]
    if lines and f'"{match_log.FORMAT}"' in lines[0][1]:
        yield from _games(file, lines)
        return
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


def _games(file: str, lines: list[tuple[int, str]]) -> Iterator[Source]:
    """The games of a match; a last line that was cut off is left out, as the match itself does."""
    header = _object(*lines[0])
    settings = header.get("settings")
    if header.get("version") != match_log.VERSION or not isinstance(settings, dict):
        raise NotationError(f"line 1: found version {quoted(header.get('version'))}, expected {match_log.VERSION}")
    game = make_game(str(settings.get("game")))
    for count, (number, line) in enumerate(lines[1:], start=1):
        try:
            event = _object(number, line)
        except NotationError:
            if number == lines[-1][0]:
                return
            raise
        turns, players = event.get("turns"), event.get("players")
        if not (isinstance(turns, list) and all(isinstance(turn, str) for turn in turns)):
            raise NotationError(f"line {number}: turns: found {quoted(turns)}, expected a list of turn texts")
        if not (isinstance(players, list) and len(players) == 2 and all(isinstance(name, str) for name in players)):
            raise NotationError(f"line {number}: players: found {quoted(players)}, expected two names")
        yield Source(file, count, game.start(), tuple(turns), (players[0], players[1]))


def _object(number: int, line: str) -> dict[str, object]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"line {number}: found {quoted(line)}, expected a JSON object: {error}") from None
    if not isinstance(found, dict):
        raise NotationError(f"line {number}: found {quoted(line)}, expected a JSON object")
    return found
