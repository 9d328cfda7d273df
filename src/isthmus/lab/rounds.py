"""Rounds: the number of pairs for each point now, decided from the games of earlier rounds.

With ``stop = "fixed"`` there is one round. With ``"settled"`` rounds double, and a settled point gets no more games.
A point with claims is settled when none of them is open; any other point, when its figure differs from those of
all other points of its sweep (successive elimination, Even-Dar, Mannor and Mansour 2006). A decision depends only on
complete rounds, so it does not depend on the order in which games ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from isthmus.lab.measures.catalogue import claimed_points, series_for
from isthmus.lab.measures.measure import Games
from isthmus.lab.statistics.betting import sequence
from isthmus.lab.statistics.verdicts import OPEN
from isthmus.lab.study.plan import Plan, Point, Role
from isthmus.lab.verdicts import judge_claims

__all__ = ["Standing", "standing_of"]


@dataclass(frozen=True)
class Standing:
    """The state of a study, by pairs.

    ``wanted``: pairs of each point by the end of this round; ``most``: by the end of all rounds. ``widest`` is the
    widest interval of a watched figure, ``open_claims`` the number of claims without a verdict.
    """

    wanted: Mapping[int, int]
    most: Mapping[int, int]
    widest: float | None = None
    open_claims: int = 0
    claims: int = 0
    settled: frozenset[int] = field(default_factory=frozenset)

    def __str__(self) -> str:
        said = [] if self.widest is None else [f"widest interval ±{self.widest / 2:.1%}"]
        said += [f"{self.claims - self.open_claims} of {self.claims} claims settled"] if self.claims else []
        return ", ".join(said) or "first round"


def standing_of(plan: Plan, games: Games) -> Standing:
    """The state of a study by its games. A round counts only if it is complete for every point."""
    budget = plan.study.data.budget
    full = {point.number: point.pairs for point in plan.points}
    if budget.stop == "fixed":
        complete = all(len(games.get(number, ())) >= pairs for number, pairs in full.items())
        return _described(plan, games, full, full, frozenset()) if complete else Standing(full, full)
    wanted = {
        point.number: point.pairs if point.role is Role.OPENINGS else min(point.pairs, budget.first // 2)
        for point in plan.points
    }
    settled: frozenset[int] = frozenset()
    while all(len(games.get(number, ())) >= pairs for number, pairs in wanted.items()):
        seen = {
            number: {pair: found for pair, found in games[number].items() if pair < pairs}
            for number, pairs in wanted.items()
        }
        settled = settled | _settled(plan, seen)
        after = {
            number: pairs if number in settled else min(full[number], 2 * pairs) for number, pairs in wanted.items()
        }
        if after == wanted:
            return _described(plan, seen, wanted, wanted, settled)
        wanted = after
    most = {number: wanted[number] if number in settled else pairs for number, pairs in full.items()}
    return _described(plan, games, wanted, most, settled)


def _described(
    plan: Plan, games: Games, wanted: Mapping[int, int], most: Mapping[int, int], settled: frozenset[int]
) -> Standing:
    widths = []
    for point in plan.of_role(Role.SELF_PLAY):
        interval = _interval(plan, point, games)
        if interval is not None:
            widths.append(interval[1] - interval[0])
    verdicts = judge_claims(plan, games)
    undecided = sum(found.verdict == OPEN for found in verdicts)
    return Standing(wanted, most, max(widths, default=None), undecided, len(verdicts), settled)


def _settled(plan: Plan, games: Games) -> frozenset[int]:
    """The points that need no more games."""
    busy: set[int] = set()
    for claim, found in zip(plan.study.data.claims, judge_claims(plan, games), strict=True):
        if found.verdict == OPEN:
            busy |= {point.number for point in claimed_points(plan, claim)}
    claimed = {point.number for claim in plan.study.data.claims for point in claimed_points(plan, claim)}
    intervals = {point: _interval(plan, point, games) for point in plan.points if point.role is not Role.OPENINGS}
    for point, interval in intervals.items():
        if point.number in claimed or interval is None:
            continue
        others = [
            other
            for rival, other in intervals.items()
            if rival is not point and _same_sweep(rival, point) and other is not None
        ]
        if not others or any(low <= interval[1] and interval[0] <= high for low, high in others):
            busy.add(point.number)
    return frozenset(point.number for point in plan.points if point.number not in busy)


def _same_sweep(one: Point, other: Point) -> bool:
    """Whether two points differ only in their game."""
    return (one.role, one.a, one.b, one.restriction) == (other.role, other.a, other.b, other.restriction)


def _interval(plan: Plan, point: Point, games: Games) -> tuple[float, float] | None:
    """The interval of the watched figure at a point: the first seat's share, or the share of player a."""
    values = series_for(point, games)
    return sequence(values).interval(1 - plan.study.data.confidence) if values else None
