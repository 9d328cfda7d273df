"""What a measure is: its definition, its needs, and its estimates from games."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import NamedTuple, Protocol

from scipy import stats

from isthmus.lab.play.played import Offer, Played
from isthmus.lab.statistics.asymptotic import half_width
from isthmus.lab.statistics.betting import sequence
from isthmus.lab.statistics.shares import share_interval
from isthmus.lab.study.plan import Plan, Point, Role

__all__ = [
    "Estimate",
    "Facts",
    "Games",
    "Interval",
    "Mean",
    "Measure",
    "estimate_at",
    "is_early",
    "mean_of",
    "pairs_of",
    "share_of",
]

Games = Mapping[int, Mapping[int, Sequence[Played | Offer]]]
"""By the number of a point, then of a pair."""


class Interval(NamedTuple):
    """A value between the ends of its interval, if it has one, and the method (see Estimate)."""

    value: float | None
    low: float | None
    high: float | None
    method: str


@dataclass(frozen=True)
class Estimate:
    """A figure with its interval. ``of_whom`` is its point of view; ``count`` is the number of games behind it.

    ``method`` is the kind of interval: ``fixed`` (for a fixed number of games), ``sequence`` (valid however often one
    looks), ``asymptotic`` (the same, but only for many games), or for openings one without interval: ``exact`` (all of
    them were judged), ``part`` (not all yet), ``judged`` (the value of one). An interval of which one end is missing
    is infinite there. ``games`` are the numbers of games to look at.
    """

    measure: str
    figure: str
    game: str
    strength: str
    of_whom: str
    unit: str
    value: float | None
    low: float | None
    high: float | None
    count: int
    method: str
    restriction: str = ""
    note: str = ""
    games: tuple[int, ...] = ()


class Facts(Protocol):
    """The description of a measure.

    ``judged``: whether the games must be judged. ``bounded``: whether its figures lie in [0, 1], so that claims can use
    it. ``scale`` is the way to print it: ``share``, ``value``, ``number`` or ``elo``.
    """

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def definition(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def of_whom(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def misleads(self) -> str: ...
    @property
    def role(self) -> Role: ...
    @property
    def judged(self) -> bool: ...
    @property
    def bounded(self) -> bool: ...
    @property
    def scale(self) -> str: ...


class Measure(Facts, Protocol):
    """A measure: its description and its figures."""

    def estimates(self, plan: Plan, games: Games) -> list[Estimate]:
        """All figures of the measure in a study, in the order of its points."""
        ...

    def series(self, point: Point, games: Games) -> list[float]:
        """The numbers in [0, 1] whose mean is the figure at a point, one per pair, in order; for claims."""
        ...


@dataclass(frozen=True)
class Mean:
    """A measure whose figure is the mean of one number per game. ``of_game`` returns it, None if a game has none."""

    name: str
    title: str
    definition: str
    unit: str
    of_whom: str
    source: str
    misleads: str
    of_game: Callable[[Played], float | None]
    judged: bool = False
    bounded: bool = True
    scale: str = "share"
    role: Role = Role.SELF_PLAY

    def estimates(self, plan: Plan, games: Games) -> list[Estimate]:
        return [self._estimate(plan, point, games) for point in plan.of_role(self.role)]

    def series(self, point: Point, games: Games) -> list[float]:
        numbers = ([self.of_game(game) for game in pair] for pair in pairs_of(games, point))
        known = ([number for number in pair if number is not None] for pair in numbers)
        return [fmean(pair) for pair in known if pair]

    def _estimate(self, plan: Plan, point: Point, games: Games) -> Estimate:
        pairs = pairs_of(games, point)
        found = mean_of(plan, self.series(point, games), bounded=self.bounded)
        count = sum(self.of_game(game) is not None for pair in pairs for game in pair)
        return estimate_at(self, point, self.title, found, count, games=_extremes(self.of_game, pairs))


def estimate_at(
    measure: Facts,
    point: Point,
    figure: str,
    interval: Interval,
    count: int,
    *,
    note: str = "",
    games: tuple[int, ...] = (),
) -> Estimate:
    """An estimate at a point, in the unit of the measure and from its point of view."""
    return Estimate(
        measure.name,
        figure,
        point.game,
        point.strength,
        measure.of_whom,
        measure.unit,
        interval.value,
        interval.low,
        interval.high,
        count,
        interval.method,
        point.restriction,
        note,
        games,
    )


def pairs_of(games: Games, point: Point) -> list[list[Played]]:
    """The pairs of a point, from number 0 to the one before the first gap."""
    of_point = games.get(point.number, {})
    found: list[list[Played]] = []
    for pair in range(len(of_point)):
        if pair not in of_point:
            break
        found.append([game for game in of_point[pair] if isinstance(game, Played)])
    return found


def is_early(plan: Plan) -> bool:
    """Whether a study may end points early, depending on their results, so that fixed intervals do not hold."""
    return plan.study.data.budget.stop == "settled"


def share_of(plan: Plan, values: Sequence[float], games: int, alpha: float) -> Interval:
    """The mean of shares of points, one per pair, with its interval of this error; ``games`` are those of all pairs."""
    if not values:
        return Interval(None, None, None, "sequence" if is_early(plan) else "fixed")
    if is_early(plan):
        return Interval(fmean(values), *sequence(values).interval(alpha), "sequence")
    return Interval(fmean(values), *share_interval(values, games, alpha), "fixed")


def mean_of(plan: Plan, values: Sequence[float], *, bounded: bool, games: int | None = None) -> Interval:
    """The mean of one number per pair, with its interval. ``games``: those of all pairs, by default two each.

    In a study that stops early, the interval is a confidence sequence, or an asymptotic one for numbers without bounds.
    Otherwise it is that of ``share_interval`` for shares of points, and Student's t for other numbers.
    """
    alpha = 1 - plan.study.data.confidence
    if bounded and (is_early(plan) or all(4 * value == int(4 * value) for value in values)):
        return share_of(plan, values, 2 * len(values) if games is None else games, alpha)
    method = "asymptotic" if is_early(plan) else "fixed"
    if not values:
        return Interval(None, None, None, method)
    mean, count = fmean(values), len(values)
    if count < 2:
        return Interval(mean, 0.0, 1.0, method) if bounded else Interval(mean, None, None, method)
    if is_early(plan):
        half = half_width(count, stdev(values), alpha)
    else:
        half = float(stats.t.ppf(1 - alpha / 2, count - 1)) * stdev(values) / math.sqrt(count)
    low, high = mean - half, mean + half
    return Interval(mean, max(0.0, low), min(1.0, high), method) if bounded else Interval(mean, low, high, method)


def _extremes(of_game: Callable[[Played], float | None], pairs: Iterable[Sequence[Played]]) -> tuple[int, ...]:
    """The games with the least and the greatest number, for people to look at."""
    ranked = sorted((value, game.number) for pair in pairs for game in pair if (value := of_game(game)) is not None)
    if not ranked:
        return ()
    low, high = ranked[0], ranked[-1]
    return (low[1],) if low[0] == high[0] else (low[1], high[1])
