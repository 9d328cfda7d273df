"""The ladder of strength: ratings from matches between neighbours, with intervals.

Bradley and Terry 1952, fitted by the minorisation of Hunter ("MM algorithms for generalized Bradley-Terry models",
Annals of Statistics 2004). One drawn pair is added to each match, so that a match without a loss gives a finite
difference; this makes the ladder too short rather than too long. Intervals are percentiles of a bootstrap over pairs.
Pairs with the same number have the same opening in all matches, so they are drawn together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["Ladder", "ladder", "ratings"]

RESAMPLES = 1000
EXTRA_PAIRS = 1.0


@dataclass(frozen=True)
class Ladder:
    """Ratings in Elo above the first player, one per player, with the ends of their intervals."""

    elo: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    draws: tuple[tuple[float, ...], ...]
    """The ratings of every resample, for figures computed from several of them."""

    def interval(self, of: Sequence[float], confidence: float) -> tuple[float, float]:
        """The percentile interval of a figure computed from each resample."""
        tail = (1 - confidence) / 2
        low, high = np.quantile(np.asarray(of), [tail, 1 - tail])
        return float(low), float(high)


def ratings(shares: Sequence[tuple[int, int, float, float]], players: int) -> list[float]:
    """Elo above player 0, from matches: (player, opponent, points of the player in pairs, number of pairs)."""
    wins = np.zeros((players, players))
    for one, other, points, pairs in shares:
        wins[one, other] += points + EXTRA_PAIRS / 2
        wins[other, one] += pairs - points + EXTRA_PAIRS / 2
    games = wins + wins.T
    strength = np.ones(players)
    for _ in range(10_000):
        sums = strength[:, None] + strength[None, :]
        updated = wins.sum(1) / np.where(games > 0, games / sums, 0).sum(1)
        updated /= updated[0]
        moved = np.abs(np.log(updated / strength)).max()
        strength = updated
        if moved < 1e-9:
            break
    return [float(400 * math.log10(value)) for value in strength]


def ladder(matches: Sequence[Sequence[float | None]], confidence: float, seed: int = 0) -> Ladder:
    """The ladder of players 0, 1, 2, … from the matches of each with the one before it.

    ``matches[k][pair]`` is the share of the points that player k + 1 got against player k in that pair, None if the
    pair was not played.
    """
    players = len(matches) + 1
    length = max(map(len, matches))
    table = np.full((len(matches), length), np.nan)
    for row, match in zip(table, matches, strict=True):
        row[: len(match)] = [np.nan if share is None else share for share in match]

    matched = [(number + 1, number, points, pairs) for number, (points, pairs) in enumerate(_sums(table))]
    found = ratings(matched, players)
    chance = np.random.default_rng(seed)
    draws = []
    for _ in range(RESAMPLES):
        # The extra pair is also resampled. Otherwise pairs that all ended alike would seem certain.
        extra = chance.choice([0.0, 0.5, 1.0], len(matches), p=[0.25, 0.5, 0.25])
        draws.append(_chain(table[:, chance.integers(0, length, length)], extra))
    tail = (1 - confidence) / 2
    low, high = np.quantile(np.asarray(draws), [tail, 1 - tail], axis=0)
    assert len(found) == players
    return Ladder(tuple(found), tuple(low.tolist()), tuple(high.tolist()), tuple(map(tuple, draws)))


def _sums(table: Any) -> list[tuple[float, int]]:
    """The points and the number of pairs of each match."""
    return [(float(np.nansum(row)), int(np.sum(~np.isnan(row)))) for row in table]


def _chain(table: Any, extra: Any) -> list[float]:
    """The ratings of a chain, in which each match decides one difference: as from ``ratings``, but directly."""
    points, pairs = np.nansum(table, axis=1), np.sum(~np.isnan(table), axis=1)
    won, lost = points + EXTRA_PAIRS * extra, pairs - points + EXTRA_PAIRS * (1 - extra)
    least = EXTRA_PAIRS / 4  # a match without a loss still gives a finite difference
    return [0.0, *(400 * np.cumsum(np.log10(np.maximum(won, least) / np.maximum(lost, least)))).tolist()]
