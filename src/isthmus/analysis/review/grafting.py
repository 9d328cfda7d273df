"""Grafting: adding to a record what was found out about its game, without changing which game it is."""

from __future__ import annotations

from dataclasses import replace

from isthmus.errors import NotationError, quoted
from isthmus.record import Evaluation, Record

__all__ = ["add_variation", "graft"]


def add_variation(record: Record, number: int, turn: str) -> tuple[Record, int]:
    """As ``Record.add``, but a turn after the last one of an unfinished game does not become part of the game."""
    longer, node = record.add(number, turn)
    return (longer if longer.last == record.last else replace(longer, last=record.last, result=record.result)), node


def graft(record: Record, earlier: Record) -> Record:
    """The record with the evaluations of an earlier one, and its variations where they have evaluations.

    Of two evaluations of a position a proved one is kept, else that of more simulations. Raises NotationError unless
    the game of ``earlier`` is that of ``record``, or its beginning.
    """
    _check_same(record, earlier)
    places = {0: 0}
    for number, node in enumerate(earlier.nodes):
        if number and node.parent in places:
            place = _child(record, places[node.parent], node.turn)
            if place is None and node.evaluation is not None:
                record, place = add_variation(record, places[node.parent], node.turn)
            if place is not None:
                places[number] = place
        if number in places and node.evaluation is not None:
            present = record.nodes[places[number]].evaluation
            if present is None or _rank(node.evaluation) > _rank(present):
                record = record.annotate(places[number], evaluation=node.evaluation)
    return record


def _child(record: Record, parent: int, turn: str) -> int | None:
    return next((child for child in record.children(parent) if record.nodes[child].turn == turn), None)


def _rank(evaluation: Evaluation) -> tuple[bool, int]:
    return bool(evaluation.proof), evaluation.simulations


def _check_same(record: Record, earlier: Record) -> None:
    if earlier.game != record.game:
        raise NotationError(f"it is a game of {earlier.game}, expected {record.game}")
    if earlier.beginning != record.beginning:
        raise NotationError("it begins from another position")
    for number, turn in enumerate(earlier.turns):
        expected = record.turns[number] if number < len(record.turns) else "its end"
        if turn != expected:
            raise NotationError(f"turn {number + 1}: found {quoted(turn)}, expected {expected}")
