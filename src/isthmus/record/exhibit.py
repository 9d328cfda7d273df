"""Exhibits: the diagrams of rules pages. A diagram with a caption, turns to try, facts, and perhaps a task.

In Markdown an exhibit is a fenced block called ``board``, readable as plain text; see docs/formats.md::

    # Two neighbours in a row are linked.
    hex(size=3,pie=0)
    . . .
     x x .
      . . .
    white
    # linked a2 b2
    # try c2: legal. White may cut where Black wants to continue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from isthmus.errors import NotationError, quoted
from isthmus.record.diagram import parse_diagram
from isthmus.rules.position import Position

__all__ = [
    "EXHIBIT_BLOCK",
    "EXHIBIT_FENCE",
    "TASKS",
    "Bond",
    "Exhibit",
    "Task",
    "Trial",
    "Verdict",
    "exhibits_of",
    "parse_exhibit",
]

EXHIBIT_FENCE = "board"
"""The name of exhibits as fenced blocks in Markdown."""

EXHIBIT_BLOCK = re.compile(rf"^```{EXHIBIT_FENCE}\n((?:(?!```).*\n)*+)```$\n?", re.MULTILINE)
"""A whole block; its group is the exhibit."""

_TRY = re.compile(r"try (\S+): (\w+)((?: [a-z][0-9]+)*)(?:\. (.*))?")
_BOND = re.compile(r"(linked|apart|sees|blind) ([a-z][0-9]+) ([a-z][0-9]+)(?:: (.*))?")
_TASK = re.compile(r"task (\w+): (.+)")
_FACT = re.compile(r"(over|status): (.+)")


class Verdict(StrEnum):
    """The effect of a turn. Every verdict except ``ILLEGAL`` also means that the turn is legal."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    WINS = "wins"
    LOSES = "loses"
    CAPTURES = "captures"


@dataclass(frozen=True)
class Trial:
    """A turn to try, with its claimed effect. ``captured``: the emptied fields, for ``CAPTURES``."""

    turn: str
    verdict: Verdict
    captured: tuple[str, ...] = ()
    words: str = ""

    def __str__(self) -> str:
        return f"{self.turn}: {self.result}. {self.words}".rstrip()

    @property
    def result(self) -> str:
        """The verdict in words, such as ``captures c3 and d4``."""
        return f"{self.verdict} {' and '.join(self.captured)}".rstrip()


_MANNERS = {
    "linked": "are linked",
    "apart": "are not linked",
    "sees": "see each other",
    "blind": "do not see each other",
}


@dataclass(frozen=True)
class Bond:
    """The claim that two stones of one colour are directly linked, or not; ``manner`` is the word for it."""

    first: str
    second: str
    manner: str
    words: str = ""

    @property
    def linked(self) -> bool:
        """Whether they are claimed to be linked."""
        return self.manner in ("linked", "sees")

    def __str__(self) -> str:
        return f"{self.first} and {self.second} {_MANNERS[self.manner]}. {self.words}".rstrip()


TASKS = (Verdict.WINS, Verdict.CAPTURES)
"""The verdicts that a task may ask for."""


@dataclass(frozen=True)
class Task:
    """The goal for one turn: one of ``TASKS``."""

    verdict: Verdict
    words: str


@dataclass(frozen=True)
class Exhibit:
    """A position with claims about it; ``isthmus.record.exhibit_check`` checks whether they are true.

    ``outcome`` is the text of the position's outcome, empty for a game that is not over; ``status`` are facts that the
    rules show beside the board.
    """

    caption: str
    position: Position
    trials: tuple[Trial, ...] = ()
    bonds: tuple[Bond, ...] = ()
    task: Task | None = None
    outcome: str = ""
    status: tuple[str, ...] = ()

    @property
    def standing(self) -> str:
        """A sentence on whose turn it is, or how the game ended."""
        position = self.position
        if position.outcome:
            return f"The game is over: {position.outcome.in_words}."
        if position.choosing:
            return f"The {position.seat} player chooses a colour."
        return f"{str(position.to_move).capitalize()} to move."

    @property
    def facts(self) -> list[str]:
        """The facts about the position, in sentences."""
        return [*(f"{fact[:1].upper()}{fact[1:]}." for fact in self.status), *map(str, self.bonds)]

    def sentences(self) -> Iterator[str]:
        """All claims in words, for readers who cannot use the board."""
        yield self.standing
        yield from self.facts
        yield from map(str, self.trials)
        if self.task:
            yield f"Task: {self.task.words}"


def exhibits_of(page: str) -> Iterator[str]:
    """The texts of the exhibits in a Markdown page."""
    return (match[1] for match in EXHIBIT_BLOCK.finditer(page))


@dataclass
class _Claims:
    """The claims below the board, read line by line."""

    trials: list[Trial] = field(default_factory=list)
    bonds: list[Bond] = field(default_factory=list)
    status: list[str] = field(default_factory=list)
    outcome: str = ""
    task: Task | None = None

    def read(self, claim: str) -> None:
        if match := _TRY.fullmatch(claim):
            captured = tuple(match[3].split())
            self.trials.append(Trial(match[1], _verdict(match[2], claim), captured, match[4] or ""))
        elif match := _BOND.fullmatch(claim):
            self.bonds.append(Bond(match[2], match[3], match[1], match[4] or ""))
        elif (match := _TASK.fullmatch(claim)) and self.task is None:
            self.task = Task(_verdict(match[1], claim, TASKS), match[2])
        elif (match := _FACT.fullmatch(claim)) and match[1] == "status":
            self.status.append(match[2])
        elif match and not self.outcome:
            self.outcome = match[2]
        else:
            expected = (
                "try TURN: VERDICT, linked A B (apart, sees, blind), task VERDICT: WORDS, over: OUTCOME, status: FACT"
            )
            raise NotationError(f"found {quoted(claim)} below the board of an exhibit, expected one of {expected}")


def parse_exhibit(text: str) -> Exhibit:
    """The exhibit of a block: remarks above the board are its caption, remarks below it are claims.

    A claim may continue in the next remark, indented. Raises NotationError, RulesError and PositionError as
    ``parse_diagram`` does, and NotationError for an unknown claim.
    """
    lines = text.strip("\n").splitlines()
    above = next((number for number, line in enumerate(lines) if not line.startswith("#")), len(lines))
    below = len(lines)
    while below > above and lines[below - 1].startswith("#"):
        below -= 1
    caption = " ".join(line.removeprefix("#").strip() for line in lines[:above])
    claims = _Claims()
    for claim in re.split(r"\n# (?! )", "\n" + "\n".join(lines[below:]))[1:]:
        claims.read(" ".join(claim.replace("\n#", " ").split()))
    return Exhibit(
        caption,
        parse_diagram("\n".join(lines[above:below])),
        tuple(claims.trials),
        tuple(claims.bonds),
        claims.task,
        claims.outcome,
        tuple(claims.status),
    )


def _verdict(word: str, claim: str, allowed: Sequence[Verdict] = tuple(Verdict)) -> Verdict:
    for verdict in allowed:
        if verdict == word:
            return verdict
    raise NotationError(f"found {quoted(word)} in {quoted(claim)}, expected one of {', '.join(allowed)}")
