"""Standing: the progress of a training run, for display, and the means of its losses."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Standing", "mean_losses"]


@dataclass(frozen=True)
class Standing:
    """The progress of a training run at one moment.

    ``seconds`` of ``limit`` are spent. ``games`` and ``positions`` (only those with a policy) are counted from the
    start, ``generation_games`` from the start of this generation. ``rates`` are games, positions and learned positions
    a second since this process began. ``losses`` are means over the last steps, in nats. ``elo`` is the strength of the
    policy, with the ends of the last trial's 95 % interval. It is the sum of the differences between successive
    generations; 0 is the first, untrained net.
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
