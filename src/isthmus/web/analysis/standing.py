"""Analysis in words: what the seats are called, and how a position stands.

All chances on a page are the first seat's, whichever seat is to move; the text names that seat.
"""

from __future__ import annotations

from typing import Any

from isthmus.analysis.review.narration import capital, position_in_words
from isthmus.engine import Proof, Report
from isthmus.engine.report import TurnReport, percent, person
from isthmus.rules.position import Position
from isthmus.rules.types import Outcome, Seat

__all__ = ["finished", "point_of_view", "standing", "turn_chance"]


def point_of_view(position: Position) -> str:
    """A sentence that says whose chances a page shows."""
    whose = person(position, Seat.FIRST)
    if whose.startswith("the "):
        return f"All chances are for {whose}."
    return f"All chances are for {capital(whose)}, the first player."


def standing(report: Report) -> dict[str, Any]:
    """How a position stands: ``share`` is the first seat's winning chance in [0, 1], where a draw counts half.

    ``view`` is that seat's name: ``black``, ``white``, or ``the first player`` while the colours are open.
    ``proved`` is ``won``, ``lost`` or ``drawn`` for it, or empty.
    """
    return _standing(report.position, report.value.chance(Seat.FIRST), _PROOFS[report.proof])


def finished(position: Position, outcome: Outcome) -> dict[str, Any]:
    """Like ``standing``, for a game that is over."""
    return _standing(position, 0.5, str(position.winner or "draw")) | {
        "words": f"The game is over: {outcome.in_words}."
    }


def turn_chance(position: Position, entry: TurnReport) -> str:
    """The first seat's chance after a turn: ``57%``; ``White wins`` or ``draw`` if proved; ``–`` if not visited."""
    proof = _PROOFS[entry.proof]
    if proof in _SEATS:
        called = person(position, _SEATS[proof]).removeprefix("the ").removesuffix(" player")
        return f"{capital(called)} wins"
    if proof:
        return proof
    return percent(entry.value.chance(Seat.FIRST)) if entry.visits else "–"


_PROOFS = {Proof.UNPROVED: "", Proof.FIRST_WINS: "first", Proof.SECOND_WINS: "second", Proof.DRAW: "draw"}
"""Proofs, as written in the evaluations of a record."""
_SEATS = {str(seat): seat for seat in Seat}


def _standing(position: Position, share: float, proof: str) -> dict[str, Any]:
    names = person(position, Seat.FIRST), person(position, Seat.SECOND)
    known = {"": share, "draw": 0.5, "first": 1.0, "second": 0.0}
    proved = {"": "", "draw": "drawn", "first": "won", "second": "lost"}
    words = f"{capital(position_in_words(share, proof, names))}."
    return {"view": names[0], "share": known[proof], "proved": proved[proof], "words": words}
