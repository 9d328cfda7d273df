"""Converts the facts of a game to root properties of SGF and back: people, time and place, clock, result.

PB and PW are the people who have the colours when the game begins, whatever colours are chosen later. Facts that the
standard properties cannot express exactly are in the private property ISFACTS, as for notes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

from isthmus.errors import NotationError, quoted
from isthmus.record.events import clock_event, known_keys, parse_clock, parse_event
from isthmus.record.record import Record
from isthmus.record.result import ON_TIME, RESIGNED, Forfeit, Result
from isthmus.record.sgf.notes import decimal
from isthmus.record.sgf.orientation import LETTERS
from isthmus.record.sgf.syntax import SgfProperty
from isthmus.record.sgf.text import escaped, read_number, simple_text, text_of
from isthmus.record.time_control import TimeControl
from isthmus.record.values import LONGEST_WORDS, is_date
from isthmus.rules.game import Game
from isthmus.rules.types import Outcome, Seat

__all__ = ["EXACT_FACTS", "Stated", "format_result", "read_facts", "read_result", "write_facts"]

EXACT_FACTS = "ISFACTS"
"""A JSON object with the facts of a record's first line that other properties do not express exactly."""

_FACTS = ("players", "date", "occasion", "place", "clock")
_WORDS = ("PB", "PW", "EV", "PC")
_PERIODS = re.compile(r"([0-9]{1,3}) ?[x×] ?([0-9]+(?:\.[0-9]+)?) byo-?yomi", re.IGNORECASE)
_INCREMENT = re.compile(r"fischer ([0-9]+(?:\.[0-9]+)?)", re.IGNORECASE)
_RESULT = re.compile(r"([BW])(?:\+(.*))?", re.IGNORECASE | re.DOTALL)
_REASONS = {RESIGNED: "R", ON_TIME: "T", "time": "T", "forfeit": "F"}
_IN_WORDS = {"r": RESIGNED, "resign": RESIGNED, "t": ON_TIME, "time": ON_TIME, "f": "forfeit", "forfeit": "forfeit"}
_NO_REASON = "no reason given"
_AGREED = "agreed"


# Reading -----------------------------------------------------------------------------------------------------------
def read_facts(found: Iterable[SgfProperty], game: Game) -> tuple[dict[str, Any], list[SgfProperty]]:
    """The facts in properties of the root, as fields of ``Record``, and the remaining properties."""
    facts: dict[str, Any] = {}
    times: dict[str, SgfProperty] = {}
    exact: dict[str, Any] = {}
    rest = []
    names = dict.fromkeys("BW", "")
    for one in found:
        if one.name == EXACT_FACTS:
            exact = _exact(one.values[0])
        elif len(one.values) > 1 or (one.name in _WORDS and len(simple_text(one.values[0])) > LONGEST_WORDS):
            rest.append(one)
        elif one.name in ("PB", "PW"):
            names[one.name[1]] = simple_text(one.values[0])
        elif one.name in ("EV", "PC"):
            facts["occasion" if one.name == "EV" else "place"] = simple_text(one.values[0])
        elif one.name == "DT" and is_date(date := simple_text(one.values[0]).strip()) and "T" not in date:
            facts["date"] = date
        elif one.name in ("TM", "OT"):
            times[one.name] = one
        else:
            rest.append(one)
    begins = LETTERS[game.first_side]
    facts["players"] = names[begins], names["W" if begins == "B" else "B"]
    clock, unsaid = _clock(times)
    return facts | ({"clock": clock} if clock else {}) | exact, rest + unsaid


def _exact(raw: str) -> dict[str, Any]:
    try:
        event = parse_event(text_of(raw))
        known_keys(event, _FACTS)
        facts: dict[str, Any] = {name: value for name, value in event.items() if name in ("date", "occasion", "place")}
        if "players" in event:
            players = event["players"]
            if not (isinstance(players, list) and len(players) == 2):
                raise NotationError(f"players: found {quoted(players)}, expected two names")
            facts["players"] = tuple(players)
        if "clock" in event:
            facts["clock"] = None if event["clock"] is None else parse_clock(event["clock"])
    except NotationError as error:
        raise NotationError(f"{EXACT_FACTS}: {error}") from None
    return facts


