"""Reads the logs of games from the database. It also reads the events of older servers, which have a different form.

Stored events are never changed. A game that began with old events may continue with new ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from isthmus.games import game as make_game
from isthmus.record import Record, TimeControl, parse_position
from isthmus.record.events import SEATS
from isthmus.record.game_in_play import TAKE_BACK, stamped
from isthmus.record.result import ON_TIME
from isthmus.rules.types import Seat
from isthmus.web.game.live_game import REMATCH, Event, Holder, LiveGame

__all__ = ["read_log"]


def read_log(log: Sequence[Event]) -> tuple[LiveGame, list[Event]]:
    """The game that a log describes, and its events in today's form. The log is trusted, because only games write
    it."""
    game = LiveGame.of_header(_header(log[0]) if _old(log[0]) else log[0])
    events: list[Event] = [game.event]
    for event in log[1:]:
        game = _after(game, event) if _old(event) else game.read(event)
        events.append(game.event)
    return game, events


def _old(event: Event) -> bool:
    return "kind" in event


def _header(event: Event) -> Event:
    """The first event of a game opened by an older server."""
    clock = TimeControl(**event["clock"]) if event["clock"] else None
    start = parse_position(event["start"]) if "start" in event else None
    one, two = (Holder(seat["kind"], seat["name"], seat["level"]) for seat in event["seats"])
    return LiveGame.opened(Record(make_game(event["game"]), start=start, clock=clock), (one, two), event["at"])


def _after(game: LiveGame, event: Event) -> LiveGame:
    """The game after an event written by an older server."""
    kind, seat, at = event["kind"], SEATS[event["seat"]], event["at"]
    if kind == "resigned":
        return game.resign(seat, at)
    if kind == "time-over":
        return game.lose(seat, ON_TIME, at)
    after = game.read(stamped(_line(game, event), seat, at))
    if kind == "taken-back" and "seconds" not in event:  # on the oldest servers a takeback also returned the time
        return replace(after, clock=game.clock)
    return after


def _line(game: LiveGame, event: Event) -> dict[str, Any]:
    kind = event["kind"]
    if kind == "turn":
        return {name: event[name] for name in ("turn", "seconds") if name in event}
    if kind == "taken-back":
        return {"remove": game.numbers[game.record.main_line[event["to"] + 1]]}
    if kind == "joined":
        mine = SEATS[event["seat"]]
        return {"players": [event["name"] if seat is mine else game.holders[seat.value].name for seat in Seat]}
    if kind == "said":
        return {"say": event["words"]}
    if kind == "rematch":
        return {"rematch": event["to"]}
    return _TALK[kind]


_TALK = {
    "asked-back": {"ask": TAKE_BACK},
    "declined": {"decline": TAKE_BACK},
    "rematch-asked": {"ask": REMATCH},
    "rematch-declined": {"decline": REMATCH},
}
