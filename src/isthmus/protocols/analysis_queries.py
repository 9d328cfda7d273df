"""Queries of the analysis engine: reads and checks a line of JSON. docs/protocols.md has the schema."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from isthmus.engine.nets.evaluators import EVALUATORS
from isthmus.errors import IsthmusError, json_fault, quoted
from isthmus.games import game as make_game
from isthmus.record import parse_position
from isthmus.rules.game import Game
from isthmus.rules.position import Position

__all__ = ["ACTIONS", "LONGEST", "Action", "Query", "QueryError", "read_query"]

LONGEST = 1 << 20
"""The maximum number of bytes in a line."""
_LONGEST_ID = 200
_LONGEST_TEXT = 20_000
_MOST_MOVES = 5_000
_MOST_SECONDS = 86_400.0
_MOST_SIMULATIONS = 1 << 50
_MOST_PRIORITY = 1 << 31
_MOST_TURNS = 10_000
_LARGEST = 1e12

ACTIONS = ("query_version", "terminate", "terminate_all", "clear")
_FIELDS = (
    "id",
    "game",
    "moves",
    "position",
    "at",
    "limits",
    "turns",
    "variation",
    "seed",
    "priority",
    "report_every",
    "parameters",
    "evaluator",
)
_ACTION_FIELDS = ("id", "action", "terminate_id")
_LIMITS = ("seconds", "simulations")

Object = dict[str, Any]


class QueryError(IsthmusError):
    """A line is not a valid query: ``field`` is the wrong field and ``id`` the query's id, if known."""

    def __init__(self, message: str, where: str | None = None, name: str | None = None) -> None:
        super().__init__(message)
        self.field = where
        self.id = name


@dataclass(frozen=True)
class Action:
    """A command about queries, rather than a query. ``unknown`` lists unknown fields."""

    id: str
    action: str
    terminate_id: str | None = None
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True)
class Query:
    """A parsed query. ``positions`` are the positions to analyse, each with the number of turns before it.

    ``turns`` is the number of turns an answer lists, ``report_every`` the seconds between interim answers, if any.
    ``evaluator`` is a name, never a path; None leaves it to the server.
    """

    id: str
    positions: Sequence[tuple[int, Position]] = field(repr=False)
    seconds: float | None = None
    simulations: int | None = None
    turns: int = 10
    variation: bool = True
    seed: int = 0
    priority: int = 0
    report_every: float | None = None
    parameters: Mapping[str, float] = field(default_factory=dict)
    evaluator: str | None = None
    unknown: tuple[str, ...] = ()


def read_query(line: str, make: Callable[[str], Game] = make_game) -> Query | Action:
    """The query or action in a line; QueryError says what is wrong with it. ``make`` makes a game from its text."""
    found = _read_json(line)
    name = _text(found, "id", _LONGEST_ID)
    if not name:
        raise QueryError("found no id, expected some text that names the query in its answers", "id")
    try:
        return _action(name, found) if "action" in found else _query(name, found, make)
    except QueryError as error:
        raise QueryError(str(error), error.field, name) from None


def _read_json(line: str) -> Object:
    if len(line.encode("utf-8", errors="replace")) > LONGEST:
        raise QueryError(f"the line is too long, expected at most {LONGEST} bytes")
    try:
        found = json.loads(line, parse_constant=_no_constant, object_pairs_hook=_no_repetition)
    except QueryError:
        raise
    except (ValueError, RecursionError) as error:
        raise QueryError(
            f"found a line that is not JSON, expected one JSON object per line: {json_fault(error)}"
        ) from None
    if not isinstance(found, dict):
        raise QueryError(f"found {quoted(found)}, expected a JSON object")
    return found


def _no_constant(name: str) -> NoReturn:
    raise QueryError(f"found {name}, which is not JSON")


def _no_repetition(pairs: Iterable[tuple[str, Any]]) -> Object:
    found: Object = {}
    for key, value in pairs:
        if key in found:
            raise QueryError(f"the field {quoted(key)} occurs twice", key[:_LONGEST_ID])
        found[key] = value
    return found


def _action(name: str, found: Object) -> Action:
    action = _text(found, "action", _LONGEST_ID)
    if action not in ACTIONS:
        raise QueryError(f"found {quoted(action)}, expected one of {', '.join(ACTIONS)}", "action")
    target = _text(found, "terminate_id", _LONGEST_ID)
    if (action == "terminate") is not bool(target):
        expected = "the id of the query to end" if action == "terminate" else "none with this action"
        raise QueryError(f"found {quoted(target) if target else 'none'}, expected {expected}", "terminate_id")
    return Action(name, action, target or None, _unknown(found, _ACTION_FIELDS))


