"""What a record's evaluations say about the turns, the players and the pie; ``Review`` prints it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import Self

from isthmus.analysis.review.judge import FAULTS, Judgement, chance, judge, leader, proved_for
from isthmus.record import Evaluation, Record
from isthmus.record.colours import first_holds_at
from isthmus.record.tree import depths
from isthmus.rules.position import Position
from isthmus.rules.types import Seat, Side

__all__ = ["Answer", "Conclusions", "Offer", "ReviewedTurn", "SeatSummary", "judge_node"]


class Answer(StrEnum):
    """How the opponent answered a fault, before its player acted again.

    NONE if a turn was not a fault, or the answer is not reviewed.
    """

    NONE = ""
    PUNISHED = "punished"
    GIVEN_BACK = "given back"
    UNANSWERED = "not answered"


@dataclass(frozen=True)
class ReviewedTurn:
    """A turn of the record and its worth.

    ``node`` is its number in the record, ``number`` counts the turns of its line from 1. ``side`` is the colour of its
    stones, None for the choice of a colour. ``line`` is the best known play instead of the turn, or from the turn on if
    that was best. ``answer`` is about a fault: punished if the opponent kept more than half of the gain.
    ``first_holds`` is the colour that the first seat held before the turn, None while the colours were open.
    """

    node: int
    number: int
    turn: str
    side: Side | None
    judgement: Judgement
    line: tuple[str, ...]
    answer: Answer = Answer.NONE
    first_holds: Side | None = None

    @property
    def best(self) -> bool:
        """Whether the turn is the best one known."""
        return self.line[:1] == (self.turn,)


@dataclass(frozen=True)
class SeatSummary:
    """The turns of a seat: how many were reviewed, their mean loss of winning chance (0 to 1), how many got each grade.

    ``worst`` is the turn that lost most; None if no turn lost anything.
    """

    seat: Seat
    turns: int
    mean_loss: float
    counts: Mapping[str, int]
    worst: ReviewedTurn | None


@dataclass(frozen=True)
class Offer:
    """The pie: the first seat's offer in the opening, and the colour the second seat took.

    ``chance`` is the second seat's chance with the better choice at ``node``, in [0, 1]: even is 1/2; ``proved`` says
    whether it is exact. ``better`` is the colour that the search would take, None if unknown. ``taken`` is None before
    the choice.
    """

    node: int
    chance: float
    proved: bool
    better: Side | None
    taken: Side | None


@dataclass(frozen=True)
class Conclusions:
    """A record as judged by its evaluations.

    ``turns`` are the turns of the game, ``variations`` all others, if the positions before and after them have been
    evaluated. ``ahead_from`` is the number of the turn from which the seat that is ahead at the end was always ahead
    (0: from the start; None: neither seat is ahead, or it is unknown); ahead means by more than EVEN. ``proved_from``
    is the first turn after which the final result was always proved, None if it is not proved at the end.
    """

    record: Record
    turns: tuple[ReviewedTurn, ...]
    variations: tuple[ReviewedTurn, ...]
    offer: Offer | None
    ahead_from: int | None
    proved_from: int | None

    @classmethod
    def of(cls, record: Record) -> Self:
        """The conclusions from a record's own evaluations. Raises IllegalTurnError if the record is not legal."""
        positions = record.all_positions()
        main = set(record.main_line)
        found = _reviewed(record, positions)
        known = record.nodes[record.last].evaluation
        return cls(
            record,
            _answered([turn for turn in found if turn.node in main]),
            tuple(turn for turn in found if turn.node not in main),
            _offer(record, positions),
            _ahead_from(record) if known else None,
            _proved_from(record) if known else None,
        )

    @property
    def complete(self) -> bool:
        """Whether every turn of the game is reviewed."""
        return len(self.turns) == len(self.record.turns)

    @property
    def leader(self) -> Seat | None:
        """The seat that is ahead at the end of the game; None if neither is, or if unknown."""
        last = self.record.nodes[self.record.last].evaluation
        return _leader(last) if last else None

    def summary(self, seat: Seat) -> SeatSummary:
        """Sum up a seat's reviewed turns of the game."""
        own = [turn for turn in self.turns if turn.judgement.seat is seat]
        losses = [turn.judgement.loss for turn in own]
        worst = max(own, key=lambda turn: turn.judgement.loss, default=None)
        return SeatSummary(
            seat,
            len(own),
            sum(losses) / len(own) if own else 0.0,
            {name: sum(turn.judgement.grade == name for turn in own) for name in FAULTS},
            worst if worst and worst.judgement.loss > 0 else None,
        )


