"""95% intervals by the bootstrap: whole games, or whole positions, are resampled with replacement."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import TypeVar

RESAMPLES = 1000
One = TypeVar("One")
Figure = tuple[float, tuple[float, float]]
"""A number and its interval."""


def interval(samples: Sequence[One], statistic: Callable[[Sequence[One]], float]) -> tuple[float, float]:
    """The interval of a statistic of independent samples (Efron 1979, percentiles); the same for the same samples.

    Resamples without a statistic (nan) do not count; (nan, nan) if none are left.
    """
    chance = random.Random("bootstrap")
    found = [statistic(chance.choices(samples, k=len(samples))) for _ in range(RESAMPLES)] if samples else []
    found = sorted(one for one in found if not math.isnan(one))
    if not found:
        return math.nan, math.nan
    return found[round(0.025 * (len(found) - 1))], found[round(0.975 * (len(found) - 1))]
