"""Settling: extends proofs at some nodes of a record to other nodes whose results follow from them.

A position is won for the seat to act if one of the turns in the record is proved to win. A proved result also holds
after the position's best turn, and a lost position stays lost after any turn. Estimates are left unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from isthmus.analysis.review.judge import proved_for
from isthmus.record import Evaluation, Record
from isthmus.rules.types import Seat

__all__ = ["WORTH", "settle"]

WORTH = {"first": 1.0, "second": -1.0, "draw": 0.0}
"""The value of a proof for the first seat."""


def settle(record: Record, seats: Sequence[Seat | None]) -> Record:
    """The record with everything that follows from its proofs; ``seats`` has each node's seat to act, None if it is
    over."""
    known: list[Evaluation | None] = [node.evaluation for node in record.nodes]
    _towards_the_beginning(record, seats, known)
    _towards_the_end(record, seats, known)
    for number, evaluation in enumerate(known):
        if evaluation != record.nodes[number].evaluation:
            record = record.annotate(number, evaluation=evaluation)
    return record


def _towards_the_beginning(record: Record, seats: Sequence[Seat | None], known: list[Evaluation | None]) -> None:
    for number in range(len(known) - 1, 0, -1):
        node, after = record.nodes[number], known[number]
        seat, before = seats[node.parent], known[node.parent]
        if seat and after and before and not before.proof and proved_for(after, seat) == "win":
            line = (node.turn, *after.variation)
            known[node.parent] = replace(before, first=WORTH[after.proof], proof=after.proof, variation=line)


def _towards_the_end(record: Record, seats: Sequence[Seat | None], known: list[Evaluation | None]) -> None:
    for number in range(1, len(known)):
        node, after = record.nodes[number], known[number]
        seat, before = seats[node.parent], known[node.parent]
        if not (seat and after and before) or after.proof or not before.proof:
            continue
        if before.variation[:1] == (node.turn,) or proved_for(before, seat) == "loss":
            known[number] = replace(after, first=WORTH[before.proof], proof=before.proof)
