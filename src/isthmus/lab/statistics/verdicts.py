"""Verdicts on claims, corrected for several claims together (Holm 1979)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

__all__ = ["EQUAL", "FALSE", "OPEN", "TRUE", "decided_at", "holm", "verdict"]

TRUE, EQUAL, FALSE, OPEN = "true", "equal within the margin", "false", "not known yet"

SMALLEST = 1e-12
"""The smallest level that is tried."""


def verdict(interval: tuple[float, float], relation: str, bound: float, margin: float) -> str:
    """The verdict of an interval on a claim: ``at_least``, ``at_most`` or ``equals`` the bound, with a margin.

    A claim of at least a bound is true if the whole interval reaches the bound, false if all of it is below, and equal
    within the margin if all of it is that near to the bound. A claim of equality is equal within the margin or false.
    """
    low, high = interval
    near = bound - margin <= low and high <= bound + margin and margin > 0
    if relation == "equals":
        return EQUAL if near else FALSE if high < bound - margin or low > bound + margin else OPEN
    if relation == "at_most":
        low, high, bound = -high, -low, -bound
    if low >= bound:
        return TRUE
    if near:
        return EQUAL
    return FALSE if high < bound else OPEN


def decided_at(
    interval_at: Callable[[float], tuple[float, float]], says: Callable[[tuple[float, float]], str]
) -> float:
    """The smallest error level at which the interval gives a verdict, at most 1: the claim's p-value.

    ``interval_at`` gives the interval for a level; smaller levels give wider ones.
    """
    if says(interval_at(SMALLEST)) != OPEN:
        return SMALLEST
    low, high = SMALLEST, 1.0
    if says(interval_at(0.999)) == OPEN:
        return 1.0
    for _ in range(60):
        middle = (low * high) ** 0.5
        low, high = (middle, high) if says(interval_at(middle)) == OPEN else (low, middle)
    return high


def holm(levels: Sequence[float], alpha: float) -> list[float]:
    """The level at which each claim is judged, so that with a probability of 1 - ``alpha`` all verdicts are right.

    ``levels`` are the p-values. In ascending order each is compared with alpha / (claims left). From the first that
    fails, all claims are judged at that level and stay open.
    """
    order = sorted(range(len(levels)), key=lambda number: levels[number])
    judged = [alpha] * len(levels)
    failed = False
    bar = alpha
    for rank, number in enumerate(order):
        if not failed:
            bar = alpha / (len(levels) - rank)
            failed = levels[number] > bar
        judged[number] = bar
    return judged
