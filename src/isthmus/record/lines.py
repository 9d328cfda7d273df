"""Records as JSON Lines: a header, then one event per line; see docs/formats.md and record.schema.json.

Each later event adds one line. So the file of a game in play only grows, watchers of a game receive the same lines,
and a file that a crash cut off can be read up to its last complete line.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import copy
from dataclasses import replace
from importlib.resources import files

from isthmus.errors import A_RECORD, IllegalTurnError, IsthmusError, NotationError, expect
from isthmus.games import game as make_game
from isthmus.record import events
from isthmus.record.events import Event, known_keys, refuse
from isthmus.record.node import NOTES, Node
from isthmus.record.position_text import format_position, parse_position
from isthmus.record.record import Record, check_marks
from isthmus.record.result import Result, check_result
from isthmus.record.tree import renumbered
from isthmus.record.values import check_count
from isthmus.rules.game import Game
from isthmus.rules.position import Position

__all__ = [
    "FORMAT",
    "VERSION",
    "RecordReader",
    "format_record",
    "header_event",
    "parse_header",
    "parse_record",
    "record_schema",
]

FORMAT = "isthmus-record"
VERSION = 2
"""The version that is written, and the newest that can be read. Version 1 had no tree and no notes."""

_HEADER = ("format", "version", "game", "players", "date", "occasion", "place", "clock", "start", "seats")
_TURN = ("turn", "after", *NOTES)
_NODE = ("node", *NOTES)
_RESULT = ("result", "reason", "score")


def record_schema() -> dict[str, object]:
    """The JSON schema (draft 2020-12) of one line of a record.

    >>> from isthmus.record import record_schema
    >>> record_schema()["$schema"]
    'https://json-schema.org/draft/2020-12/schema'
    """
    schema = json.loads(files("isthmus.record").joinpath("record.schema.json").read_text(encoding="utf-8"))
    assert isinstance(schema, dict)
    return schema


# Writing -----------------------------------------------------------------------------------------------------------
def format_record(record: Record) -> str:
    """The record as lines of JSON, each ended by a newline.

    >>> import isthmus
    >>> from isthmus.record import Record, format_record
    >>> print(format_record(Record(isthmus.game("hex", size=5, pie=0), ("Ann", "Ben")).play("c3")), end="")
    {"format": "isthmus-record", "version": 2, "game": "hex(size=5,pie=0)", "players": ["Ann", "Ben"]}
    {"turn": "c3"}
    """
    expect(record, Record, A_RECORD, NotationError)
    lines = [header_event(record)]
    if notes := events.notes_event(record.nodes[0]):
        lines.append({"node": 0} | notes)
    last = 0
    for number, node in enumerate(record.nodes[1:], start=1):
        last = number if node.parent == last else last
        after: Event = {} if node.parent == number - 1 else {"after": node.parent}
        lines.append({"turn": node.turn} | after | events.notes_event(node))
    if record.last != last:
        lines.append({"last": record.last})
    if record.result is not None:
        lines.append(events.outcome_event(record.result))
    return "".join(json.dumps(line, ensure_ascii=False, allow_nan=False) + "\n" for line in lines)


def header_event(record: Record) -> Event:
    """The first line of a record."""
    header: Event = {"format": FORMAT, "version": VERSION, "game": str(record.game), "players": list(record.players)}
    for name in ("date", "occasion", "place"):
        if value := getattr(record, name):
            header[name] = value
    if record.clock is not None:
        header["clock"] = events.clock_event(record.clock)
    if record.start is not None:
        header["start"] = format_position(record.start)
    return header


# Reading -----------------------------------------------------------------------------------------------------------
def parse_record(text: str, *, lenient: bool = False, game: Game | None = None) -> Record:
    """The record in a text of JSON lines. Every turn is played, so the record is legal, including its variations.

    ``lenient``: ignore an unreadable last line without a line end, which was cut off. ``game`` is needed if
    ``isthmus.game`` does not know the game of the record. Raises NotationError with the number of the line, what was
    found and what was expected; for an illegal turn or a bad game or position, the error of that kind, also with the
    line.

    >>> import isthmus
    >>> from isthmus.record import Record, format_record, parse_record
    >>> record = Record.of_turns(isthmus.game("hex", size=5, pie=0), ["c3", "d2"])
    >>> parse_record(format_record(record)) == record
    True
    """
    expect(text, str, "text", NotationError)
    expect(game, Game | None, "a game", NotationError)
    lines = text.removeprefix("\ufeff").split("\n")
    reader: RecordReader | None = None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            event = events.parse_event(line)
        except NotationError as error:
            if lenient and reader is not None and number == len(lines):
                break
            raise NotationError(f"line {number}: {error}") from None
        try:
            if reader is None:
                reader = RecordReader(event, game)
            else:
                reader.read(event)
        except IsthmusError as error:
            raise type(error)(f"line {number}: {error}") from None
    if reader is None:
        raise NotationError(f'found no line, expected a header with "format": "{FORMAT}"')
    return reader.record()


def parse_header(header: Mapping[str, object], known: Game | None = None) -> Record:
    """The record of a first line, without turns; ``known`` and errors are as for ``RecordReader``."""
    event = events.kept(header)
    if event.get("format") != FORMAT:
        refuse("format", event.get("format"), repr(FORMAT))
    version = event.get("version")
    if type(version) is not int or not 1 <= version <= VERSION:
        newer = "; a newer Isthmus may read it" if type(version) is int and version > VERSION else ""
        refuse("version", version, f"a version from 1 to {VERSION}{newer}")
    known_keys(event, _HEADER)
    text = events.text(event, "game")
    game = known if known is not None and str(known) == text else make_game(text)
    if not isinstance(event.get("seats", []), list):
        refuse("seats", event["seats"], "a list")
    return Record(
        game,
        _players(event) if "players" in event else ("", ""),
        start=parse_position(events.text(event, "start")) if "start" in event else None,
        date=events.text(event, "date") if "date" in event else None,
        occasion=events.text(event, "occasion") if "occasion" in event else "",
        place=events.text(event, "place") if "place" in event else "",
        clock=events.parse_clock(event["clock"]) if "clock" in event else None,
    )


def _players(event: Mapping[str, object]) -> tuple[str, str]:
    players = event["players"]
    if not (isinstance(players, list) and len(players) == 2 and all(isinstance(name, str) for name in players)):
        refuse("players", players, "two names, the first and the second player's")
    return players[0], players[1]


class RecordReader:
    """A record that grows event by event, as a watcher of a game in play gets them; events are JSON objects.

    It begins with the ``header``. Nodes have the numbers of their events: removed turns leave gaps, which ``record``
    closes. ``game`` and the errors are as for ``parse_record``, without lines. A refused event changes nothing.

    >>> from isthmus.record import RecordReader
    >>> reader = RecordReader({"format": "isthmus-record", "version": 2, "game": "hex(size=5,pie=0)"})
    >>> reader.read({"turn": "c3"})
    >>> reader.record().turns
    ('c3',)
    """

    def __init__(self, header: Mapping[str, object], game: Game | None = None) -> None:
        self._header = parse_header(header, game)
        self._nodes: list[Node] = [Node()]
        self._children: list[list[int]] = [[]]
        self._positions: list[Position | None] = [self._header.beginning]
        self._depths = [0]
        self._known: set[tuple[int, str]] = set()
        self._before = 0
        self._last = 0
        self._result: Result | None = None

    def read(self, event: Mapping[str, object]) -> None:
        """Read the next event."""
        event = events.kept(event)
        if "node" in event:
            self._note(event)
        elif "remove" in event:
            self._remove(event)
        elif "last" in event:
            self._go_to(event)
        elif "result" in event:
            self._end(event)
        elif "players" in event:
            known_keys(event, ("players",))
            self._header = replace(self._header, players=_players(event))
        elif not events.only_in_play(event):
            self._play(event)

    def _node(self, event: Mapping[str, object], key: str) -> int:
        expected = f"the number of an existing node, up to {len(self._nodes) - 1}"
        number = events.number(event, key, len(self._nodes), expected)
        if self._positions[number] is None:
            refuse(key, number, "a node that was not removed")
        return number

    def _position(self, number: int) -> Position:
        position = self._positions[number]
        assert position is not None
        return position

    def _play(self, event: Mapping[str, object]) -> None:
        known_keys(event, _TURN)
        turn = events.text(event, "turn")
        parent = self._node(event, "after") if "after" in event else self._before
        if self._result is not None and "after" not in event:
            raise IllegalTurnError(f'{turn}: the game is over: {self._result}; a variation needs "after"')
        check_count(self._depths[parent] + 1)
        after = self._position(parent).play(turn)
        text = str(after.last_turn)
        if (parent, text) in self._known:
            refuse("turn", text, f"another turn: node {parent} is already followed by this one")
        node = self._noted(Node(parent, text), event)
        self._known.add((parent, text))
        self._nodes.append(node)
        self._children.append([])
        self._positions.append(after)
        self._depths.append(self._depths[parent] + 1)
        self._before = len(self._nodes) - 1
        self._children[parent].append(self._before)
        if parent == self._last and self._result is None:
            self._last = self._before

    def _note(self, event: Mapping[str, object]) -> None:
        known_keys(event, _NODE)
        number = self._node(event, "node")
        self._nodes[number] = self._noted(self._nodes[number], event)

    def _noted(self, node: Node, event: Mapping[str, object]) -> Node:
        """The node with the notes of an event. To save time, its earlier notes are not checked again."""
        said = Node(node.parent, node.turn, **events.parse_notes(event))
        check_marks(self._header.game, said)
        noted = copy(node)
        for name in NOTES:
            if name in event:
                object.__setattr__(noted, name, getattr(said, name))
        return noted

    def _remove(self, event: Mapping[str, object]) -> None:
        known_keys(event, ("remove",))
        number = self._node(event, "remove")
        if number == 0:
            refuse("remove", 0, "a turn; node 0 is the beginning")
        self._children[self._nodes[number].parent].remove(number)
        going = [number]
        while going:
            gone = going.pop()
            self._positions[gone] = None
            self._known.discard((self._nodes[gone].parent, self._nodes[gone].turn))
            going += self._children[gone]
        if self._positions[self._before] is None:
            self._before = self._nodes[number].parent
        if self._positions[self._last] is None:
            self._last, self._result = self._nodes[number].parent, None

    def _go_to(self, event: Mapping[str, object]) -> None:
        known_keys(event, ("last", "seconds", "left", "periods"))
        self._last, self._result = self._node(event, "last"), None
        self._before = self._last
        self._nodes[self._last] = self._noted(self._nodes[self._last], event)

    def _end(self, event: Mapping[str, object]) -> None:
        known_keys(event, _RESULT)
        result = events.parse_outcome(event)
        if self._result is not None:
            refuse("result", str(result), f"no second one after {self._result}")
        self._result = check_result(self._position(self._last), result)

    def record(self) -> Record:
        """The record of the lines. A game that ended by its rules has its result even if no line states it."""
        kept = [number for number, position in enumerate(self._positions) if position is not None]
        nodes = renumbered(tuple(self._nodes), kept)
        result: Result | None = self._position(self._last).outcome if self._result is None else self._result
        return replace(self._header, nodes=nodes, last=kept.index(self._last), result=result)
