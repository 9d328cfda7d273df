"""Asymptotic confidence sequences, for the mean of numbers without known bounds.

Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences"
(Annals of Statistics 2024), theorem 2.2. They are time-uniform once there are many numbers. For few numbers
they are widened as Student's t widens the normal interval. bench/lab_coverage.py measures the resulting coverage.
"""

from __future__ import annotations

import math

from scipy import stats

__all__ = ["half_width"]

TIGHTEST = 40
"""The number of values for which the sequence is narrowest."""


def half_width(count: int, deviation: float, alpha: float) -> float:
    """Half the width after ``count`` values, two or more, with this standard deviation; ``alpha`` is the error."""
    log = -2 * math.log(alpha)
    square = (log + math.log(log + 1)) / TIGHTEST  # their rho squared, from their appendix B.2
    spread = count * square + 1
    normal = math.sqrt(2 * spread / square * math.log(math.sqrt(spread) / alpha)) / count
    wider = stats.t.ppf(1 - alpha / 2, count - 1) / stats.norm.ppf(1 - alpha / 2)
    return deviation * normal * float(wider)
