"""The plan of a study: its points, each a game with two players, or a game whose openings are judged."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from isthmus.games import game as make_game
from isthmus.lab.study.study import Strength, Study
from isthmus.match.openings import kind_for

__all__ = ["Plan", "Point", "Role", "plan_of"]


class Role(StrEnum):
    """The purpose of the games of a point."""

    SELF_PLAY = "self-play"
    LADDER = "ladder"
    RESTRICTED = "restricted"
    OPENINGS = "openings"


@dataclass(frozen=True)
class Point:
    """A part of a study's games. ``a`` and ``b`` are players.

    In self-play they are the same; on a rung of the ladder ``a`` is the stronger one; in restricted play ``a`` is the
    restricted one. In every pair each has the first seat once.

    ``judge``: simulations for judging finished games, 0 if they are not judged; for openings, simulations per opening.
    ``pairs``: the maximum number of pairs, or the number of openings to judge. ``before``: the games of earlier points.
    """

    number: int
    role: Role
    game: str
    a: Strength
    b: Strength
    openings: str
    judge: int
    pairs: int
    before: int
    restriction: str = ""

    @property
    def strength(self) -> str:
        """The label of the strength at which the point plays; for a rung, both labels."""
        return self.a.label if self.a == self.b else f"{self.a.label} against {self.b.label}"

    @cached_property
    def facts(self) -> Mapping[str, int | str]:
        """The facts by which claims pick a point: parameters of the game, ``game``, ``strength``, ``restriction``."""
        game = make_game(self.game)
        strength: int | str = self.a.simulations if self.a.label.isdigit() and self.a.simulations else self.a.label
        return {
            **game.values,
            "game": game.id,
            "text": self.game,
            "strength": strength,
            **({"restriction": self.restriction} if self.restriction else {}),
        }

    def number_of(self, pair: int, half: int) -> int:
        """The number of a game in the study, from 1: half 0 is the game in which a has the first seat."""
        return self.before + (pair if self.role is Role.OPENINGS else 2 * pair + half) + 1


@dataclass(frozen=True)
class Plan:
    """The points of a study, in order. They depend only on the study."""

    study: Study
    points: tuple[Point, ...]

    def of_role(self, role: Role) -> tuple[Point, ...]:
        """The points with this role."""
        return tuple(point for point in self.points if point.role is role)

    def found(self, number: int) -> tuple[Point, int, int] | None:
        """The point, pair and half of a game's number; None if the study has no such game."""
        for point in self.points:
            at = number - 1 - point.before
            if point.role is Role.OPENINGS and 0 <= at < point.pairs:
                return point, at, 0
            if point.role is not Role.OPENINGS and 0 <= at < 2 * point.pairs:
                return point, *divmod(at, 2)
        return None


def plan_of(study: Study, roles: frozenset[Role], *, judged: bool) -> Plan:
    """The points that a study needs for some roles; ``judged``: whether games of self-play are judged."""
    points: list[Point] = []
    asked, budget = study.data.questions, study.data.budget
    before = 0

    def add(role: Role, game: str, a: Strength, b: Strength, restriction: str = "") -> None:
        nonlocal before
        openings = kind_for(make_game(game), asked.openings)
        mapped = role is Role.OPENINGS
        judge = asked.judge if mapped or (judged and role is Role.SELF_PLAY) else 0
        pairs = asked.offers if mapped else budget.games // 2
        points.append(Point(len(points), role, game, a, b, openings, judge, pairs, before, restriction))
        before += pairs if mapped else 2 * pairs

    judge = Strength(str(asked.judge), f"full(simulations={asked.judge},eval=hand)", asked.judge)
    for game in study.games:
        if Role.SELF_PLAY in roles:
            for strength in study.strengths:
                add(Role.SELF_PLAY, game, strength, strength)
        if Role.LADDER in roles:
            for lower, higher in itertools.pairwise(study.strengths):
                add(Role.LADDER, game, higher, lower)
        if Role.RESTRICTED in roles:
            for restriction in asked.restrictions:
                for strength in study.strengths:
                    add(Role.RESTRICTED, game, strength, strength, restriction)
        if Role.OPENINGS in roles:
            add(Role.OPENINGS, game, judge, judge)
    return Plan(study, tuple(points))
