"""Analysis in words: who is who, and how a position stands, each number with whose it is."""

from __future__ import annotations

from typing import Any

from isthmus.rules.position import Position
from isthmus.rules.types import Outcome, Seat, Side
from isthmus.search import Proof, Report

__all__ = ["finished", "percent", "seat_words", "standing"]


def seat_words(position: Position, seat: Seat) -> str:
    """A seat by the colour that it holds, or as the first or second player while that is open."""
    opening = position.snapshot.opening
    if opening.under_way or opening.first_holds is None:
        return f"the {seat} player"
    return str(opening.first_holds if seat is Seat.FIRST else opening.first_holds.other)


def percent(share: float) -> str:
    """A chance as people read it; an estimate is never 0 or 100 %."""
    return f"{min(99, max(1, round(100 * share)))}%"


def standing(report: Report) -> dict[str, Any]:
    """How a position stands: ``share`` is the winning chance of ``view`` in [0, 1], a draw counted half.

    ``view`` is Black, or the first player while the colours are open. ``proved`` is ``won``, ``lost`` or ``drawn`` for
    ``view``, or empty.
    """
    position = report.position
    viewer = _viewer(position)
    whose = seat_words(position, viewer)
    share = report.value.chance(viewer)
    proved = _proved(report.proof, viewer)
    if proved:
        winner = seat_words(position, viewer if proved == "won" else viewer.other)
        words = "A draw with best play: proved." if proved == "drawn" else f"{_capital(winner)} wins: proved."
        return {"view": whose, "share": {"won": 1.0, "lost": 0.0}.get(proved, 0.5), "proved": proved, "words": words}
    ahead = viewer if share >= 0.5 else viewer.other
    level = abs(share - 0.5) < 0.02
    words = (
        f"Even: {percent(share)} for {whose}."
        if level
        else f"{_capital(seat_words(position, ahead))} is ahead: {percent(report.value.chance(ahead))} to win."
    )
    return {"view": whose, "share": share, "proved": "", "words": words}


def finished(outcome: Outcome) -> dict[str, Any]:
    """The same of a game that is over."""
    share = {None: 0.5, Side.BLACK: 1.0, Side.WHITE: 0.0}[outcome.winner]
    proved = "drawn" if outcome.winner is None else "won" if outcome.winner is Side.BLACK else "lost"
    return {"view": "black", "share": share, "proved": proved, "words": f"The game is over: {outcome}."}


def _viewer(position: Position) -> Seat:
    black = position.seat_of(Side.BLACK)
    return Seat.FIRST if position.snapshot.opening.under_way or black is None else black


def _proved(proof: Proof, viewer: Seat) -> str:
    if proof is Proof.DRAW:
        return "drawn"
    if proof.win_for(viewer):
        return "won"
    return "lost" if proof.win_for(viewer.other) else ""


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]
