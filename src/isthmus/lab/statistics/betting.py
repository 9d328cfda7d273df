"""Confidence sequences for the mean of bounded numbers, by betting: intervals that hold simultaneously at all times.

Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting" (JRSS B 2024): the hedged capital
process with predictable plug-in bets, their equations 20 to 26. If m is the true mean, the chance that a player who
bets against m ever has more than 1/alpha times the initial capital is at most alpha (Ville's inequality). So the means
against which nobody has become that rich form an interval that may be read after every game.

No maintained package on PyPI offers this; bench/lab_coverage.py checks its coverage by simulation.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

__all__ = ["BettingSequence", "sequence"]

GRID = 1000
"""The candidate means are multiples of 1/GRID; intervals are rounded outwards to them."""

BET_LEVEL = 0.05
"""The level for which the bets are made. Any bets are valid; these are good for levels near it."""

MOST_OF_IT = 0.5
"""The greatest share of the capital in one bet (their c)."""


@dataclass(frozen=True)
class BettingSequence:
    """The result of betting on a mean in [0, 1]: for each candidate mean, the greatest log of the capital so far.

    ``mean`` is the mean of the ``count`` numbers seen.
    """

    mean: float
    count: int
    capital: tuple[float, ...]

    def interval(self, alpha: float) -> tuple[float, float]:
        """The interval with error at most ``alpha`` simultaneously at all times; smaller alphas give wider ones."""
        bar = -math.log(alpha)
        kept = [number for number, capital in enumerate(self.capital) if capital < bar]
        if not kept:  # everything is refuted, which happens in a share alpha of all sequences
            nearest = round(self.mean * GRID)
            return nearest / GRID, nearest / GRID
        return max(0, kept[0] - 1) / GRID, min(GRID, kept[-1] + 1) / GRID


def sequence(values: Sequence[float]) -> BettingSequence:
    """The betting sequence for these numbers in [0, 1], given in the order in which they arrived."""
    return _sequence(tuple(values))


@lru_cache(maxsize=512)
def _sequence(values: tuple[float, ...]) -> BettingSequence:
    if not values:
        return BettingSequence(0.5, 0, (0.0,) * (GRID + 1))
    x = np.asarray(values, np.float64)
    bets = _bets(x)
    means = np.arange(GRID + 1) / GRID
    greatest = np.full(GRID + 1, -np.inf)
    up, down = np.zeros(GRID + 1), np.zeros(GRID + 1)
    with np.errstate(divide="ignore"):
        most_up, most_down = MOST_OF_IT / means, MOST_OF_IT / (1 - means)
    for bet, found in zip(bets, x, strict=True):
        # Half the money says that the mean is greater than m, the other half that it is less.
        up += np.log1p(np.minimum(bet, most_up) * (found - means))
        down += np.log1p(-np.minimum(bet, most_down) * (found - means))
        np.maximum(greatest, np.maximum(up, down), out=greatest)
    capital = greatest - math.log(2)
    return BettingSequence(float(x.mean()), len(values), tuple(capital.tolist()))


def _bets(x: Any) -> Any:
    """The bet before each number, from the earlier numbers alone."""
    count = np.arange(1, len(x) + 1)
    means = (0.5 + np.cumsum(x)) / (count + 1)
    variances = (0.25 + np.cumsum((x - means) ** 2)) / (count + 1)
    known = np.concatenate([[0.25], variances[:-1]])
    return np.sqrt(2 * math.log(2 / BET_LEVEL) / (known * count * np.log(count + 1)))
