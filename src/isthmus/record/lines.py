"""Records as JSON Lines: a header, then one event a line; see docs/formats.md and record.schema.json.

What comes later is one more line, so the file of a game in play only grows, the same lines are what watchers of a game
are sent, and a file that a crash cut off can be read up to its last whole line.
"""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files

from isthmus.errors import IllegalTurnError, IsthmusError, NotationError
from isthmus.games import game as make_game
from isthmus.record import events
from isthmus.record.events import NOTES, Event, known_keys, refuse
from isthmus.record.node import Node
from isthmus.record.position_text import format_position, parse_position
from isthmus.record.record import Record
from isthmus.record.tree import renumbered
from isthmus.rules.position import Position
from isthmus.rules.types import Outcome

__all__ = ["FORMAT", "VERSION", "format_record", "parse_record", "record_schema"]

FORMAT = "isthmus-record"
VERSION = 2
"""The version that is written, and the newest that is read. Version 1 had no tree and no notes."""

_HEADER = ("format", "version", "game", "players", "date", "event", "place", "clock", "start")
_TURN = ("turn", "after", *NOTES)
_NODE = ("node", *NOTES)
_RESULT = ("result", "reason", "score")


def record_schema() -> dict[str, object]:
    """The JSON schema (draft 2020-12) of one line of a record."""
    schema = json.loads(files("isthmus.record").joinpath("record.schema.json").read_text(encoding="utf-8"))
    assert isinstance(schema, dict)
    return schema


# Writing -----------------------------------------------------------------------------------------------------------
def format_record(record: Record) -> str:
    """The record as lines of JSON, each ended by a newline."""
    lines = [_header_event(record)]
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


def _header_event(record: Record) -> Event:
    header: Event = {"format": FORMAT, "version": VERSION, "game": str(record.game), "players": list(record.players)}
    for name in ("date", "event", "place"):
        if value := getattr(record, name):
            header[name] = value
    if record.clock is not None:
        header["clock"] = events.clock_event(record.clock)
    if record.start is not None:
        header["start"] = format_position(record.start)
    return header


# Reading -----------------------------------------------------------------------------------------------------------
def parse_record(text: str, *, lenient: bool = False) -> Record:
    """The record in a text of JSON lines; every turn is played, so what comes back is legal, variations too.

    ``lenient``: a last line that was cut off is left out. Raises NotationError with the number of the line, what stood
    there and what was expected; for an illegal turn, a bad game or position the error of that kind, with the line too.
    """
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if not lines:
        raise NotationError(f'found no line, expected a header with "format": "{FORMAT}"')
    reading: _Reading | None = None
    for number, line in lines:
        try:
            event = events.parse_event(line)
        except NotationError as error:
            if lenient and reading is not None and number == lines[-1][0]:
                break
            raise NotationError(f"line {number}: {error}") from None
        try:
            if reading is None:
                reading = _Reading(_header(event))
            else:
                reading.read(event)
        except IsthmusError as error:
            raise type(error)(f"line {number}: {error}") from None
    assert reading is not None
    return reading.record()


def _header(event: Event) -> Record:
    if event.get("format") != FORMAT:
        refuse("format", event.get("format"), repr(FORMAT))
    version = event.get("version")
    if type(version) is not int or not 1 <= version <= VERSION:
        refuse("version", version, f"a version up to {VERSION}; a newer Isthmus may read it")
    known_keys(event, _HEADER)
    game = make_game(events.text(event, "game"))
    players = event.get("players", ["", ""])
    if not (isinstance(players, list) and len(players) == 2 and all(isinstance(name, str) for name in players)):
        refuse("players", players, "two names, the first and the second player's")
    return Record(
        game,
        (players[0], players[1]),
        start=parse_position(events.text(event, "start")) if "start" in event else None,
        date=events.text(event, "date") if "date" in event else None,
        event=events.text(event, "event") if "event" in event else "",
        place=events.text(event, "place") if "place" in event else "",
        clock=events.parse_clock(event["clock"]) if "clock" in event else None,
    )


