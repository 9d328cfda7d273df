"""Node: one turn in the tree of a record, with what people and engines said about it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import isfinite

from isthmus.errors import NotationError, quoted

__all__ = ["JUDGEMENTS", "MARKS", "PROOFS", "Evaluation", "Mark", "Node", "Properties", "check_text"]

MARKS = ("circle", "cross", "square", "triangle", "label")
"""The kinds of marks; only a label has a text."""
JUDGEMENTS = ("good", "interesting", "inaccuracy", "mistake", "blunder")
"""What a turn may be called."""
PROOFS = ("first", "second", "draw")
"""What may be proved of a position: the seat that wins, or that neither does."""
LONGEST_TEXT = 100_000

Properties = tuple[tuple[str, tuple[str, ...]], ...]
"""What other programs wrote, by the name of an SGF property: its raw values, kept as they are."""


@dataclass(frozen=True)
class Mark:
    """Something pointed out on the board: a sign on ``point``, or a label with a short ``text``."""

    kind: str
    point: str
    text: str = ""

    def __post_init__(self) -> None:
        if self.kind not in MARKS:
            raise NotationError(f"mark: found {quoted(self.kind)}, expected one of {', '.join(MARKS)}")
        if not isinstance(self.text, str) or (self.kind == "label") is not bool(self.text):
            raise NotationError(
                f"mark: found the text {quoted(self.text)}, expected one for a label and for nothing else"
            )
        if not self.text.isprintable() or len(self.text) > 100:
            raise NotationError(f"mark: found the text {quoted(self.text)}, expected at most 100 letters in one line")


@dataclass(frozen=True)
class Evaluation:
    """What an engine thinks of the position at a node.

    ``first`` is the value for the first seat, from -1 (lost) to 1 (won). ``proof`` says who is proved to win:
    ``"first"``, ``"second"``, ``"draw"``, or nothing. ``variation`` are the turns expected from there on, the best one
    first. ``simulations`` is the effort.
    """

    first: float
    proof: str = ""
    variation: tuple[str, ...] = ()
    simulations: int = 0

    def __post_init__(self) -> None:
        if not (_is_number(self.first) and -1 <= self.first <= 1):
            raise NotationError(f"first: found {quoted(self.first)}, expected a value from -1 to 1")
        if self.proof not in ("", *PROOFS):
            raise NotationError(f"proof: found {quoted(self.proof)}, expected one of {', '.join(PROOFS)}, or nothing")
        if type(self.simulations) is not int or self.simulations < 0:
            raise NotationError(f"simulations: found {quoted(self.simulations)}, expected a whole number from 0")
        if not all(isinstance(turn, str) for turn in self.variation):
            raise NotationError(f"variation: found {quoted(self.variation)}, expected texts of turns")
        object.__setattr__(self, "first", float(self.first))


@dataclass(frozen=True)
class Node:
    """A turn and what is said about it; the first node of a record is its beginning and has no turn.

    ``parent`` is the number of the node before, smaller than its own; -1 at the beginning. ``turn`` is canonical text.
    ``judgement`` is one of JUDGEMENTS or empty. ``evaluation`` is of the position after the turn. ``seconds`` is how
    long the turn took, ``left`` what then stood on the clock of who made it, ``periods`` how many byo-yomi periods.
    ``properties`` are those of other programs, which Isthmus keeps and does not understand.

    Raises NotationError for what cannot be; that the turn is legal and the points exist is the record's business.
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
        check_text("comment", self.comment)
        if self.judgement not in ("", *JUDGEMENTS):
            raise NotationError(f"judgement: found {quoted(self.judgement)}, expected one of {', '.join(JUDGEMENTS)}")
        for name, value in (("seconds", self.seconds), ("left", self.left)):
            if value is not None and not (_is_number(value) and 0 <= value < 1e9):
                raise NotationError(f"{name}: found {quoted(value)}, expected seconds from 0")
        if self.periods is not None and not (type(self.periods) is int and 0 <= self.periods < 10**6):
            raise NotationError(f"periods: found {quoted(self.periods)}, expected a whole number from 0")
        for name, values in self.properties:
            check_property(name, values)

    @property
    def notes(self) -> dict[str, object]:
        """What is said of the turn, by name, in the order of the fields; what is not said is left out."""
        said = {name: getattr(self, name) for name in _NOTES}
        return {name: value for name, value in said.items() if value not in ("", (), None)}


_NOTES = tuple(field.name for field in fields(Node) if field.name not in ("parent", "turn"))


def check_text(name: str, text: object) -> None:
    """Raises NotationError unless this is text that every format can hold: printable, with line ends and tabs."""
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise NotationError(f"{name}: found {quoted(text)}, expected a text of at most {LONGEST_TEXT} letters")
    for sign in text:
        if sign not in "\n\t" and (
            sign in "\x7f\ufeff" or sign < " " or "\x80" <= sign < "\xa0" or "\ud800" <= sign <= "\udfff"
        ):
            raise NotationError(f"{name}: found the sign {sign!r}, expected letters, line ends and tabs only")


def check_property(name: object, values: object) -> None:
    """Raises NotationError unless this can be a property of SGF: a name of capitals, and texts."""
    if not (isinstance(name, str) and name.isascii() and name.isalpha() and name.isupper() and len(name) <= 60):
        raise NotationError(f"properties: found the name {quoted(name)}, expected capital letters")
    if not (isinstance(values, tuple) and values):
        raise NotationError(f"properties, {name}: found {quoted(values)}, expected texts")
    for value in values:
        check_text(f"properties, {name}", value)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
