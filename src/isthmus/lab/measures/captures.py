"""Captures: what the rules of Orbit about enclosed stones do in games."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from isthmus.games import game as make_game
from isthmus.games.orbit import Orbit
from isthmus.lab.measures.measure import Estimate, Games, estimate_at, mean_of, pairs_of
from isthmus.lab.study.plan import Plan, Point, Role
from isthmus.rules.enclose import Stones, enclosed, lands
from isthmus.rules.position import Position
from isthmus.rules.types import Side

__all__ = ["CAPTURES", "Captures"]


class _Course(NamedTuple):
    """The figures of one game, each in [0, 1]; None if it has none."""

    captured: float
    stones: float | None
    removed: float
    decided: float
    half: float | None


_FIGURES = {
    "captured": "games with a capture",
    "stones": "stones that were captured",
    "removed": "games with a removal at the end",
    "decided": "games that the removal decides",
    "half": "land within half-orbits",
}


class Captures:
    """How often stones are captured in Orbit or removed at the end, how often that decides, and the land in
    half-orbits.
    """

    name = "captures"
    title = "captures"
    definition = (
        "Only for Orbit: the share of games in which a stone was captured; of placed stones that were captured; of "
        "games in which doomed stones were removed at the end; of games that this removal decided; and of "
        "the land of both colours at the end that lies within half-orbits. Games that the cap on turns stopped do not "
        "count."
    )
    unit = "share of the games, of the stones or of the land"
    of_whom = "both seats together"
    source = "the rules of Orbit: what do orbits, half-orbits and the last removal do?"
    misleads = "A rule may matter without being used: stones are placed so that they cannot be captured. Without the "
    misleads += "removal the players would play on."
    role = Role.SELF_PLAY
    judged = False
    bounded = True
    scale = "share"

    def estimates(self, plan: Plan, games: Games) -> list[Estimate]:
        return [one for point in plan.of_role(self.role) for one in self._of_point(plan, point, games)]

    def series(self, point: Point, games: Games) -> list[float]:
        """The share of games with a capture; claims are about this number."""
        return _means(_courses(point, games), "captured")

    def _of_point(self, plan: Plan, point: Point, games: Games) -> list[Estimate]:
        courses = _courses(point, games)
        if not any(courses):
            return []
        found = []
        for name, figure in _FIGURES.items():
            count = sum(getattr(one, name) is not None for pair in courses for _, one in pair)
            shown = [number for pair in courses for number, one in pair if getattr(one, name)]
            share = mean_of(plan, _means(courses, name), bounded=True, games=count)
            found.append(estimate_at(self, point, figure, share, count, games=tuple(shown[:2])))
        return found


def _courses(point: Point, games: Games) -> list[list[tuple[int, _Course]]]:
    """The finished games of each pair of a point with their numbers; none if the game is not Orbit."""
    if not isinstance(make_game(point.game), Orbit):
        return []
    return [
        [(game.number, _course(point.game, game.turns)) for game in pair if game.finished]
        for pair in pairs_of(games, point)
    ]


def _means(courses: list[list[tuple[int, _Course]]], name: str) -> list[float]:
    """The mean of a figure in each pair that has it."""
    pairs = ([getattr(one, name) for _, one in pair if getattr(one, name) is not None] for pair in courses)
    return [sum(pair) / len(pair) for pair in pairs if pair]


@lru_cache(maxsize=8192)
def _course(text: str, turns: tuple[str, ...]) -> _Course:
    game = make_game(text)
    before = position = game.start()
    placed = captured = 0
    for turn in turns:
        before, position = position, position.play(turn)
        stones = int(turn in game.topology.names)
        placed += stones
        if not position.outcome:
            captured += stones - (_count(position) - _count(before))
    # The last turn is a pass, except in a game of the greatest length, where it is not known what was removed.
    there, left = _stones(before if turns[-1] == "pass" else position), _stones(position)
    land = [lands(game.topology, left).of(side) for side in Side]
    half = sum(len(land[side.value] & enclosed(game.topology, left[side.value]).half_orbits) for side in Side)
    area = sum(map(len, land))
    return _Course(
        float(captured > 0),
        captured / placed if placed else None,
        float(there != left),
        float(_lead(text, there) != _lead(text, left)),
        half / area if area else None,
    )


def _stones(position: Position) -> Stones:
    black, white = (frozenset(stones) for stones in position.snapshot.stones)
    return black, white


def _count(position: Position) -> int:
    return sum(map(len, position.snapshot.stones))


def _lead(text: str, stones: Stones) -> int:
    """The colour with more land: 1 for Black, -1 for White, 0 for neither."""
    found = lands(make_game(text).topology, stones)
    black, white = (len(found.of(side)) for side in Side)
    return (black > white) - (black < white)


CAPTURES = Captures()