def _query(name: str, found: Object, make: Callable[[str], Game]) -> Query:
    limits = found.get("limits", {})
    if not isinstance(limits, dict):
        raise QueryError(f"found {quoted(limits)}, expected an object such as {{'seconds': 1}}", "limits")
    positions = _positions(found, make)
    variation = found.get("variation", True)
    if not isinstance(variation, bool):
        raise QueryError(f"found {quoted(variation)}, expected true or false", "variation")
    return Query(
        id=name,
        positions=positions,
        seconds=_number(limits, "seconds", 0.001, _MOST_SECONDS, "limits.seconds"),
        simulations=_whole(limits, "simulations", 1, _MOST_SIMULATIONS, where="limits.simulations"),
        turns=_whole(found, "turns", 0, _MOST_TURNS, 10) or 0,
        variation=variation,
        seed=_whole(found, "seed", 0, 2**62 - 1, 0) or 0,
        priority=_whole(found, "priority", -_MOST_PRIORITY, _MOST_PRIORITY, 0) or 0,
        report_every=_number(found, "report_every", 0.01, _MOST_SECONDS),
        parameters=_parameters(found),
        evaluator=_evaluator(found),
        unknown=(*_unknown(found, _FIELDS), *(f"limits.{key}" for key in _unknown(limits, _LIMITS))),
    )


def _positions(found: Object, make: Callable[[str], Game]) -> Sequence[tuple[int, Position]]:
    """The positions to analyse; by default the last one."""
    positions = [_beginning(found, make)]
    moves = found.get("moves", [])
    if not isinstance(moves, list) or len(moves) > _MOST_MOVES:
        raise QueryError(f"found {quoted(moves)}, expected a list of at most {_MOST_MOVES} turns", "moves")
    for number, move in enumerate(moves):
        if not isinstance(move, str) or len(move) > _LONGEST_TEXT:
            raise QueryError(f"found {quoted(move)}, expected a turn as text", f"moves[{number}]")
        try:
            positions.append(positions[-1].play(move))
        except IsthmusError as error:
            raise QueryError(str(error), f"moves[{number}]") from None
    last = len(positions) - 1
    at = found.get("at", [last])
    at = list(range(last + 1)) if at == "all" else at
    numbers = isinstance(at, list) and all(type(number) is int and 0 <= number <= last for number in at)
    if not numbers or not at or len(set(at)) < len(at):
        expected = f"'all' or a list of different numbers of turns from 0 to {last}"
        raise QueryError(f"found {quoted(at)}, expected {expected}", "at")
    return [(number, positions[number]) for number in at]


def _beginning(found: Object, make: Callable[[str], Game]) -> Position:
    game, position = _text(found, "game", _LONGEST_TEXT), _text(found, "position", _LONGEST_TEXT)
    if bool(game) is bool(position):
        what = "both" if game else "neither"
        raise QueryError(f"found {what}, expected a game or a position", "position" if game else "game")
    try:
        return make(game).start() if game else parse_position(position)
    except IsthmusError as error:
        hint = "; the field for a game at its start is 'game'" if position and " " not in position else ""
        raise QueryError(f"{error}{hint}", "game" if game else "position") from None


def _parameters(found: Object) -> dict[str, float]:
    """Engine parameters by name; the search itself reports unknown names."""
    given = found.get("parameters", {})
    if not isinstance(given, dict):
        raise QueryError(f"found {quoted(given)}, expected an object of numbers by name", "parameters")
    numbers = {key: _number(given, key, -_LARGEST, _LARGEST, f"parameters.{key[:_LONGEST_ID]}") for key in given}
    return {key: number for key, number in numbers.items() if number is not None}


def _evaluator(found: Object) -> str | None:
    if "evaluator" not in found:
        return None
    name = _text(found, "evaluator", _LONGEST_ID)
    if name not in EVALUATORS:
        raise QueryError(f"found {quoted(name)}, expected one of {', '.join(EVALUATORS)}", "evaluator")
    return name


def _unknown(found: Object, known: Sequence[str]) -> tuple[str, ...]:
    return tuple(key[:_LONGEST_ID] for key in found if key not in known)


def _text(found: Mapping[str, Any], key: str, longest: int) -> str:
    value = found.get(key, "")
    if not isinstance(value, str) or len(value) > longest:
        raise QueryError(f"found {quoted(value)}, expected text of at most {longest} characters", key)
    return value


def _whole(
    found: Mapping[str, Any], key: str, least: int, most: int, default: int | None = None, *, where: str | None = None
) -> int | None:
    value = found.get(key, default)
    if value is not None and (type(value) is not int or not least <= value <= most):
        raise QueryError(f"found {quoted(value)}, expected a whole number from {least} to {most}", where or key)
    if value is None and key in found:
        raise QueryError("found null, expected a whole number", where or key)
    return value


def _number(found: Mapping[str, Any], key: str, least: float, most: float, where: str | None = None) -> float | None:
    if key not in found:
        return None
    value = found[key]
    good = type(value) in (int, float) and least <= value <= most and math.isfinite(value)
    if not good:
        raise QueryError(f"found {quoted(value)}, expected a number from {least:g} to {most:g}", where or key)
    return float(value)
