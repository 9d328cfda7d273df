"""Intervals of a share of points, for a fixed number of pairs of games.

The two games of a pair depend on each other. So the interval is that of Clopper and Pearson (1934) for the number of
independent games that would vary as much as the pairs do (Korn and Graubard, "Confidence intervals for proportions with
small expected number of positive counts estimated from survey data", Survey Methodology 1998). One extra pair, whose
games end alike, counts in that variance, since few pairs show too little of it. bench/lab_coverage.py checks the
coverage by simulation: Wilson's interval covers only 84 to 93% in places.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from scipy import stats

__all__ = ["exact_share", "share_interval"]


def share_interval(values: Sequence[float], games: int, alpha: float) -> tuple[float, float]:
    """The interval with error ``alpha`` of a share, from one share per pair; ``games`` is their number of games."""
    pairs = len(values)
    if not pairs:
        return 0.0, 1.0
    share = fmean(values)
    unpaired = share * (1 - share)
    if not unpaired or pairs == 1:
        return exact_share(share * pairs, pairs, alpha)
    spread = sum((value - share) ** 2 for value in values) + unpaired
    worth = min(games, unpaired * pairs * pairs / spread)
    # The variance is estimated, with fewer degrees of freedom than there are games.
    worth *= float(stats.t.ppf(1 - alpha / 2, games - 1) / stats.t.ppf(1 - alpha / 2, pairs - 1)) ** 2
    return exact_share(share * worth, worth, alpha)


def exact_share(points: float, games: float, alpha: float) -> tuple[float, float]:
    """The interval of Clopper and Pearson for ``points`` of ``games`` independent games; they need not be whole."""
    low = float(stats.beta.ppf(alpha / 2, points, games - points + 1)) if points > 0 else 0.0
    high = float(stats.beta.ppf(1 - alpha / 2, points + 1, games - points)) if points < games else 1.0
    return low, high
