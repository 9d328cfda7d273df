"""Events: conversion between the JSON objects of a record's lines and their values; see docs/formats.md."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any, NoReturn

from isthmus.errors import NotationError, json_fault, quoted
from isthmus.record.node import NOTES, Evaluation, Mark, Node
from isthmus.record.result import Forfeit, Result
from isthmus.record.time_control import TimeControl
from isthmus.rules.types import Outcome, Seat, Side

__all__ = [
    "SEATS",
    "TALK",
    "WINNERS",
    "Event",
    "clock_event",
    "kept",
    "known_keys",
    "notes_event",
    "number",
    "only_in_play",
    "outcome_event",
    "parse_clock",
    "parse_event",
    "parse_notes",
    "parse_outcome",
    "refuse",
    "text",
]

Event = dict[str, object]

TALK = ("say", "ask", "decline", "rematch")
"""The keys of communication between players: messages, requests, refusals, and the next game."""

SEATS: Mapping[str, Seat] = {str(seat): seat for seat in Seat}
"""The seats by their words."""
LATEST = 1e12
"""The limit for a time, in seconds since 1970."""

WINNERS: Mapping[str, Side | Seat | None] = {**{str(one): one for one in (*Side, *Seat)}, "draw": None}
"""The possible winners by their words."""


def refuse(what: str, found: object, expected: str) -> NoReturn:
    """Raise NotationError with a part of an event, what was found and what was expected."""
    raise NotationError(f"{what}: found {quoted(found)}, expected {expected}")


def parse_event(line: str) -> Event:
    """The event of a line. Raises NotationError for anything but a JSON object without duplicate keys."""
    try:
        event = json.loads(line, object_pairs_hook=_unique, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        if isinstance(error, json.JSONDecodeError) and _begun_only(line):
            raise NotationError(f"the text is damaged or cut off: {json_fault(error)}: {quoted(line)}") from None
        raise NotationError(f"found {quoted(line)}, expected one JSON object: {json_fault(error)}") from None
    if not isinstance(event, dict):
        refuse("line", event, "a JSON object")
    return event


def _begun_only(line: str) -> bool:
    """Whether a line has the beginning of a JSON object but not its end."""
    return re.match(r'\s*\{\s*"', line) is not None and not line.rstrip().endswith("}")


def _unique(pairs: list[tuple[str, object]]) -> Event:
    event = dict(pairs)
    if len(event) != len(pairs):
        raise ValueError("a key occurs twice")
    return event


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def known_keys(event: Mapping[str, object], keys: Sequence[str], what: str = "key") -> None:
    """Refuse an event with any other key, because the key would be lost."""
    for key in event:
        if key not in keys:
            refuse(what, key, "one of " + ", ".join(keys))


def kept(event: Mapping[str, object]) -> Event:
    """The event without the keys that only a game in play has: its number, its time and the seat that caused it."""
    if "number" in event:
        number(event, "number", 2**63, "a whole number")
    _time(event.get("at", 0), "at", "seconds since 1970")
    if "seat" in event and text(event, "seat") not in SEATS:
        refuse("seat", event["seat"], f"one of {', '.join(SEATS)}")
    return {key: value for key, value in event.items() if key not in ("number", "at", "seat")}


def _time(value: object, what: str, expected: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < LATEST:
        refuse(what, value, expected)


def only_in_play(event: Mapping[str, object]) -> bool:
    """Whether an event is communication between players, or a pause of the clock. Records do not keep these."""
    if "paused" in event:
        known_keys(event, ("paused",))
        _time(event["paused"], "paused", "seconds")
        return True
    key = next((key for key in TALK if key in event), None)
    if key is None:
        return False
    known_keys(event, (key,))
    text(event, key)
    return True


def text(event: Mapping[str, object], key: str) -> str:
    """A required string."""
    value = event.get(key)
    if not isinstance(value, str):
        refuse(key, value, "a string")
    return value


def number(event: Mapping[str, object], key: str, below: int, expected: str) -> int:
    """The required number of a node."""
    value = event.get(key)
    if type(value) is not int or not 0 <= value < below:
        refuse(key, value, expected)
    return value


# Notes -------------------------------------------------------------------------------------------------------------
def notes_event(node: Node) -> Event:
    """The notes of a turn, as the keys of its event."""
    return {name: _WRITERS[name](value) if name in _WRITERS else value for name, value in node.notes.items()}


def parse_notes(event: Mapping[str, object]) -> dict[str, Any]:
    """The notes among the keys of an event, as fields of ``Node``; null removes a note."""
    return {
        name: _NONE[name] if event[name] is None else _READERS[name](event[name]) if name in _READERS else event[name]
        for name in NOTES
        if name in event
    }


_NONE: Mapping[str, object] = {field.name: field.default for field in fields(Node)}


def _marks(value: Sequence[Mark]) -> object:
    return [{"kind": mark.kind, "point": mark.point} | ({"text": mark.text} if mark.text else {}) for mark in value]


def _evaluation(value: Evaluation) -> object:
    said = asdict(value) | {"variation": list(value.variation)}
    return {name: part for name, part in said.items() if name == "first" or part}


def _parse_marks(value: object) -> tuple[Mark, ...]:
    if not isinstance(value, list):
        refuse("marks", value, "a list")
    marks = []
    for mark in value:
        if not isinstance(mark, dict):
            refuse("marks", mark, "an object with kind and point")
        known_keys(mark, ("kind", "point", "text"), "marks")
        words = text(mark, "text") if "text" in mark else ""
        marks.append(Mark(text(mark, "kind"), text(mark, "point"), words))
    return tuple(marks)


def _parse_evaluation(value: object) -> Evaluation:
    if not isinstance(value, dict):
        refuse("evaluation", value, 'an object such as {"first": 0.2}')
    known_keys(value, tuple(field.name for field in fields(Evaluation)), "evaluation")
    if "first" not in value:
        refuse("evaluation", value, 'the key "first"')
    variation = value.get("variation", [])
    if not isinstance(variation, list):
        refuse("variation", variation, "a list of turns")
    return Evaluation(**(value | {"variation": tuple(variation)}))


def _parse_properties(value: object) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if not isinstance(value, dict):
        refuse("properties", value, "an object with a list of texts for each name")
    for values in value.values():
        if not isinstance(values, list):
            refuse("properties", values, "a list of texts")
    return tuple((name, tuple(values)) for name, values in value.items())


_WRITERS: Mapping[str, Callable[[Any], object]] = {
    "marks": _marks,
    "evaluation": _evaluation,
    "properties": lambda value: {name: list(values) for name, values in value},
}
_READERS: Mapping[str, Callable[[object], object]] = {
    "marks": _parse_marks,
    "evaluation": _parse_evaluation,
    "properties": _parse_properties,
}


# Clocks and results ------------------------------------------------------------------------------------------------
def clock_event(clock: TimeControl) -> Event:
    """A clock as an object, without values of 0."""
    return {name: value for name, value in asdict(clock).items() if value}


def parse_clock(value: object) -> TimeControl:
    """The clock of an object."""
    if not isinstance(value, dict):
        refuse("clock", value, 'an object such as {"main": 600, "increment": 5}')
    known_keys(value, tuple(field.name for field in fields(TimeControl)), "clock")
    return TimeControl(**value)


def outcome_event(result: Result) -> Event:
    """A result as the keys of its event."""
    event: Event = {"result": "draw" if result.winner is None else str(result.winner), "reason": result.reason}
    return event | {"score": list(result.score)} if isinstance(result, Outcome) and result.score else event


def parse_outcome(event: Mapping[str, object]) -> Result:
    """The result of an event."""
    result = text(event, "result")
    if result not in WINNERS:
        refuse("result", result, f"one of {', '.join(WINNERS)}")
    winner = WINNERS[result]
    score = event.get("score")
    if score is not None:
        if not (isinstance(score, list) and len(score) == 2 and all(type(points) is int for points in score)):
            refuse("score", score, "two whole numbers, black's and white's")
        score = (score[0], score[1])
    if isinstance(winner, Seat):
        if score is not None:
            refuse("score", list(score), "no score, as the colours were not chosen")
        return Forfeit(winner, text(event, "reason"))
    return Outcome(winner, text(event, "reason"), score)
