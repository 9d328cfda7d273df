"""Judging one turn by the evaluations of the positions before and after it. A proof beats an estimate.

The cost of a turn is the winning chance that its seat lost: the chance with the best turn minus the chance after the
turn played. Each comes from an ``Evaluation``, by a search or a proof. If only one of the two is proved, the other
stays an estimate, and ``Fact`` says which is which.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from isthmus.record import Evaluation
from isthmus.rules.types import Seat

__all__ = ["EVEN", "FAULTS", "GRADES", "Fact", "Grade", "Judgement", "chance", "judge", "leader", "proved_for"]


@dataclass(frozen=True)
class Grade:
    """The name for a turn that loses at least ``least`` winning chance (0 to 1). ``sign`` is the usual sign for it."""

    name: str
    sign: str
    least: float
    why: str


GRADES = (
    Grade("blunder", "??", 0.35, "turns the game around: from a clear lead, 67.5%, to an equally clear deficit, 32.5%"),
    Grade("mistake", "?", 0.20, "costs one win in five games"),
    Grade(
        "inaccuracy", "?!", 0.10, "a smaller loss may be noise: estimates of 1,000 simulations differ by up to 8 points"
    ),
)
"""All thresholds, the worst grade first. bench/review.py measured the noise: see docs/review.md."""

FAULTS = tuple(grade.name for grade in GRADES)
"""The names of the grades, the worst first."""

EVEN = GRADES[-1].least / 2
"""A seat is ahead only if its chance is further from 1/2 than this: half of the smallest loss that counts as a fault.

Reviews, the terminal and every page use this one width of "even".
"""


class Fact(StrEnum):
    """What is proved about a turn, from the point of view of the seat that made it; the value is its wording."""

    NOTHING = ""
    KEPT_WIN = "keeps a proved win"
    KEPT_DRAW = "keeps a proved draw"
    THREW_WIN = "throws away a proved win"
    THREW_DRAW = "throws away a proved draw"
    LEFT_WIN = "gives up a proved win, but may still win"
    LEFT_DRAW = "gives up a proved draw, but may still draw"
    WAS_LOST = "was already a proved loss"
    NOW_LOST = "now a proved loss"
    NOW_DRAWN = "now a proved draw"


@dataclass(frozen=True)
class Judgement:
    """The effect of a turn on the winning chance of ``seat``, its player.

    ``before`` is the chance with best play, ``after`` the chance after the turn played, both in [0, 1], where a draw
    counts half. ``loss`` is the cost of the turn: the difference, but 0 for the best turn, whatever the estimates say.
    ``grade`` is the name of a ``Grade`` or empty. ``proved`` says of each chance whether it is proved or an estimate,
    and ``fact`` puts the proofs in words.
    """

    seat: Seat
    before: float
    after: float
    loss: float
    grade: str
    proved: tuple[bool, bool]
    fact: Fact


def chance(evaluation: Evaluation, seat: Seat) -> float:
    """The winning chance of a seat in [0, 1], where a draw counts half; exactly 0, 1/2 or 1 if proved."""
    if evaluation.proof:
        return 0.5 if evaluation.proof == "draw" else float(evaluation.proof == str(seat))
    return (1 + (evaluation.first if seat is Seat.FIRST else -evaluation.first)) / 2


def leader(share: float) -> Seat | None:
    """The seat that is ahead, given the first seat's chance in [0, 1]; None if it is even.

    The chance is rounded to whole percent, as shown to people: 55% is even, 56% is not.
    """
    points = round(100 * share) - 50
    if abs(points) <= round(100 * EVEN):
        return None
    return Seat.FIRST if points > 0 else Seat.SECOND


def proved_for(evaluation: Evaluation, seat: Seat) -> str:
    """``'win'``, ``'loss'`` or ``'draw'`` if proved for the seat, else empty."""
    if evaluation.proof in ("", "draw"):
        return evaluation.proof
    return "win" if evaluation.proof == str(seat) else "loss"


def judge(seat: Seat, turn: str, before: Evaluation, after: Evaluation, better: Evaluation | None = None) -> Judgement:
    """Judge a turn of ``seat``, given as canonical text, by the evaluations before and after it.

    ``better`` evaluates the position after the best turn, ``before.variation[0]``, if available. This compares like
    with like, so no turn is blamed for an estimate of ``before`` that was too high.

    - A turn that the search considers best costs nothing, unless a proof shows what it threw away.
    - In a position that is proved lost, no turn costs anything.
    """
    known, left = proved_for(before, seat), proved_for(after, seat)
    held, remains = chance(before, seat), chance(after, seat)
    possible = held if better is None or known else min(held, chance(better, seat))
    own_choice = bool(before.variation) and turn == before.variation[0]
    blameless = known == "loss" or (own_choice and not (known and left))
    loss = 0.0 if blameless else max(0.0, possible - remains)
    grade = next((grade.name for grade in GRADES if loss >= grade.least - _ROUNDING), "")
    return Judgement(seat, possible, remains, loss, grade, (bool(known), bool(left)), _fact(known, left))


_ROUNDING = 1e-9
"""Tolerance: values are read back from text, and a difference of chances is not exact."""

_FACTS = {
    ("win", "win"): Fact.KEPT_WIN,
    ("win", "draw"): Fact.THREW_WIN,
    ("win", "loss"): Fact.THREW_WIN,
    ("win", ""): Fact.LEFT_WIN,
    ("draw", "draw"): Fact.KEPT_DRAW,
    ("draw", "loss"): Fact.THREW_DRAW,
    ("draw", ""): Fact.LEFT_DRAW,
    ("", "loss"): Fact.NOW_LOST,
    ("", "draw"): Fact.NOW_DRAWN,
}


def _fact(known: str, left: str) -> Fact:
    """The fact that follows from the proofs before and after the turn. A win after it implies a win before it."""
    if known == "loss":
        return Fact.WAS_LOST
    return _FACTS.get((known, left), Fact.KEPT_WIN if left == "win" else Fact.NOTHING)