class _Reading:
    """A record as far as its lines are read. Numbers are those of the lines; removed turns leave gaps until the end."""

    def __init__(self, header: Record) -> None:
        self._header = header
        self._nodes: list[Node] = [Node()]
        self._positions: list[Position | None] = [header.beginning]
        self._known: set[tuple[int, str]] = set()
        self._before = 0
        self._last = 0
        self._result: Outcome | None = None

    def read(self, event: Event) -> None:
        if "node" in event:
            self._note(event)
        elif "remove" in event:
            self._remove(event)
        elif "last" in event:
            self._go_to(event)
        elif "result" in event:
            self._end(event)
        else:
            self._play(event)

    def _node(self, event: Event, key: str) -> int:
        expected = f"the number of a node that is there, up to {len(self._nodes) - 1}"
        number = events.number(event, key, len(self._nodes), expected)
        if self._positions[number] is None:
            refuse(key, number, "a node that was not removed")
        return number

    def _position(self, number: int) -> Position:
        position = self._positions[number]
        assert position is not None
        return position

    def _play(self, event: Event) -> None:
        known_keys(event, _TURN)
        turn = events.text(event, "turn")
        parent = self._node(event, "after") if "after" in event else self._before
        if self._result is not None and "after" not in event:
            raise IllegalTurnError(f'{turn}: the game is over: {self._result}; a variation says what it comes "after"')
        after = self._position(parent).play(turn)
        text = str(after.last_turn)
        if (parent, text) in self._known:
            refuse("turn", text, f"another turn: node {parent} is followed by this one already")
        self._known.add((parent, text))
        self._nodes.append(self._noted(Node(parent, text), event))
        self._positions.append(after)
        self._before = len(self._nodes) - 1
        if parent == self._last and self._result is None:
            self._last = self._before

    def _note(self, event: Event) -> None:
        known_keys(event, _NODE)
        number = self._node(event, "node")
        self._nodes[number] = self._noted(self._nodes[number], event)

    def _noted(self, node: Node, event: Event) -> Node:
        noted = replace(node, **events.parse_notes(event))
        for mark in noted.marks:
            self._header.game.topology.cell(mark.point)
        return noted

    def _remove(self, event: Event) -> None:
        known_keys(event, ("remove",))
        number = self._node(event, "remove")
        if number == 0:
            refuse("remove", 0, "a turn; node 0 is the beginning")
        for later in range(number, len(self._nodes)):
            parent = self._nodes[later].parent
            if later == number or self._positions[parent] is None:
                self._positions[later] = None
                self._known.discard((parent, self._nodes[later].turn))
        if self._positions[self._before] is None:
            self._before = self._nodes[number].parent
        if self._positions[self._last] is None:
            self._last, self._result = self._nodes[number].parent, None

    def _go_to(self, event: Event) -> None:
        known_keys(event, ("last",))
        self._last, self._result = self._node(event, "last"), None
        self._before = self._last

    def _end(self, event: Event) -> None:
        known_keys(event, _RESULT)
        outcome = events.parse_outcome(event)
        if self._result is not None:
            refuse("result", str(outcome), f"no second one after {self._result}")
        here = self._position(self._last)
        if here.outcome is None:
            if outcome.score is not None:
                refuse("score", list(outcome.score), "no score, as the game did not end by its rules")
            if not outcome.reason or not outcome.reason.isprintable():
                refuse("reason", outcome.reason, "a few words such as 'resigned'")
        elif here.outcome != outcome:
            refuse("result", str(outcome), f"{here.outcome}, by the rules of {here.game}")
        self._result = outcome

    def record(self) -> Record:
        """What the lines say; a game that ended by its rules has its result even if no line states it."""
        kept = [number for number, position in enumerate(self._positions) if position is not None]
        nodes = renumbered(tuple(self._nodes), kept)
        result = self._position(self._last).outcome if self._result is None else self._result
        return replace(self._header, nodes=nodes, last=kept.index(self._last), result=result)
