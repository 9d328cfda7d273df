"""Node: one turn in the tree of a record, with the notes of people and engines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

from isthmus.errors import NotationError, quoted
from isthmus.record.values import check_seconds, check_text, check_turns, check_whole, check_words

__all__ = ["JUDGEMENTS", "MARKS", "NOTES", "PROOFS", "Evaluation", "Mark", "Node", "Properties"]

MARKS = ("circle", "cross", "square", "triangle", "label")
"""The kinds of marks. Only a label has text."""
JUDGEMENTS = ("good", "interesting", "inaccuracy", "mistake", "blunder")
"""The possible judgements of a turn."""
PROOFS = ("first", "second", "draw")
"""The possible proofs for a position: the seat that wins, or a draw."""

Properties = tuple[tuple[str, tuple[str, ...]], ...]
"""SGF properties of other programs, as (name, raw values), preserved unchanged."""


@dataclass(frozen=True)
class Mark:
    """A mark on the board: a sign on ``point``, or a label with a short ``text``.

    Raises NotationError for an unknown kind, a label without text, or text on any other mark.

    >>> from isthmus.record import Mark
    >>> Mark("circle", "c3"), Mark("label", "d2", "A").text
    (Mark(kind='circle', point='c3', text=''), 'A')
    """

    kind: str
    point: str
    text: str = ""

    def __post_init__(self) -> None:
        if self.kind not in MARKS:
            raise NotationError(f"mark: found {quoted(self.kind)}, expected one of {', '.join(MARKS)}")
        if not isinstance(self.point, str):
            raise NotationError(f"mark: found {quoted(self.point)}, expected the name of a point")
        check_words("mark", self.text)
        if (self.kind == "label") is not bool(self.text):
            raise NotationError(
                f"mark: found the text {quoted(self.text)}, expected a text for a label, and none for other marks"
            )


@dataclass(frozen=True)
class Evaluation:
    """An engine's judgement of the position at a node.

    ``first`` is the value for the first seat, from -1 (lost) to 1 (won). ``proof`` is the proved result: ``"first"``,
    ``"second"``, ``"draw"``, or empty. ``variation`` has the turns expected next, the best one first.
    ``simulations`` is the number of simulations of the search. Raises NotationError for invalid values.

    >>> from isthmus.record import Evaluation
    >>> Evaluation(0.25, variation=("c3", "d2"), simulations=1000)
    Evaluation(first=0.25, proof='', variation=('c3', 'd2'), simulations=1000)
    """

    first: float
    proof: str = ""
    variation: tuple[str, ...] = ()
    simulations: int = 0

    def __post_init__(self) -> None:
        if isinstance(self.first, bool) or not isinstance(self.first, int | float) or not -1 <= self.first <= 1:
            raise NotationError(f"first: found {quoted(self.first)}, expected a value from -1 to 1")
        if self.proof not in ("", *PROOFS):
            raise NotationError(f"proof: found {quoted(self.proof)}, expected one of {', '.join(PROOFS)}, or nothing")
        check_whole("simulations", self.simulations)
        object.__setattr__(self, "variation", _tuple("variation", self.variation))
        check_turns("variation", self.variation)
        object.__setattr__(self, "first", float(self.first))


@dataclass(frozen=True)
class Node:
    """A turn and its notes; the first node of a record is its beginning and has no turn.

    ``parent`` is the number of the previous node, smaller than its own; -1 at the beginning. ``turn`` is canonical
    text. ``judgement`` is one of JUDGEMENTS or empty. ``evaluation`` judges the position after the turn. ``seconds`` is
    the time of the turn, ``left`` the seconds that its player had left afterwards, ``periods`` the byo-yomi periods
    left. ``properties`` are SGF properties of other programs, which Isthmus preserves without understanding them.

    Raises NotationError for invalid values. The record checks that the turn is legal and the points exist.

    >>> import isthmus
    >>> from isthmus.record import Record
    >>> record = Record.of_turns(isthmus.game("hex", size=5, pie=0), ["c3", "d2"])
    >>> record = record.annotate(1, comment="the centre", judgement="good")
    >>> record.nodes[1].turn, record.nodes[1].comment, record.nodes[2].parent
    ('c3', 'the centre', 1)
    """

    parent: int = -1
    turn: str = ""
    comment: str = ""
    marks: tuple[Mark, ...] = ()
    judgement: str = ""
    evaluation: Evaluation | None = None
    seconds: float | None = None
    left: float | None = None
    periods: int | None = None
    properties: Properties = ()

    def __post_init__(self) -> None:
        if isinstance(self.comment, str):
            object.__setattr__(self, "comment", self.comment.replace("\r\n", "\n"))
        check_text("turn", self.turn)
        check_text("comment", self.comment)
        object.__setattr__(self, "marks", _tuple("marks", self.marks))
        if not all(isinstance(mark, Mark) for mark in self.marks):
            raise NotationError(f"marks: found {quoted(self.marks)}, expected marks")
        if self.judgement not in ("", *JUDGEMENTS):
            raise NotationError(f"judgement: found {quoted(self.judgement)}, expected one of {', '.join(JUDGEMENTS)}")
        if not isinstance(self.evaluation, Evaluation | None):
            raise NotationError(f"evaluation: found {quoted(self.evaluation)}, expected an Evaluation")
        if self.seconds is not None:
            check_seconds("seconds", self.seconds)
        if self.left is not None:
            check_seconds("left", self.left)
        if self.periods is not None:
            check_whole("periods", self.periods, 10**6 - 1)
        object.__setattr__(self, "properties", _tuple("properties", self.properties))
        for one in self.properties:
            if not (isinstance(one, tuple | list) and len(one) == 2):
                raise NotationError(f"properties: found {quoted(one)}, expected a name with its values")
        names = [check_property(*one) for one in self.properties]
        if len(set(names)) < len(names):
            raise NotationError(f"properties: found {quoted(names)}, expected each name once")

    @property
    def notes(self) -> dict[str, object]:
        """The notes by name, in the order of the fields, without empty ones."""
        said = {name: getattr(self, name) for name in NOTES}
        return {name: value for name, value in said.items() if value not in ("", (), None)}


NOTES = tuple(field.name for field in fields(Node) if field.name not in ("parent", "turn"))
"""The names of the notes, in the order of writing."""


def _tuple(name: str, values: object) -> tuple[Any, ...]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise NotationError(f"{name}: found {quoted(values)}, expected a list or tuple")
    return tuple(values)


def check_property(name: object, values: object) -> str:
    """Check a property of SGF, and return its name.

    Raises NotationError unless the name has 1 to 60 capital letters and the values are a non-empty tuple of text.
    """
    if not (isinstance(name, str) and name.isascii() and name.isalpha() and name.isupper() and len(name) <= 60):
        raise NotationError(f"properties: found the name {quoted(name)}, expected capital letters")
    if not (isinstance(values, tuple) and values):
        raise NotationError(f"properties, {name}: found {quoted(values)}, expected a tuple of one or more texts")
    for value in values:
        check_text(f"properties, {name}", value)
    return name
