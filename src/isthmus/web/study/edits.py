"""The edits of a study, as pure functions: from a record and a wish to the changed record or a refusal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from isthmus.analysis.review.grafting import graft
from isthmus.errors import IsthmusError, quoted
from isthmus.record import Record, parse_record
from isthmus.record.events import parse_notes

__all__ = ["LONGEST_COMMENT", "MOST_MARKS", "MOST_NODES", "Edited", "RefusedEditError", "check_size", "edited"]

MOST_NODES, MOST_MARKS, LONGEST_COMMENT = 3000, 400, 10_000
NOTES = ("comment", "judgement", "marks", "evaluation")
FACTS = ("players", "occasion", "place", "date")


class RefusedEditError(IsthmusError, ValueError):
    """An edit was refused; the message says why. Nothing has changed."""


@dataclass(frozen=True)
class Edited:
    """A changed record. ``node`` is now the editor's current node; ``touched`` are the nodes with changed content.

    ``touched`` is None if numbers or the order of lines may have changed; then everything must be read again.
    """

    record: Record
    node: int
    touched: tuple[int, ...] | None


def edited(record: Record, wish: Mapping[str, Any]) -> Edited:
    """The record after a wish, a JSON object with the key ``do`` and further keys.

    ``play`` adds a ``turn`` after a ``node``, or finds it there. ``line`` does the same with several ``turns``.
    ``note`` sets notes of a node. ``remove`` deletes a node and everything after it. ``promote`` makes the line through
    a node the game. ``facts`` sets people, occasion, place and date. ``review`` copies the review from a ``record``, as
    JSON lines. Raises RefusedEditError, and the errors of records for bad turns and notes.
    """
    do = wish.get("do")
    if do == "review":
        return _reviewed(record, wish.get("record"))
    if do == "facts":
        return _stated(record, wish)
    if do not in ("play", "line", "note", "remove", "promote"):
        raise RefusedEditError("do: expected play, line, note, review, remove, promote or facts")
    node = wish.get("node")
    if type(node) is not int or not 0 <= node < len(record.nodes):
        raise RefusedEditError(f"node: expected a number from 0 to {len(record.nodes) - 1}")
    if do == "play":
        return _played(record, node, [wish.get("turn")])
    if do == "line":
        turns = wish.get("turns")
        return _played(record, node, turns if isinstance(turns, list) else [None])
    if do == "note":
        return Edited(_noted(record, node, wish), node, (node,))
    if do == "remove":
        return _removed(record, node)
    return Edited(record.promote(node), node, None)


def check_size(record: Record) -> None:
    """Raises RefusedEditError if a record is too large for a study."""
    if len(record.nodes) > MOST_NODES:
        raise RefusedEditError(f"a study has at most {MOST_NODES} turns, variations included")
    for node in record.nodes:
        if len(node.comment) > LONGEST_COMMENT:
            raise RefusedEditError(f"a comment has at most {LONGEST_COMMENT:,} characters")
        if len(node.marks) > MOST_MARKS:
            raise RefusedEditError(f"a position has at most {MOST_MARKS} marks")


def _played(record: Record, node: int, turns: list[Any]) -> Edited:
    touched = []
    for turn in turns:
        if not isinstance(turn, str):
            raise RefusedEditError("expected the text of a turn")
        longer, node = record.add(node, turn)
        if longer is not record:
            touched.append(node)
        record = longer
    return Edited(record, node, tuple(touched))


def _noted(record: Record, node: int, notes: Mapping[str, Any]) -> Record:
    return record.annotate(node, **parse_notes({name: notes[name] for name in NOTES if name in notes}))


def _stated(record: Record, wish: Mapping[str, Any]) -> Edited:
    facts = {name: wish[name] for name in FACTS if name in wish}
    if "players" in facts:
        if not isinstance(facts["players"], list):
            raise RefusedEditError(f"players: found {quoted(facts['players'])}, expected two names")
        facts["players"] = tuple(facts["players"])
    if facts.get("date") == "":
        facts["date"] = None
    return Edited(replace(record, **facts), 0, ())


def _reviewed(record: Record, text: object) -> Edited:
    """Adds a review of this game. Edits made since the review began are kept."""
    if not isinstance(text, str):
        raise RefusedEditError("record: expected JSON lines")
    review = parse_record(text)
    unsaid = tuple(replace(node, comment="", marks=()) for node in review.nodes)
    found = graft(record, replace(review, nodes=unsaid))
    for mine, theirs in zip(found.main_line, review.main_line, strict=False):
        if judgement := review.nodes[theirs].judgement:
            found = found.annotate(mine, judgement=judgement)
    return Edited(found, found.last, None)


def _removed(record: Record, node: int) -> Edited:
    if node == 0:
        raise RefusedEditError("only turns can be deleted, not the beginning")
    parent = record.nodes[node].parent
    return Edited(record.remove(node), parent, None)
