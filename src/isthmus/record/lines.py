"""Records as JSON Lines: a header, then a turn a line, then the result; see docs/formats.md.

One event a line, so a file that a crash cut off can be read up to its last whole line.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NoReturn

from isthmus.errors import IsthmusError, NotationError
from isthmus.games import game as make_game
from isthmus.record.position_text import format_position, parse_position
from isthmus.record.record import Record
from isthmus.rules.types import Outcome, Side

__all__ = ["FORMAT", "VERSION", "format_record", "parse_record"]

FORMAT = "isthmus-record"
VERSION = 1
"""The version that is written, and the newest that is read."""

_HEADER = ("format", "version", "game", "players", "date", "start")
_RESULT = ("result", "reason", "score")
_WINNERS: Mapping[str, Side | None] = {"black": Side.BLACK, "white": Side.WHITE, "draw": None}

_Event = dict[str, object]


def format_record(record: Record) -> str:
    """The record as lines of JSON, each ended by a newline."""
    header: _Event = {"format": FORMAT, "version": VERSION, "game": str(record.game), "players": list(record.players)}
    if record.date is not None:
        header["date"] = record.date
    if record.start is not None:
        header["start"] = format_position(record.start)
    events = [header]
    events += [{"turn": turn} for turn in record.turns]
    if record.result is not None:
        winner = record.result.winner
        result: _Event = {"result": "draw" if winner is None else str(winner), "reason": str(record.result.reason)}
        if record.result.score is not None:
            result["score"] = list(record.result.score)
        events.append(result)
    return "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in events)


def parse_record(text: str, *, lenient: bool = False) -> Record:
    """The record in a text of JSON lines; every turn is played, so what comes back is a legal game.

    ``lenient``: a last line that was cut off is left out. Raises NotationError with the number of the line, what stood
    there and what was expected; for an illegal turn, a bad game or position the error of that kind, with the line too.
    """
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if not lines:
        raise NotationError(f'found no line, expected a header with "format": "{FORMAT}"')
    record: Record | None = None
    for number, line in lines:
        try:
            event = _event(line)
        except NotationError as error:
            if lenient and record is not None and number == lines[-1][0]:
                break
            raise NotationError(f"line {number}: {error}") from None
        try:
            record = _header(event) if record is None else _next(record, event)
        except IsthmusError as error:
            raise type(error)(f"line {number}: {error}") from None
    if record is None:
        raise NotationError("found no header")
    return record


def _refuse(what: str, found: object, expected: str) -> NoReturn:
    shown = repr(found)
    raise NotationError(f"{what}: found {shown[:80]}, expected {expected}")


def _unique(pairs: list[tuple[str, object]]) -> _Event:
    event = dict(pairs)
    if len(event) != len(pairs):
        raise ValueError("a key stands twice")
    return event


def _event(line: str) -> _Event:
    try:
        event = json.loads(line, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"found {line[:80]!r}, expected one JSON object: {error}") from None
    if not isinstance(event, dict):
        _refuse("line", event, "a JSON object")
    return event


def _text(event: _Event, key: str) -> str:
    value = event.get(key)
    if not isinstance(value, str):
        _refuse(key, value, "a string")
    return value


def _known_keys(event: _Event, keys: tuple[str, ...]) -> None:
    for key in event:
        if key not in keys:
            _refuse("key", key, "one of " + ", ".join(keys))


def _header(event: _Event) -> Record:
    if event.get("format") != FORMAT:
        _refuse("format", event.get("format"), repr(FORMAT))
    version = event.get("version")
    if type(version) is not int or not 1 <= version <= VERSION:
        _refuse("version", version, f"a version up to {VERSION}; a newer Isthmus may read it")
    _known_keys(event, _HEADER)
    game = make_game(_text(event, "game"))
    players = event.get("players", ["", ""])
    if not (isinstance(players, list) and len(players) == 2 and all(isinstance(name, str) for name in players)):
        _refuse("players", players, "two names, the first and the second player's")
    start = parse_position(_text(event, "start")) if "start" in event else None
    date = _text(event, "date") if "date" in event else None
    return Record(game, (players[0], players[1]), start=start, date=date)


def _next(record: Record, event: _Event) -> Record:
    if "result" not in event:
        _known_keys(event, ("turn",))
        return record.play(_text(event, "turn"))
    _known_keys(event, _RESULT)
    result = _text(event, "result")
    if result not in _WINNERS:
        _refuse("result", result, "black, white or draw")
    outcome = Outcome(_WINNERS[result], _text(event, "reason"), _score(event))
    if record.final.outcome is None:
        if outcome.score is not None:
            _refuse("score", list(outcome.score), "no score, as the game did not end by its rules")
        return record.end(outcome.winner, outcome.reason)
    if record.final.outcome != outcome:
        _refuse("result", str(outcome), f"{record.final.outcome}, by the rules of {record.game}")
    return record


def _score(event: _Event) -> tuple[int, int] | None:
    if "score" not in event:
        return None
    score = event["score"]
    if not (isinstance(score, list) and len(score) == 2 and all(type(points) is int for points in score)):
        _refuse("score", score, "two whole numbers, black's and white's")
    return score[0], score[1]
