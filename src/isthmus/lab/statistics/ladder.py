"""The ladder of strength: Elo from matches of each player with the one before it.

In such a chain the ratings of Bradley and Terry (1952) are sums of differences, and each difference is the log-odds of
the share of points in its match. One drawn pair is added to each match, so that a match without a loss gives a finite
difference; this makes the ladder too short rather than too long.

The interval of a difference has the ends of the interval of its share: infinite if all games ended alike. The interval
of a sum is that of Zou and Donner ("Construction of confidence limits about effect measures", Statistics in Medicine
2008) for a fixed number of games. Time-uniform intervals are added; each gets a part of the error.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from isthmus.match.statistics import elo_of

__all__ = ["Difference", "difference", "steps_of", "sum_of"]

EXTRA_PAIRS = 1.0

FARTHEST = 1e5
"""Takes the place of infinite differences where steps are counted."""


@dataclass(frozen=True)
class Difference:
    """Elo of a player above another, with the ends of its interval, which may be infinite."""

    elo: float
    low: float
    high: float


def difference(values: Sequence[float], interval: tuple[float, float]) -> Difference:
    """The difference of two players, from the shares of the stronger one in each pair and the interval of its share."""
    pairs = len(values)
    share = (pairs * fmean(values) + EXTRA_PAIRS / 2) / (pairs + EXTRA_PAIRS)
    return Difference(elo_of(share), elo_of(interval[0]), elo_of(interval[1]))


def sum_of(differences: Sequence[Difference], *, added: bool) -> Difference:
    """The sum of independent differences. ``added``: add the ends, for intervals that share the error."""
    elo = sum(one.elo for one in differences)
    below, above = ([one.elo - one.low for one in differences], [one.high - one.elo for one in differences])
    if added:
        return Difference(elo, elo - sum(below), elo + sum(above))
    return Difference(elo, elo - math.hypot(*below), elo + math.hypot(*above))


def steps_of(differences: Sequence[float], step: float) -> int:
    """The greatest number of steps of at least ``step`` Elo, one above the other, on a ladder with these differences.

    Greater differences never give fewer steps.
    """
    elo, steps = [0.0], [0]
    for one in differences:
        elo.append(elo[-1] + min(max(one, -FARTHEST), FARTHEST))
        steps.append(
            max([found + 1 for below, found in zip(elo, steps, strict=False) if elo[-1] - below >= step] + [0])
        )
    return max(steps)
