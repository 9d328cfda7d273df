"""Example games of a study to look at: for each rule set, the first game at the greatest strength."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from isthmus.errors import counted
from isthmus.lab.measures.measure import Games
from isthmus.lab.play.played import Played
from isthmus.lab.reporting.games import record_of
from isthmus.lab.study.plan import Plan, Role
from isthmus.record.record import Record

__all__ = ["Example", "examples"]


@dataclass(frozen=True)
class Example:
    """A game of a ledger: the text of its rules, its number, how it ended in words, and its record."""

    game: str
    number: int
    words: str
    record: Record


def examples(plan: Plan, games: Games) -> Iterator[Example]:
    """The examples in the order of the games of the study. A game that nobody has played yet has none."""
    for text in plan.study.games:
        points = [point for point in plan.points if point.game == text and point.role is Role.SELF_PLAY]
        played = [one for point in points[-1:] for pair in games.get(point.number, {}).values() for one in pair]
        first = next((one for one in sorted(played, key=lambda one: one.number) if isinstance(one, Played)), None)
        if first is None:
            continue
        ended = f"the {first.winner} seat wins ({first.reason})" if first.winner else first.reason
        words = f"{counted(len(first.turns), 'turn')}: {ended}"
        yield Example(text, first.number, words, record_of(points[-1], first))
