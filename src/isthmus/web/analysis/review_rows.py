"""A review as data for a page: a row for every turn, a point for every position, and sentences about the whole game."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from isthmus.analysis.review import Review
from isthmus.analysis.review.conclusions import Answer, ReviewedTurn
from isthmus.analysis.review.course import CoursePoint, course
from isthmus.analysis.review.judge import FAULTS, GRADES, Fact
from isthmus.analysis.review.narration import (
    capital,
    change,
    deed,
    findings,
    first_chances,
    first_seat_name,
    person,
    point_of_view,
    position_in_words,
    standing,
    swing,
    turn_in_words,
)
from isthmus.errors import IllegalTurnError, NotationError
from isthmus.rules.position import Position
from isthmus.rules.turns import spoken
from isthmus.rules.types import Seat
from isthmus.web.analysis.line_drawing import Drawn, turn_drawing

__all__ = ["points_of", "review_message"]

_SIGNS = {grade.name: grade.sign for grade in GRADES}
_SETTLED = (Fact.KEPT_WIN, Fact.KEPT_DRAW, Fact.WAS_LOST)
"""Facts that rule out a better turn."""


def review_message(review: Review) -> dict[str, Any]:
    """A whole review: ``rows`` of the turns, ``points`` of the course, ``people``, ``findings``.

    All chances are the first seat's; ``whose`` says so in a sentence. ``drawn`` has the ``played`` and the ``better``
    turn of a fault as a board shows them, in the form of ``turn_drawing``; None for other turns.
    """
    positions = list(review.record.positions())
    return {
        "whose": point_of_view(review.record),
        "rows": [_row(review, turn, positions[turn.number - 1]) for turn in review.turns],
        "points": points_of(review),
        "people": [_person(review, seat) for seat in Seat],
        "findings": findings(review),
    }


def points_of(review: Review) -> list[dict[str, Any]]:
    """A point for every position of the game, the beginning first.

    The keys are those of ``CoursePoint`` and a few more. ``share`` is the first seat's winning chance in [0, 1], null
    if not analysed. ``node`` is the number in the record. ``view`` and ``other`` are the players of the two seats.
    ``stands`` says in words how the position stands.
    """
    nodes = review.record.main_line
    view, other = (person(review.record, seat) for seat in Seat)
    return [
        asdict(point)
        | {
            "node": node,
            "turn": review.record.nodes[node].turn,
            "view": view,
            "other": other,
            "stands": _stands(point, (view, other)),
        }
        for point, node in zip(course(review), nodes, strict=True)
    ]


def _stands(point: CoursePoint, names: tuple[str, str]) -> str:
    if point.share is None:
        return "Not analysed."
    words = position_in_words(point.share, point.proof, names)
    return f"{capital(words)}."


def _row(review: Review, turn: ReviewedTurn, before: Position) -> dict[str, Any]:
    judged, better = turn.judgement, _better(turn)
    who, why = person(review.record, judged.seat), _why(turn, better)
    # The better turn keeps the chance before this turn; this turn leaves the chance after it.
    chances = "" if better and judged.grade else f"; {change(turn)}"
    chance_before, chance_after = first_chances(turn)
    return {
        "node": turn.node,
        "number": turn.number,
        "turn": turn.turn,
        "seat": str(judged.seat),
        "side": None if turn.side is None else str(turn.side),
        "who": who,
        "before": chance_before[0],
        "after": chance_after[0],
        "loss": judged.loss,
        "swing": swing(turn),
        "stands": list(standing(turn)),
        "grade": judged.grade,
        "sign": _SIGNS.get(judged.grade, ""),
        "best": turn.best,
        "better": better,
        "line": list(turn.line) if better else [],
        "drawn": {"played": _drawn(before, turn.turn), "better": _drawn(before, better)} if judged.grade else None,
        "why": why,
        "said": f"{capital(who)}, turn {turn.number}, {spoken(turn.turn)}: {judged.grade}{chances}. {why}",
        "told": turn_in_words(turn),
    }


_ANSWERS = {
    Answer.PUNISHED: "The reply took advantage of it.",
    Answer.GIVEN_BACK: "The reply missed the chance.",
    Answer.UNANSWERED: "The other player had no turn after it.",
}


def _better(turn: ReviewedTurn) -> str:
    """The better turn, if one is known."""
    doubtful = turn.judgement.fact is Fact.NOW_LOST and not turn.judgement.grade
    if turn.best or doubtful or not turn.line or turn.judgement.fact in _SETTLED:
        return ""
    return turn.line[0]


def _drawn(position: Position, text: str) -> Drawn | None:
    """A turn as a board shows it; None without a text, or if the turn is not legal here."""
    try:
        turn = position.play(text).last_turn if text else None
    except (IllegalTurnError, NotationError):
        return None
    return turn_drawing(position, turn) if turn else None


def _why(turn: ReviewedTurn, better: str) -> str:
    """Facts about a turn, in sentences; chances are the first seat's."""
    judged = turn.judgement
    said = [f"{capital(judged.fact)}."] if judged.fact else []
    if better and judged.grade:
        kept, left = (
            words if proved else f"{first_seat_name(turn)}'s chance is {words}"
            for words, proved in zip(standing(turn), judged.proved, strict=True)
        )
        said.append(f"{capital(deed(better))}, {kept}; {deed(turn.turn)}, {left}.")
    if turn.answer is not Answer.NONE:
        said.append(_ANSWERS[turn.answer])
    if turn.best and not judged.fact:
        said.append("The engine's own choice.")
    return " ".join(said)


def _person(review: Review, seat: Seat) -> dict[str, Any]:
    summary = review.summary(seat)
    return {
        "seat": str(seat),
        "who": person(review.record, seat),
        "turns": summary.turns,
        "mean_loss": summary.mean_loss,
        "counts": {name: summary.counts[name] for name in FAULTS},
    }
