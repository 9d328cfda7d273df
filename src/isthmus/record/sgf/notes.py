"""Converts the notes of a turn to properties of an SGF node and back. See docs/sgf.md.

Notes that the standard properties cannot express exactly go into one private property, ISNOTES, as JSON. The writer
reads its own properties back and adds whatever differs, so no note is lost.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from isthmus.errors import NotationError
from isthmus.record.events import known_keys, notes_event, parse_event, parse_notes
from isthmus.record.node import NOTES, Evaluation, Mark, Node
from isthmus.record.sgf.orientation import Orientation
from isthmus.record.sgf.syntax import SgfProperty, is_raw
from isthmus.record.sgf.text import escaped, read_number, simple_text, split_composed, text_of

__all__ = ["EXACT_NOTES", "decimal", "read_notes", "write_notes"]

EXACT_NOTES = "ISNOTES"
"""A JSON object with the notes of a turn, as in a record's line, that other properties do not express exactly."""

_MARKS = {"CR": "circle", "MA": "cross", "SQ": "square", "TR": "triangle", "LB": "label"}
_JUDGEMENTS = {"good": ("TE", "1"), "interesting": ("IT", ""), "inaccuracy": ("DO", ""), "mistake": ("BM", "1")}
_JUDGEMENTS["blunder"] = ("BM", "2")
_PERIODS = 10**6


def read_notes(
    found: Iterable[SgfProperty], orientation: Orientation, letter: str, *, black_first: bool
) -> dict[str, Any]:
    """The fields of ``Node`` in properties; those that are not understood are in its ``properties``.

    ``letter``: the letter of the turn, ``B``, ``W`` or empty. ``black_first``: the file's Black is the first seat (V is
    the value for Black). Raises NotationError for an unreadable private property.
    """
    notes: dict[str, Any] = {}
    marks: list[Mark] = []
    kept = []
    exact: dict[str, Any] = {}
    for name, values, *_ in found:
        if name == "C":
            notes["comment"] = "\n".join(map(text_of, values))
        elif name == EXACT_NOTES:
            exact = _exact(values[0])
        elif name in _MARKS and (here := _read_marks(_MARKS[name], values, orientation)) is not None:
            marks += here
        elif (said := _read_value(name, values, letter, black_first)) and said[0] not in notes:
            notes[said[0]] = said[1]
        else:
            kept.append(orientation.kept(name, values))
    if marks:
        notes["marks"] = tuple(marks)
    if kept:
        notes["properties"] = tuple(kept)
    return notes | exact


def _exact(raw: str) -> dict[str, Any]:
    try:
        event = parse_event(text_of(raw))
        known_keys(event, NOTES)
        return parse_notes(event)
    except NotationError as error:
        raise NotationError(f"{EXACT_NOTES}: {error}") from None


def _read_marks(kind: str, values: Sequence[str], orientation: Orientation) -> list[Mark] | None:
    if kind != "label":
        points = orientation.points(values)
        return None if points is None else [Mark(kind, point) for point in points]
    marks = []
    for value in values:
        parts = split_composed(value)
        point, text = (orientation.point(parts[0]), simple_text(parts[1])) if parts else (None, "")
        if point is None or not 0 < len(text) <= 100:
            return None
        marks.append(Mark(kind, point, text))
    return marks


def _read_value(name: str, values: Sequence[str], letter: str, black_first: bool) -> tuple[str, Any] | None:
    """The field of a node in a property with one value, or None if it has no valid field."""
    if len(values) > 1:
        return None
    if name in ("TE", "IT", "DO", "BM"):
        strong = name == "BM" and values[0].strip() == "2"
        return "judgement", "blunder" if strong else next(word for word in _JUDGEMENTS if _JUDGEMENTS[word][0] == name)
    number = read_number(values[0])
    if number is None:
        return None
    if name == "V" and -1 <= number <= 1:
        return "evaluation", Evaluation(number if black_first else -number)
    if letter and name == f"{letter}L" and 0 <= number < 1e9:
        return "left", number
    if letter and name == f"O{letter}" and number in range(_PERIODS):
        return "periods", int(number)
    return None


def write_notes(
    node: Node, orientation: Orientation, letter: str, *, black_first: bool, taken: Collection[str]
) -> list[SgfProperty]:
    """The properties for the notes of a node; parameters as for ``read_notes``.

    ``taken`` are names with another meaning in this node, which kept properties cannot have.
    """
    written = [SgfProperty(name, values) for name, values in _note_properties(node, letter, black_first).items()]
    names = {*taken, EXACT_NOTES, *(found.name for found in written)}
    written += [
        SgfProperty(name, values) for name, values in node.properties if name not in names and all(map(is_raw, values))
    ]
    understood = Node(**read_notes(written, orientation, letter, black_first=black_first)).notes
    if understood == node.notes:
        return written
    event = notes_event(node)
    differing = {name: event.get(name) for name in NOTES if understood.get(name) != node.notes.get(name)}
    return [*written, SgfProperty(EXACT_NOTES, (escaped(json.dumps(differing, ensure_ascii=False)),))]


def _note_properties(node: Node, letter: str, black_first: bool) -> Mapping[str, tuple[str, ...]]:
    said: dict[str, tuple[str, ...]] = {}
    if node.comment:
        said["C"] = (escaped(node.comment),)
    for name, kind in _MARKS.items():
        if marks := [mark for mark in node.marks if mark.kind == kind]:
            said[name] = tuple(
                mark.point + (":" + escaped(mark.text, part=True) if mark.text else "") for mark in marks
            )
    if node.judgement:
        name, value = _JUDGEMENTS[node.judgement]
        said[name] = (value,)
    if node.evaluation is not None:
        said["V"] = (decimal(node.evaluation.first if black_first else -node.evaluation.first, 4),)
    if letter and node.left is not None:
        said[f"{letter}L"] = (decimal(node.left, 3),)
    if letter and node.periods is not None:
        said[f"O{letter}"] = (str(node.periods),)
    return said


def decimal(number: float, places: int) -> str:
    """A number in the form of SGF: no exponent, no trailing zeros."""
    text = f"{number:.{places}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text
