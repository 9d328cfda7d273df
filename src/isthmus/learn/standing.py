"""Standing: the progress of a training run, for display, and the means of its losses."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["RecentLosses", "Standing", "mean_losses"]

RECENT = 100
"""The number of latest steps whose losses count as recent."""

READ_EVERY = 0.25
"""Seconds between two readings of the losses for display. Reading losses from a GPU takes milliseconds."""


@dataclass(frozen=True)
class Standing:
    """The progress of a training run at one moment.

    ``seconds`` of ``limit`` are spent. ``games`` and ``positions`` (only those with a policy) are counted from the
    start, ``generation_games`` from the start of this generation. ``rates`` are games, positions and learned positions
    a second since this process began. ``losses`` are means over the last steps, in nats. ``elo`` is the strength of the
    policy above that of the first net, with the ends of its 95% interval.
    """

    seconds: float
    limit: float
    generation: int
    generation_games: int
    games: int
    positions: int
    steps: int
    window: int
    sizes: Mapping[int, float]
    rates: tuple[float, float, float]
    losses: Mapping[str, float]
    elo: tuple[float, float, float] | None


def mean_losses(losses: Collection[Mapping[str, Any]]) -> dict[str, float]:
    """The mean of each loss over several steps, by name. Empty if there are no steps."""
    names = next(iter(losses), ())
    return {name: round(sum(float(one[name]) for one in losses) / len(losses), 4) for name in sorted(names)}


class RecentLosses:
    """The losses of the last steps of a learner."""

    def __init__(self) -> None:
        self._losses: deque[Mapping[str, Any]] = deque(maxlen=RECENT)
        self._read = -READ_EVERY
        self._shown: dict[str, float] = {}

    def add(self, losses: Mapping[str, Any]) -> None:
        """Add the losses of a step, which may still be on a GPU."""
        self._losses.append(losses)

    def means(self) -> dict[str, float]:
        """Their means."""
        return mean_losses(self._losses)

    def shown(self) -> dict[str, float]:
        """Their means for display: at most ``READ_EVERY`` seconds old."""
        now = time.monotonic()
        if now - self._read >= READ_EVERY:
            self._read, self._shown = now, self.means()
        return self._shown
