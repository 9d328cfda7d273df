"""A report as text: who is to play, the best turn, the few turns that matter, and whose chances the numbers are."""

from __future__ import annotations

from isthmus.rules.position import Position
from isthmus.rules.types import Seat
from isthmus.search.report import Proof, Report, TurnReport

__all__ = ["person", "proved", "report_text"]

FEW = 5
"""Turns that are shown unless told."""


def report_text(report: Report, turns: int = FEW) -> str:
    """The report in a few lines, with so many of its turns; all chances are those of the person who is to play."""
    who = person(report.position, report.seat)
    certain = f"proved: {proved(report.proof, report.position)}" if report.proof is not Proof.UNPROVED else "estimate"
    found = [_row(report, entry) for entry in report.turns[:turns]]
    rows = [("turn", "visits", f"chance of {who}", "proved" if any(row[-1] for row in found) else ""), *found]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    table = [
        f"{turn:<{widths[0]}}  {visits:>{widths[1]}}  {chance:>{widths[2]}}  {proof}".rstrip()
        for turn, visits, chance, proof in rows
    ]
    more = f"{len(report.turns) - turns} more turns; " if len(report.turns) > turns else ""
    return "\n".join(
        (
            f"{report.position.game}: {who} is to play",
            f"best {report.best}, chance of {who} {report.chance:.1%} ({certain})",
            f"expected {' '.join(map(str, report.variation))}",
            *table,
            f"{more}{report.simulations:,} simulations, {report.seconds:.2f} s",
        )
    )


def _row(report: Report, entry: TurnReport) -> tuple[str, str, str, str]:
    said = "" if entry.proof is Proof.UNPROVED else proved(entry.proof, report.position)
    chance = f"{entry.value.chance(report.seat):.1%}" if entry.visits or said else "-"
    return str(entry.turn), f"{entry.visits:,}", chance, said


def person(position: Position, seat: Seat) -> str:
    """A seat by the colour it holds, or as first or second player while that is open."""
    first = position.snapshot.opening.first_holds
    if first is None:
        return f"the {seat} player"
    return str(first if seat is Seat.FIRST else first.other)


def proved(proof: Proof, position: Position) -> str:
    """What is certain, in words: ``'black wins'``; of what is not proved, ``'nothing yet'``."""
    if proof is Proof.UNPROVED:
        return "nothing yet"
    if proof is Proof.DRAW:
        return "a draw with best play"
    return f"{person(position, Seat.FIRST if proof is Proof.FIRST_WINS else Seat.SECOND)} wins"