def _clock(times: Mapping[str, SgfProperty]) -> tuple[TimeControl | None, list[SgfProperty]]:
    """The clock of TM and OT, and the properties (TM, OT) that it cannot represent."""
    main = read_number(times["TM"].values[0]) if "TM" in times else 0
    overtime = simple_text(times["OT"].values[0]).strip() if "OT" in times else ""
    more: dict[str, Any] = {}
    if periods := _PERIODS.fullmatch(overtime):
        more = {"periods": int(periods[1]), "period": float(periods[2])}
    elif increment := _INCREMENT.fullmatch(overtime):
        more = {"increment": float(increment[1])}
    try:
        clock = None if main is None else TimeControl(main=main, **more)
    except NotationError:
        clock = None
    unsaid = [one for name, one in times.items() if clock is None or (name == "OT" and not more)]
    return clock, unsaid


# Writing -----------------------------------------------------------------------------------------------------------
def write_facts(record: Record) -> list[SgfProperty]:
    """The root properties for the facts of a record, without its result."""
    begins = LETTERS[record.game.first_side]
    players = zip(("PB", "PW") if begins == "B" else ("PW", "PB"), record.players, strict=True)
    said = {name: escaped(player) for name, player in players if player}
    said |= {name: escaped(text) for name, text in (("EV", record.occasion), ("PC", record.place)) if text}
    if record.date is not None:
        said["DT"] = record.date[:10]
    if record.clock is not None:
        said |= _write_clock(record.clock)
    written = [SgfProperty(name, (value,)) for name, value in said.items()]
    understood = read_facts(written, record.game)[0]
    differing = {}
    for name, nothing in zip(_FACTS, (("", ""), None, "", "", None), strict=True):
        fact = getattr(record, name)
        if understood.get(name, nothing) != fact:
            differing[name] = clock_event(fact) if isinstance(fact, TimeControl) else fact
    if differing:
        written.append(SgfProperty(EXACT_FACTS, (escaped(json.dumps(differing, ensure_ascii=False)),)))
    return written


def _write_clock(clock: TimeControl) -> dict[str, str]:
    said = {"TM": decimal(clock.main, 3)}
    if clock.periods:
        said["OT"] = f"{clock.periods}x{decimal(clock.period, 3)} byo-yomi"
    elif clock.increment:
        said["OT"] = f"fischer {decimal(clock.increment, 3)}"
    return said


# Results -----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Stated:
    """A result as RE states it: the winner's letter, empty for a draw, and the reason."""

    letter: str
    reason: str


def read_result(raw: str) -> Stated | None:
    """The result of RE, or None if it states none (``?``, ``Void``) or cannot be read."""
    text = simple_text(raw).strip()
    if text.lower() in ("0", "draw", "d", "jigo"):
        return Stated("", _AGREED)
    found = _RESULT.fullmatch(text)
    if found is None:
        return None
    said = (found[2] or "").strip()
    reason = _IN_WORDS.get(said.lower(), said[:200]) or _NO_REASON
    points = read_number(said)
    return Stated(found[1].upper(), f"by {points:g}" if points is not None and isfinite(points) else reason)


def format_result(result: Result, game: Game) -> str:
    """The raw value of RE for a result."""
    letter = letter_of(result, game)
    if not letter:
        return "0"
    score = result.score if isinstance(result, Outcome) else None
    return f"{letter}+{abs(score[0] - score[1]) if score else _REASONS.get(result.reason, '')}"


def letter_of(result: Result, game: Game) -> str:
    """The winner's letter, empty for a draw; a seat without a colour has the letter of its name property, PB or PW."""
    if isinstance(result, Forfeit):
        side = game.first_side if result.winner is Seat.FIRST else game.first_side.other
        return LETTERS[side]
    return "" if result.winner is None else LETTERS[result.winner]
