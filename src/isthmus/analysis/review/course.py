"""The course of a game: the first seat's chance after every turn, and its place on a scale of log-odds.

With log-odds, a step from 90% to 95% is as high as one from 50% to 68%. So changes in nearly decided games stay
visible.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from isthmus.analysis.review.conclusions import Conclusions
from isthmus.analysis.review.judge import chance
from isthmus.analysis.review.narration import turn_in_words
from isthmus.rules.types import Seat

__all__ = ["CoursePoint", "course", "log_odds"]

FURTHEST = 4.0
"""The end of the scale in log-odds: 98.2%. Only proofs go further."""


@dataclass(frozen=True)
class CoursePoint:
    """The position after turn ``number`` of the game; 0 is the starting position.

    ``share`` is the first seat's chance in [0, 1], None if it was not evaluated. ``proof`` is the proof of its
    evaluation. ``grade`` is the grade of the turn that led here: empty, or the name of a fault. ``told`` describes the
    grade in words. ``by_first`` says whether the first seat made the turn.
    """

    number: int
    share: float | None
    proof: str = ""
    grade: str = ""
    by_first: bool = False
    told: str = ""


def log_odds(share: float) -> float:
    """The logarithm of the odds of a chance, at most FURTHEST either way."""
    if not 0 < share < 1:
        return math.copysign(FURTHEST, share - 0.5)
    return max(-FURTHEST, min(FURTHEST, math.log(share / (1 - share))))


def course(review: Conclusions) -> list[CoursePoint]:
    """A point for every position of the game, the starting position first."""
    turns = {turn.node: turn for turn in review.turns}
    points = []
    for number, node in enumerate(review.record.main_line):
        evaluation, turn = review.record.nodes[node].evaluation, turns.get(node)
        points.append(
            CoursePoint(
                number,
                None if evaluation is None else chance(evaluation, Seat.FIRST),
                evaluation.proof if evaluation else "",
                turn.judgement.grade if turn else "",
                turn is not None and turn.judgement.seat is Seat.FIRST,
                turn_in_words(turn) if turn else "",
            )
        )
    return points
