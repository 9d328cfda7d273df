"""Depth: how far the ladder of strength reaches, and how steep it is."""

from __future__ import annotations

import math
from itertools import pairwise

from isthmus.lab.measures.measure import Estimate, Games, pairs_of
from isthmus.lab.statistics.ladder import Ladder, ladder
from isthmus.lab.study.plan import Plan, Point, Role

__all__ = ["DEPTH", "STEP", "Depth"]

STEP = 100.0
"""The Elo of a step of the ladder: 64 % of the points."""


class Depth:
    """Elo of each player of the study above the weakest, by matches between neighbours; slopes; the number of steps."""

    name = "depth"
    title = "depth"
    definition = (
        "Elo above the first player of the study, from matches of each player with the one before it (Bradley and "
        "Terry, with one drawn pair added to each match). The slope is the Elo per doubling of the simulations between "
        f"two players. Steps are differences of at least {STEP:g} Elo; the figure counts how many fit into the "
        "ladder, one above the other."
    )
    unit = "Elo"
    of_whom = "each player, above the first"
    source = "Lantz, Isaksen, Jaffe, Nealen and Togelius, Depth in strategic games (2017)"
    misleads = "It is the depth that this engine finds. It says nothing beyond the strengths of the study. If a player "
    misleads += "wins all its games, its difference is too small here."
    role = Role.LADDER
    judged = False
    bounded = False
    scale = "elo"

    def estimates(self, plan: Plan, games: Games) -> list[Estimate]:
        return [one for game in plan.study.games for one in self._of_game(plan, game, games)]

    def series(self, plan: Plan, point: Point, games: Games) -> list[float]:
        """The share of the stronger player of a rung."""
        return [sum(game.points(game.a_seat) for game in pair) / len(pair) for pair in pairs_of(games, point) if pair]

    def _of_game(self, plan: Plan, game: str, games: Games) -> list[Estimate]:
        rungs = [point for point in plan.of_role(self.role) if point.game == game]
        shares = [self.series(plan, rung, games) for rung in rungs]
        if not rungs or not all(shares):
            return []
        confidence = plan.study.data.confidence
        found = ladder(shares, confidence)
        counts = [2 * len(share) for share in shares]
        labels = [rungs[0].b.label, *(rung.a.label for rung in rungs)]
        estimates = [
            Estimate(self.name, "Elo", game, label, f"above {labels[0]}", self.unit, elo, low, high, count, "bootstrap")
            for label, elo, low, high, count in zip(
                labels[1:], found.elo[1:], found.low[1:], found.high[1:], counts, strict=True
            )
        ]
        for number, (rung, count) in enumerate(zip(rungs, counts, strict=True)):
            if rung.a.simulations and rung.b.simulations and rung.a.simulations > rung.b.simulations:
                estimates.append(self._slope(rung, number, count, found, confidence))
        steps = _steps(found.elo)
        low, high = found.interval([float(_steps(draw)) for draw in found.draws], confidence)
        whole = f"{labels[0]} to {labels[-1]}"
        estimates.append(
            Estimate(
                self.name,
                f"steps of {STEP:g} Elo",
                game,
                whole,
                "all players",
                "steps",
                float(steps),
                low,
                high,
                sum(counts),
                "bootstrap",
            )
        )
        return estimates

    def _slope(self, rung: Point, number: int, count: int, found: Ladder, confidence: float) -> Estimate:
        assert rung.a.simulations is not None
        assert rung.b.simulations is not None
        doublings = math.log2(rung.a.simulations / rung.b.simulations)

        def slope(elo: tuple[float, ...]) -> float:
            return (elo[number + 1] - elo[number]) / doublings

        low, high = found.interval([slope(draw) for draw in found.draws], confidence)
        return Estimate(
            self.name,
            "Elo a doubling",
            rung.game,
            rung.strength,
            "the stronger player",
            "Elo",
            slope(found.elo),
            low,
            high,
            count,
            "bootstrap",
        )


def _steps(elo: tuple[float, ...]) -> int:
    """The number of differences of at least STEP that fit one above the other, from the bottom of the ladder."""
    steps, below = 0, elo[0]
    for _, rating in pairwise(elo):
        if rating - below >= STEP:
            steps, below = steps + 1, rating
    return steps


DEPTH = Depth()