def judge_node(record: Record, node: int, seat: Seat) -> Judgement | None:
    """The judgement of the turn at a node, which ``seat`` played; None if an evaluation is missing."""
    parent = record.nodes[node].parent
    before, after = record.nodes[parent].evaluation, record.nodes[node].evaluation
    if before is None or after is None:
        return None
    better = next(
        (
            record.nodes[child].evaluation
            for child in record.children(parent)
            if child != node and before.variation[:1] == (record.nodes[child].turn,)
        ),
        None,
    )
    return judge(seat, record.nodes[node].turn, before, after, better)


def _reviewed(record: Record, positions: Sequence[Position]) -> list[ReviewedTurn]:
    numbers, first_holds = depths(record.nodes), first_holds_at(record.nodes, positions)
    found = []
    for number, node in enumerate(record.nodes[1:], start=1):
        before, evaluation = positions[node.parent], record.nodes[node.parent].evaluation
        judgement = judge_node(record, number, before.seat) if before.seat else None
        if judgement is not None and evaluation is not None:
            found.append(
                ReviewedTurn(
                    number,
                    numbers[number],
                    node.turn,
                    before.to_move,
                    judgement,
                    evaluation.variation,
                    first_holds=first_holds[node.parent],
                )
            )
    return found


def _answered(turns: Sequence[ReviewedTurn]) -> tuple[ReviewedTurn, ...]:
    return tuple(
        replace(turn, answer=_answer(turns, place)) if turn.judgement.grade else turn
        for place, turn in enumerate(turns)
    )


def _answer(turns: Sequence[ReviewedTurn], place: int) -> Answer:
    """How the opponent's turns answered the fault, before its player acted again: did they keep the gain?"""
    fault = turns[place]
    replied, given, seat = False, 0.0, fault.judgement.seat
    for following in range(place + 1, len(turns)):
        turn = turns[following]
        if turn.number != fault.number + following - place:
            return Answer.NONE  # a turn between them is not reviewed
        if turn.judgement.seat is seat and replied:
            break
        if turn.judgement.seat is not seat:
            replied, given = True, given + turn.judgement.loss
    if not replied:
        return Answer.UNANSWERED
    return Answer.PUNISHED if given < fault.judgement.loss / 2 else Answer.GIVEN_BACK


def _offer(record: Record, positions: Sequence[Position]) -> Offer | None:
    for place, node in enumerate(record.main_line):
        evaluation = record.nodes[node].evaluation
        if not positions[node].choosing or evaluation is None:
            continue
        after = record.main_line[place + 1 : place + 2]
        return Offer(
            node,
            chance(evaluation, Seat.SECOND),
            bool(evaluation.proof),
            _COLOURS.get(evaluation.variation[0]) if evaluation.variation else None,
            _COLOURS.get(record.nodes[after[0]].turn) if after else None,
        )
    return None


_COLOURS = {f"take-{side}": side for side in Side}


def _leader(evaluation: Evaluation) -> Seat | None:
    return leader(chance(evaluation, Seat.FIRST))


def _ahead_from(record: Record) -> int | None:
    leaders = [
        _leader(evaluation) if (evaluation := record.nodes[node].evaluation) else None for node in record.main_line
    ]
    return None if leaders[-1] is None else _unbroken(leaders)


def _proved_from(record: Record) -> int | None:
    proofs = [
        proved_for(evaluation, Seat.FIRST) if (evaluation := record.nodes[node].evaluation) else ""
        for node in record.main_line
    ]
    return _unbroken(proofs) if proofs[-1] else None


def _unbroken(told: Sequence[object]) -> int:
    """The index from which all items are equal up to the end."""
    changes = [place for place, (one, next_one) in enumerate(pairwise(told), start=1) if one != next_one]
    return changes[-1] if changes else 0
