"""Repeated games: whether the pairs of a point are independent."""

from __future__ import annotations

from collections.abc import Sequence

from isthmus.lab.measures.measure import Games, pairs_of
from isthmus.lab.play.played import Played
from isthmus.lab.study.plan import Point

__all__ = ["MANY", "repeated", "repeats_at"]

MANY = 0.1
"""If at least this share of its games is repeated, a point gives no verdict."""


def repeated(pairs: Sequence[Sequence[Played]]) -> list[list[bool]]:
    """For each game, whether a game of an earlier pair has the same turns. The two games of a pair may be the same:
    intervals count them together.
    """
    seen: set[tuple[str, ...]] = set()
    found = []
    for pair in pairs:
        found.append([game.turns in seen for game in pair])
        seen.update(game.turns for game in pair)
    return found


def repeats_at(games: Games, point: Point) -> float:
    """The share of repeated games at a point. Openings that are judged are never repeated."""
    found = [one for pair in repeated(pairs_of(games, point)) for one in pair]
    return sum(found) / len(found) if found else 0.0
