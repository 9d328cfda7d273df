"""Grafting: adding analysis and comments to a record without changing the game itself."""

from __future__ import annotations

from dataclasses import replace

from isthmus.analysis.review.judge import FAULTS
from isthmus.errors import NotationError, quoted
from isthmus.record import Evaluation, Node, Record

__all__ = ["add_variation", "graft"]

_FACTS = ("date", "occasion", "place", "clock")


def add_variation(record: Record, number: int, turn: str) -> tuple[Record, int]:
    """Like ``Record.add``, but a turn after the last turn of an unfinished game does not become part of the game."""
    longer, node = record.add(number, turn)
    return (longer if longer.last == record.last else replace(longer, last=record.last, result=record.result)), node


def graft(record: Record, earlier: Record) -> Record:
    """The record with everything added from an earlier record of its game: variations, notes, evaluations and facts.

    If both have the same turns and only the earlier one has a result, the record gets it.
    Of two evaluations of a position, a proved one is kept, otherwise the one with more simulations; both comments are
    kept. Raises NotationError unless the game of ``earlier`` is the game of ``record`` or its beginning.
    """
    _check_same(record, earlier)
    places = {0: 0}
    for number, node in enumerate(earlier.nodes):
        if number:
            record, places[number] = add_variation(record, places[node.parent], node.turn)
        record = record.annotate(places[number], **_together(record.nodes[places[number]], node))
    facts = {name: getattr(earlier, name) for name in _FACTS if not getattr(record, name)}
    if not record.result and record.turns == earlier.turns:
        facts["result"] = earlier.result
    names = tuple(mine or theirs for mine, theirs in zip(record.players, earlier.players, strict=True))
    return replace(record, players=(names[0], names[1]), **facts)


def _together(mine: Node, theirs: Node) -> dict[str, object]:
    """The notes of two nodes for the same turn."""
    praise = theirs.judgement if theirs.judgement not in FAULTS else ""  # faults follow from the evaluations
    notes = {**theirs.notes, **mine.notes, "judgement": mine.judgement or praise}
    if theirs.comment not in mine.comment and mine.comment not in theirs.comment:
        notes["comment"] = f"{mine.comment}\n{theirs.comment}"
    elif len(theirs.comment) > len(mine.comment):
        notes["comment"] = theirs.comment
    notes["marks"] = tuple(dict.fromkeys((*mine.marks, *theirs.marks)))
    if theirs.evaluation and (mine.evaluation is None or _rank(theirs.evaluation) > _rank(mine.evaluation)):
        notes["evaluation"] = theirs.evaluation
    return notes


def _rank(evaluation: Evaluation) -> tuple[bool, int]:
    return bool(evaluation.proof), evaluation.simulations


def _check_same(record: Record, earlier: Record) -> None:
    if earlier.game != record.game:
        raise NotationError(f"it is a game of {earlier.game}, expected {record.game}")
    if earlier.beginning != record.beginning:
        raise NotationError("it starts from another position")
    for number, turn in enumerate(earlier.turns):
        expected = record.turns[number] if number < len(record.turns) else "its end"
        if turn != expected:
            raise NotationError(f"turn {number + 1}: found {quoted(turn)}, expected {expected}")
