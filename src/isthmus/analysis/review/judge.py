"""Judging one turn by what is known of the positions before and after it. A proved fact beats an estimate.

A turn costs what it loses of the winning chance of the seat that made it: the chance with the best turn less the chance
after the turn played. What both are worth is an ``Evaluation``, of a search or of a proof; where only one of the two is
proved, the other stays the estimate that it is, and ``Fact`` says which is which.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from isthmus.record import Evaluation
from isthmus.rules.types import Seat

__all__ = ["EVEN", "FAULTS", "GRADES", "Fact", "Grade", "Judgement", "chance", "judge", "leader", "proved_for"]


@dataclass(frozen=True)
class Grade:
    """What a turn is called that loses at least ``least`` of the winning chance (of 1). ``sign`` is the usual one."""

    name: str
    sign: str
    least: float
    why: str


GRADES = (
    Grade("blunder", "??", 0.35, "turns the game round: from a clear lead, 68 %, to as clear a deficit, 33 %"),
    Grade("mistake", "?", 0.20, "of five games that stood alike, one is lost by it"),
    Grade(
        "inaccuracy", "?!", 0.10, "what is less may be noise: estimates of 1,000 simulations differ by up to 8 points"
    ),
)
"""All the thresholds there are, the worst first. The noise was measured by bench/review.py: see docs/review.md."""

FAULTS = tuple(grade.name for grade in GRADES)
"""The names of the grades, the worst first."""

EVEN = GRADES[-1].least / 2
"""No seat is said to be ahead whose chance is no further from 1/2 than this: half of the least fault.

This is the one width of "even", in reviews, in the terminal and on every page.
"""


class Fact(StrEnum):
    """What is proved about a turn, from the point of view of the seat that made it; the value is how it is told."""

    NOTHING = ""
    KEPT_WIN = "keeps a proved win"
    KEPT_DRAW = "keeps a proved draw"
    THREW_WIN = "throws away a proved win"
    THREW_DRAW = "throws away a proved draw"
    LEFT_WIN = "leaves a proved win, which may still be one"
    LEFT_DRAW = "leaves a proved draw, which may still be one"
    WAS_LOST = "was lost before it: proved"
    NOW_LOST = "from here on a proved loss"
    NOW_DRAWN = "from here on a proved draw"


@dataclass(frozen=True)
class Judgement:
    """What a turn did to the winning chance of ``seat``, which made it.

    ``before`` is the chance with best play, ``after`` that after the turn played, both in [0, 1], a draw counting half.
    ``loss`` is what the turn cost: the difference, but 0 for the best turn, whatever the estimates say.
    ``grade`` is the name of a ``Grade`` or empty. ``proved`` says of either chance whether it is a fact or an estimate,
    and ``fact`` tells in words what that means.
    """

    seat: Seat
    before: float
    after: float
    loss: float
    grade: str
    proved: tuple[bool, bool]
    fact: Fact


def chance(evaluation: Evaluation, seat: Seat) -> float:
    """The winning chance of a seat in [0, 1], a draw counting half; exactly 0, 1/2 or 1 where that is proved."""
    if evaluation.proof:
        return 0.5 if evaluation.proof == "draw" else float(evaluation.proof == str(seat))
    return (1 + (evaluation.first if seat is Seat.FIRST else -evaluation.first)) / 2


def leader(share: float) -> Seat | None:
    """The seat that is ahead, given the first seat's chance in [0, 1]; None where that is even.

    It goes by whole percent, as people read a chance: 55% is even, 56% is not, whatever the digits behind them.
    """
    points = round(100 * share) - 50
    if abs(points) <= round(100 * EVEN):
        return None
    return Seat.FIRST if points > 0 else Seat.SECOND


def proved_for(evaluation: Evaluation, seat: Seat) -> str:
    """``'win'``, ``'loss'`` or ``'draw'`` where that is proved for the seat, else empty."""
    if evaluation.proof in ("", "draw"):
        return evaluation.proof
    return "win" if evaluation.proof == str(seat) else "loss"


def judge(seat: Seat, turn: str, before: Evaluation, after: Evaluation, better: Evaluation | None = None) -> Judgement:
    """Judge a turn of ``seat``, given as canonical text, by what the positions before and after it are worth.

    ``better`` is what the position after the best turn, ``before.variation[0]``, is worth, if that was looked at too:
    like is then compared with like, and an estimate of ``before`` that was too high accuses nobody.

    - A turn that the search itself holds for the best costs nothing, unless it is proved what it threw away.
    - In a position that is proved to be lost every turn costs nothing.
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
"""Values are read back from text, and a difference of chances is not exact."""

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
    """What is proved, by what was proved before and after; before a win after it there was one, said or not."""
    if known == "loss":
        return Fact.WAS_LOST
    return _FACTS.get((known, left), Fact.KEPT_WIN if left == "win" else Fact.NOTHING)
