"""Restricted play: the points of a restricted player against a free player of the same strength."""

from __future__ import annotations

from collections.abc import Callable
from statistics import fmean

from isthmus.lab.measures.measure import Estimate, Games, estimate_at, mean_of, pairs_of
from isthmus.lab.play.played import Played
from isthmus.lab.study.plan import Plan, Point, Role
from isthmus.rules.types import Seat, Side

__all__ = ["RESTRICTED", "Restricted"]


class Restricted:
    """The points of restricted players, overall, by seat and by side."""

    name = "restricted"
    title = "restricted play"
    definition = (
        "Points of a player that may play only some turns, against a free player of the same strength, with seats "
        "exchanged. It searches each allowed turn separately, with the same total of simulations. Restrictions: "
        "adjacent (answers each stone of the previous turn on a neighbouring field), no-pass (neither passes nor stops "
        "short), mirror (plays the image of the previous turn), quarter (stays in one quarter of the board). If no "
        "turn is allowed, it is free; the share of such turns is shown too."
    )
    unit = "share of the points"
    of_whom = "the restricted player"
    source = "Jaffe et al., Evaluating Competitive Game Balance with Restricted Play (AIIDE 2012)"
    misleads = "If a restricted player does as well as a free one, the rule has little value. If it loses, that shows "
    misleads += "less: a cleverer use of the restriction might do better, and a player that is often free is hardly "
    misleads += "restricted."
    role = Role.RESTRICTED
    judged = False
    bounded = True
    scale = "share"

    def estimates(self, plan: Plan, games: Games) -> list[Estimate]:
        return [one for point in plan.of_role(self.role) for one in self._of_point(plan, point, games)]

    def series(self, point: Point, games: Games) -> list[float]:
        return [sum(map(_points, pair)) / len(pair) for pair in pairs_of(games, point) if pair]

    def _of_point(self, plan: Plan, point: Point, games: Games) -> list[Estimate]:
        pairs = pairs_of(games, point)
        played = [game for pair in pairs for game in pair]
        turns, free = sum(game.free[1] for game in played), sum(game.free[0] for game in played)
        note = f"free in {100 * free / turns:.0f}% of its turns" if turns else ""
        losses = tuple(game.number for game in played if _points(game) == 1)[:1]
        whole = mean_of(plan, self.series(point, games), bounded=True)
        found = [estimate_at(self, point, "in all", whole, len(played), note=note, games=losses)]
        for figure, part in _PARTS.items():
            some = [[_points(game) for game in pair if part(game)] for pair in pairs]
            count = sum(map(len, some))
            share = mean_of(plan, [fmean(points) for points in some if points], bounded=True, games=count)
            found.append(estimate_at(self, point, figure, share, count))
        return found


def _points(game: Played) -> float:
    return game.points(game.a_seat)


def _side_of_a(game: Played) -> Side | None:
    if game.black is None:
        return None
    return Side.BLACK if game.black is game.a_seat else Side.WHITE


def _of_seat(seat: Seat) -> Callable[[Played], bool]:
    return lambda game: game.a_seat is seat


def _of_side(side: Side) -> Callable[[Played], bool]:
    return lambda game: _side_of_a(game) is side


_PARTS = {f"as {seat} seat": _of_seat(seat) for seat in Seat} | {f"as {side}": _of_side(side) for side in Side}

RESTRICTED = Restricted()
