"""A review as plain text: every turn in a table, the faults of each seat, the findings about the game."""

from __future__ import annotations

from collections.abc import Sequence

from isthmus.analysis.review.conclusions import Answer, Conclusions, ReviewedTurn
from isthmus.analysis.review.judge import GRADES
from isthmus.analysis.review.narration import capital, findings, person, point_of_view, swing, turn_in_words
from isthmus.rules.types import Seat

__all__ = ["in_full"]


def in_full(review: Conclusions) -> str:
    """The whole review in plain text; ``isthmus review`` shows the same with colours and a curve."""
    parts = [point_of_view(review.record), _table([("#", "by", "turn", "chance", "judgement", "better")], review)]
    faults = [turn for turn in review.variations if turn.judgement.grade]
    parts.append("\n".join(f"Variation, {turn_in_words(turn)}." for turn in faults))
    parts.append("\n".join(_summary(review, seat) for seat in Seat))
    parts.append("\n".join(findings(review)))
    return "\n\n".join(filter(None, parts))


def _table(head: Sequence[tuple[str, ...]], review: Conclusions) -> str:
    rows = [*head, *(_row(review, turn) for turn in review.turns)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def _row(review: Conclusions, turn: ReviewedTurn) -> tuple[str, ...]:
    seat = turn.judgement.seat
    by = review.record.players[seat.value] or str(turn.side or seat)
    judged = review.record.nodes[turn.node].judgement or turn.judgement.grade
    told = ", ".join(filter(None, (judged, str(turn.answer) if turn.answer is not Answer.NONE else "")))
    better = " ".join(turn.line) if turn.judgement.grade and not turn.best else ""
    said = "; ".join(filter(None, (better, str(turn.judgement.fact) if judged else "")))
    return str(turn.number), by, turn.turn, swing(turn), told, said


def _summary(review: Conclusions, seat: Seat) -> str:
    summary = review.summary(seat)
    counts = (f"{summary.counts[grade.name]} {_plural(grade.name, summary.counts[grade.name])}" for grade in GRADES)
    worst = f"; the worst: {turn_in_words(summary.worst)}" if summary.worst else ""
    who, turns = capital(person(review.record, seat)), f"{summary.turns} {_plural('turn', summary.turns)}"
    if not summary.turns:
        return f"{who}: {turns}"
    return f"{who}: {turns}, mean loss {100 * summary.mean_loss:.1f}%, {', '.join(counts)}{worst}"


def _plural(word: str, count: int) -> str:
    return word if count == 1 else word.removesuffix("y") + ("ies" if word.endswith("y") else "s")
