"""Compares two reports: which figures differ by more than their intervals."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from isthmus.lab.measures.measure import Estimate
from isthmus.lab.reporting.results import Results

__all__ = ["Compared", "compare"]


@dataclass(frozen=True)
class Compared:
    """The same figure in two studies. ``apart``: their intervals do not overlap.

    If 95% intervals do not overlap, the figures differ with far more than 95% confidence; some figures differ
    although their intervals overlap.
    """

    one: Estimate
    other: Estimate

    @property
    def apart(self) -> bool | None:
        """Whether the intervals do not overlap; None if a figure has none."""
        one, other = _ends(self.one), _ends(self.other)
        if one is None or other is None:
            return None
        return one[0] > other[1] or other[0] > one[1]


def _ends(found: Estimate) -> tuple[float, float] | None:
    """The interval of a figure. An open end is infinite. None if the figure has no interval."""
    if found.low is None and found.high is None:
        return None
    return -math.inf if found.low is None else found.low, math.inf if found.high is None else found.high


def compare(one: Results, other: Results) -> Iterator[Compared]:
    """The figures that both studies have: for the same game, or for the only game of each."""
    single = len(one.study.games) == 1 == len(other.study.games)

    def key(found: Estimate) -> tuple[str, ...]:
        game = "" if single else found.game
        return game, found.measure, found.figure, found.strength, found.restriction

    others = {key(found): found for found in other.estimates}
    for found in one.estimates:
        if key(found) in others:
            yield Compared(found, others[key(found)])
