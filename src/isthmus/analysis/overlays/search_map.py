"""The overlays of a search: ``visits``, ``priors`` and ``values``, collected from turns for the points they touch.

A turn of two stones, or of a row of pieces, counts in full for every point that it brings a stone to, so shares may add
up to more than 1: a point shows the share of attention given to turns through it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from isthmus.analysis.overlays.touched import entered, moves
from isthmus.analysis.overlays.types import Link, Overlay, Scale, actor, highest
from isthmus.engine import Proof, Report, search
from isthmus.engine.report import TurnReport
from isthmus.errors import SearchError
from isthmus.rules.position import Position
from isthmus.rules.types import Seat

__all__ = ["priors", "values", "visits"]


def visits(position: Position, *, report: Report | None = None, **limits: object) -> Overlay:
    """For each point, the share of a search's visits given to turns that bring a stone there.

    ``report`` is a search of this position; by default a search is made with ``limits`` as for ``isthmus.search``. If
    theory gives the turn, no search is made and only the best turn has a share. Raises SearchError for a report on
    another position.
    """
    report = _report(position, report, limits)
    total = sum(entry.visits for entry in report.turns)
    weights = [entry.visits / total if total else float(entry.turn == report.best) for entry in report.turns]
    return _shares(
        report, weights, name="visits", title="Visits of the search", what="the search's visits", count=total
    )


def priors(position: Position, *, report: Report | None = None, **limits: object) -> Overlay:
    """For each point, the share of attention that its turns get before any search; ``report`` as for ``visits``."""
    report = _report(position, report, limits)
    weights = [entry.prior for entry in report.turns]
    return _shares(report, weights, name="priors", title="Attention before the search", what="the prior attention")


def values(position: Position, *, report: Report | None = None, **limits: object) -> Overlay:
    """For each point, the value of the turns through it for the seat to act, in [-1, 1]; ``report`` as for ``visits``.

    It is the mean over these turns, weighted by their visits, so a bad second stone with few visits does not spoil a
    good first one. Points without a visited turn have no value. Without visits, all turns weigh the same.
    """
    report = _report(position, report, limits)
    searched = any(entry.visits for entry in report.turns)
    sums: dict[str, tuple[float, float]] = {}
    for entry in report.turns:
        weight = entry.visits if searched else 1.0
        for point in entered(report.position, entry.turn) if weight else ():
            value, whole = sums.get(point, (0.0, 0.0))
            sums[point] = value + weight * entry.value.of(report.seat), whole + weight
    whose = actor(report.position)
    return Overlay(
        name="values",
        title="Values of the search",
        meaning=f"The expected result for {whose}, from -1 (lost) to 1 (won), if a stone is played there now.",
        position=report.position,
        scale=Scale.DIVERGING,
        unit="expected result",
        values={point: value / whole for point, (value, whole) in sums.items()},
        view=whose,
        facts=_facts(report),
        entries=_entries(report),
    )


def _shares(
    report: Report, weights: Sequence[float], *, name: str, title: str, what: str, count: int | None = None
) -> Overlay:
    shares: dict[str, float] = {}
    lines: dict[tuple[str, str], float] = {}
    for entry, weight in zip(report.turns, weights, strict=True):
        if weight == 0:
            continue
        for point in entered(report.position, entry.turn):
            shares[point] = shares.get(point, 0.0) + weight
        for move in moves(report.position, entry.turn):
            lines[move] = lines.get(move, 0.0) + weight
    strongest = highest(lines.values())
    return Overlay(
        name=name,
        title=title,
        meaning=f"The share of {what} given to turns that bring a stone there. A turn counts for all its points.",
        position=report.position,
        scale=Scale.SEQUENTIAL,
        unit=f"share of {what}",
        values=shares,
        full=highest(shares.values()),
        view=actor(report.position),
        links=tuple(Link(*move, weight=weight / strongest) for move, weight in _strongest_first(lines)),
        facts=_facts(report) | ({} if count is None else {"visits": count}),
        entries=_entries(report),
    )


def _strongest_first(lines: Mapping[tuple[str, str], float]) -> list[tuple[tuple[str, str], float]]:
    return sorted(lines.items(), key=lambda item: (-item[1], item[0]))


def _report(position: Position, report: Report | None, limits: Mapping[str, object]) -> Report:
    """The report to show; SearchError if it is for another position."""
    if report is None:
        look: Callable[..., Report] = search
        return look(position, **limits)
    if report.position != position:
        raise SearchError(f"the report is for another position: {report.position!r}")
    return report


def _facts(report: Report) -> dict[str, float | str | None]:
    proved = None if report.proof is Proof.UNPROVED else str(report.proof)
    return {
        "best turn": str(report.best),
        "value": report.value.of(report.seat),
        "proved": proved,
        "simulations": report.simulations,
    }


def _entries(report: Report) -> tuple[dict[str, object], ...]:
    return tuple(_entry(entry, report.seat) for entry in report.turns)


def _entry(entry: TurnReport, seat: Seat) -> dict[str, object]:
    known = entry.visits > 0 or entry.proof is not Proof.UNPROVED
    return {
        "turn": str(entry.turn),
        "visits": entry.visits,
        "prior": entry.prior,
        "value": entry.value.of(seat) if known else None,
        "proved": None if entry.proof is Proof.UNPROVED else str(entry.proof),
    }
