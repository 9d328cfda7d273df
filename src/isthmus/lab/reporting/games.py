"""Games of a ledger as records, for people to look at."""

from __future__ import annotations

from isthmus.errors import counted
from isthmus.games import game as make_game
from isthmus.lab.play.played import Offer, Played
from isthmus.lab.study.plan import Point
from isthmus.record.record import Record

__all__ = ["record_of"]


def record_of(point: Point, played: Played | Offer) -> Record:
    """A game, or an opening that was judged, as a record with the names of its players and its result."""
    restricted = f"{point.a.label}, {point.restriction}" if point.restriction else point.a.label
    people = (restricted, point.b.label)
    if isinstance(played, Played) and played.half:
        people = (people[1], people[0])
    record = Record.of_turns(make_game(point.game), played.turns, people).settled()
    if record.result is None and isinstance(played, Played):
        return record.end(None, f"not over after {counted(len(played.turns), 'turn')}")
    return record
