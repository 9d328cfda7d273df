"""Depth: how far the ladder of strength reaches, and how steep it is."""

from __future__ import annotations

import math
from dataclasses import astuple, replace

from isthmus.lab.measures.measure import Estimate, Games, Interval, estimate_at, is_early, pairs_of, share_of
from isthmus.lab.statistics.ladder import Difference, difference, steps_of, sum_of
from isthmus.lab.study.plan import Plan, Point, Role

__all__ = ["DEPTH", "STEP", "Depth"]

STEP = 100.0
"""The Elo of a step of the ladder: 64% of the points."""

LOST_ALL, WON_ALL = "no lower end: the stronger player lost all games", "no upper end: a player won all games"


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
    misleads += "wins all its games, its difference is too small here, and its interval has no upper end."
    role = Role.LADDER
    judged = False
    bounded = False
    scale = "elo"

    def estimates(self, plan: Plan, games: Games) -> list[Estimate]:
        return [one for game in plan.study.games for one in self._of_game(plan, game, games)]

    def series(self, point: Point, games: Games) -> list[float]:
        """The share of the stronger player of a rung."""
        return [sum(game.points(game.a_seat) for game in pair) / len(pair) for pair in pairs_of(games, point) if pair]

    def _of_game(self, plan: Plan, game: str, games: Games) -> list[Estimate]:
        rungs = [point for point in plan.of_role(self.role) if point.game == game]
        matches = [self.series(rung, games) for rung in rungs]
        if not rungs or not all(matches):
            return []
        alpha, early = 1 - plan.study.data.confidence, is_early(plan)
        alone = [_rung(plan, match, alpha) for match in matches]
        # Sums of intervals that hold at all times, and a count of all rungs, need ends that hold simultaneously.
        together = [_rung(plan, match, alpha / len(matches)) for match in matches]
        bottom = rungs[0].b.label
        found = []
        for number, (rung, match) in enumerate(zip(rungs, matches, strict=True)):
            elo = sum_of((together if early else alone)[: number + 1], added=early)
            found.append(self._figure(plan, rung, "Elo", elo, 2 * len(match)))
            found[-1] = replace(found[-1], strength=rung.a.label, of_whom=f"above {bottom}")
        for rung, match, one in zip(rungs, matches, alone, strict=True):
            if rung.a.simulations and rung.b.simulations and rung.a.simulations > rung.b.simulations:
                doublings = math.log2(rung.a.simulations / rung.b.simulations)
                slope = Difference(one.elo / doublings, one.low / doublings, one.high / doublings)
                found.append(self._figure(plan, rung, "Elo per doubling", slope, 2 * len(match)))
        steps = Difference(*(float(steps_of(end, STEP)) for end in zip(*map(astuple, together), strict=True)))
        count = self._figure(plan, rungs[0], f"steps of {STEP:g} Elo", steps, 2 * sum(map(len, matches)))
        whole = f"{bottom} to {rungs[-1].a.label}"
        return [*found, replace(count, strength=whole, of_whom="all players", unit="steps")]

    def _figure(self, plan: Plan, rung: Point, figure: str, found: Difference, count: int) -> Estimate:
        """A figure about the stronger player of a rung."""
        low, high = (end if math.isfinite(end) else None for end in (found.low, found.high))
        notes = [note for end, note in ((low, LOST_ALL), (high, WON_ALL)) if end is None]
        interval = Interval(found.elo, low, high, "sequence" if is_early(plan) else "fixed")
        made = estimate_at(self, rung, figure, interval, count, note="; ".join(notes))
        return replace(made, of_whom="the stronger player")


def _rung(plan: Plan, match: list[float], alpha: float) -> Difference:
    """A rung, from the shares of its stronger player in each pair; the error of its interval is ``alpha``."""
    interval = share_of(plan, match, 2 * len(match), alpha)
    assert interval.low is not None
    assert interval.high is not None
    return difference(match, (interval.low, interval.high))


DEPTH = Depth()
