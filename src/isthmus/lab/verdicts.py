"""The claims of a study, judged together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from isthmus.lab.measures.catalogue import MEASURES, claimed_points
from isthmus.lab.measures.measure import Games
from isthmus.lab.measures.repeats import MANY, repeats_at
from isthmus.lab.statistics.betting import BettingSequence, sequence
from isthmus.lab.statistics.verdicts import FALSE, OPEN, TRUE, decided_at, holm, verdict
from isthmus.lab.study.plan import Plan, Point
from isthmus.lab.study.schema import Claim
from isthmus.match.statistics import Pentanomial, Sprt, elo_of

__all__ = ["Judgement", "judge_claims"]


_NOT_INDEPENDENT = "no verdict: {:.0f}% of the games repeat games of earlier pairs, so they are not independent"


class _Evidence(NamedTuple):
    """The data for a claim: the sequences of its one or two points."""

    sequences: list[BettingSequence]

    @property
    def value(self) -> float | None:
        """The figure, or the difference of the two."""
        if not all(found.count for found in self.sequences):
            return None
        one, *other = (found.mean for found in self.sequences)
        return one - other[0] if other else one

    def interval(self, alpha: float) -> tuple[float, float]:
        """The interval with this error; for a difference, each side gets half of it."""
        one, *other = (found.interval(alpha / len(self.sequences)) for found in self.sequences)
        return (one[0] - other[0][1], one[1] - other[0][0]) if other else one


@dataclass(frozen=True)
class Judgement:
    """A claim, its verdict, its figure with the interval at the level of the verdict, and that level.

    ``pairs`` is the number of pairs of games behind it. ``note`` says why the claim gets no verdict although its
    interval would allow one.
    """

    claim: Claim
    verdict: str
    value: float | None
    low: float
    high: float
    level: float
    pairs: int
    points: tuple[Point, ...]
    note: str = ""


def judge_claims(plan: Plan, games: Games) -> list[Judgement]:
    """Every claim with its verdict; with the confidence of the study, all of them are right.

    Claims by confidence sequences share their part of the error by Holm's method. Each claim by the sequential test
    gets an equal part of the total error; if the true share is within the margin of the bound, either verdict may
    result.
    """
    claims = plan.study.data.claims
    alpha = 1 - plan.study.data.confidence
    evidence = [_evidence(plan, claim, games) for claim in claims]
    sequential = [number for number, claim in enumerate(claims) if claim.test == "sequence"]
    levels = [decided_at(evidence[number].interval, partial(_says, claims[number])) for number in sequential]
    share = alpha * len(sequential) / len(claims) if claims else alpha
    judged_at = dict(zip(sequential, holm(levels, share), strict=True))
    found = []
    for number, claim in enumerate(claims):
        level = judged_at.get(number, alpha / len(claims))
        one = evidence[number]
        low, high = one.interval(level)
        said = _says(claim, (low, high)) if claim.test == "sequence" else _tested(plan, claim, games, level)
        pairs = sum(sequence.count for sequence in one.sequences)
        picked = claimed_points(plan, claim)
        most = max(repeats_at(games, point) for point in picked)
        said, note = (OPEN, _NOT_INDEPENDENT.format(100 * most)) if most >= MANY else (said, "")
        found.append(Judgement(claim, said, one.value, low, high, level, pairs, tuple(picked), note))
    return found


def _evidence(plan: Plan, claim: Claim, games: Games) -> _Evidence:
    measure = MEASURES[claim.measure]
    return _Evidence([sequence(measure.series(point, games)) for point in claimed_points(plan, claim)])


def _relation(claim: Claim) -> str:
    return "equals" if claim.equals is not None else "at_most" if claim.at_most is not None else "at_least"


def _says(claim: Claim, interval: tuple[float, float]) -> str:
    return verdict(interval, _relation(claim), claim.bound, claim.margin)


def _tested(plan: Plan, claim: Claim, games: Games, level: float) -> str:
    """The sequential test of a share of points: bound minus margin against bound plus margin, on the pairs in order."""
    (point, *_) = claimed_points(plan, claim)
    test = Sprt(elo_of(claim.bound - claim.margin), elo_of(claim.bound + claim.margin), level, level)
    pairs = Pentanomial()
    for share in MEASURES[claim.measure].series(point, games):
        pairs += Pentanomial.of([2 * share])
        accepted = test.accepted(pairs)
        if accepted is not None:
            greater = accepted == 1
            return TRUE if greater == (claim.at_least is not None) else FALSE
    return OPEN
