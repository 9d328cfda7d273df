"""A report as the line that ``isthmus-analyze`` gives out, after the manner of Leela Zero's and KataGo's."""

from __future__ import annotations

from isthmus.rules.types import Seat
from isthmus.search.report import Proof, Report

__all__ = ["MOST_TURNS", "info_line"]

MOST_TURNS = 20
"""Turns that a line tells about, the most visited."""


def info_line(report: Report) -> str:
    """The turns looked at, best first, then the whole; chances are those of the seat that is to play, from 0 to 1."""
    seat = report.seat
    parts = []
    for order, entry in enumerate(report.turns[:MOST_TURNS]):
        parts.append(
            f"info move {entry.turn} visits {entry.visits} winrate {entry.value.chance(seat):.4f}"
            f" prior {entry.prior:.4f} proof {_proof(entry.proof, seat)} order {order}"
            f" pv {' '.join(map(str, entry.variation))}"
        )
    parts.append(
        f"rootInfo seat {seat} visits {sum(entry.visits for entry in report.turns)} winrate {report.chance:.4f}"
        f" proof {_proof(report.proof, seat)} seconds {report.seconds:.2f}"
    )
    return " ".join(parts)


def _proof(proof: Proof, seat: Seat) -> str:
    if proof.win_for(seat):
        return "win"
    if proof.win_for(seat.other):
        return "loss"
    return "draw" if proof is Proof.DRAW else "none"
