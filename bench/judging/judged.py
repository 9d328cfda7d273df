"""Positions with another judge's verdict: how far the engine's choice, chances and priors agree with the judge.

A file has one JSON object per line: ``moves`` from the start; ``best``, the judge's turn; ``chance``, its winning
chance for the side to move; ``chances``, the same for every turn.
"""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import isthmus
from judging.games import Way, engine_of
from judging.intervals import interval
from judging.prediction import mean


@dataclass(frozen=True)
class JudgedPosition:
    """A position and the judge's verdict; chances are for the side to move."""

    moves: tuple[str, ...]
    best: str
    chance: float
    chances: Mapping[str, float]


@dataclass(frozen=True)
class Verdict:
    """The engine's verdict on a judged position; all chances are for the side to move.

    ``regret`` is what the engine's turn loses by the judge's chances. ``claimed`` is the engine's chance, ``held`` the
    judge's. ``rank`` is the place of the judge's turn in the priors of the turns that the search reached, from 1. If
    the search did not reach it, it counts as one place after the last, so a rank needs a few hundred simulations.
    ``agreement`` is the correlation of both sets of chances over the visited turns.
    """

    regret: float
    claimed: float
    held: float
    rank: int
    agreement: float


@dataclass(frozen=True)
class Agreement:
    """Figures of many verdicts, each with its interval: mean regret, correlations of chances, median rank.

    ``correlation`` is over the chances of positions; ``turns`` is the mean correlation over the turns of a position.
    """

    positions: int
    regret: tuple[float, tuple[float, float]]
    correlation: tuple[float, tuple[float, float]]
    turns: tuple[float, tuple[float, float]]
    rank: tuple[float, tuple[float, float]]


def read_judged(path: Path) -> list[JudgedPosition]:
    """The positions of a file."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [JudgedPosition(tuple(one["moves"]), one["best"], one["chance"], one["chances"]) for one in lines]


def verdict(game: str, judged: JudgedPosition, simulations: int, way: Way) -> Verdict:
    """Search a position with a new engine, and compare."""
    position = isthmus.game(game).start()
    for move in judged.moves:
        position = position.play(move)
    report = engine_of(way).search(position, simulations=simulations)
    priors = sorted(report.turns, key=lambda entry: -entry.prior)
    ranks = {str(entry.turn): rank for rank, entry in enumerate(priors, start=1)}
    pairs = [
        (entry.value.chance(report.seat), judged.chances[str(entry.turn)])
        for entry in report.turns
        if entry.visits and str(entry.turn) in judged.chances
    ]
    return Verdict(
        judged.chance - judged.chances[str(report.best)],
        report.searched.chance(report.seat),
        judged.chance,
        ranks.get(judged.best, len(ranks) + 1),
        correlation(pairs),
    )


def agreement(verdicts: Sequence[Verdict]) -> Agreement:
    """The figures of some verdicts; positions are resampled for the intervals."""

    def with_interval(of: object) -> tuple[float, tuple[float, float]]:
        assert callable(of)
        return of(verdicts), interval(verdicts, of)

    return Agreement(
        len(verdicts),
        with_interval(lambda sample: mean(one.regret for one in sample)),
        with_interval(lambda sample: correlation([(one.claimed, one.held) for one in sample])),
        with_interval(lambda sample: mean(one.agreement for one in sample if not math.isnan(one.agreement))),
        with_interval(lambda sample: statistics.median(one.rank for one in sample)),
    )


def regret_difference(one: Sequence[Verdict], other: Sequence[Verdict]) -> tuple[float, tuple[float, float]]:
    """The regret of the second verdicts minus that of the first, on the same positions, with its interval."""
    differences = [b.regret - a.regret for a, b in zip(one, other, strict=True)]
    return mean(differences), interval(differences, mean)


def correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """Pearson's correlation; nan if one of the two is constant."""
    if len(pairs) < 2:
        return math.nan
    left, right = zip(*pairs, strict=True)
    if min(left) == max(left) or min(right) == max(right):
        return math.nan
    return statistics.correlation(left, right)
