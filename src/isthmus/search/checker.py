"""The checker of certificates: reads a proof and follows it by the plain Python rules, and nothing else.

It shares no code with the solver, only the rules and the text of positions; it does not know how the proof was found.
A certificate is true if this says so. docs/solving.md describes the format.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from isthmus.errors import IsthmusError, quoted
from isthmus.record.position_text import parse_position
from isthmus.rules.placement import PlacementGame
from isthmus.rules.position import Position
from isthmus.rules.types import Outcome, Seat, Side

__all__ = ["CertificateError", "Checked", "check_certificate"]

_CLAIMS = {
    f"{seat} {verb}": (seat, or_draw) for seat in Seat for verb, or_draw in (("wins", False), ("does not lose", True))
}
_LETTERS = ".xo"


class CertificateError(IsthmusError, ValueError):
    """A certificate that cannot be read or does not prove its claim; says the line and what was expected."""


@dataclass(frozen=True)
class Checked:
    """A claim that a certificate proves: who, of which position, in how many lines."""

    position: Position
    claim: str
    lines: int


def check_certificate(lines: Iterable[str]) -> tuple[Checked, ...]:
    """The claims that a file of one certificate or more proves, given line by line.

    Raises CertificateError at the first line that is wrong.
    """
    checked: list[Checked] = []
    numbered = enumerate(lines, 1)
    for first, header in numbered:
        checker = _Checker(first, header)
        for number in range(first + 1, first + checker.count + 1):
            _, text = next(numbered, (number, ""))
            checker.check_line(number, text)
        checked.append(Checked(checker.start, checker.claim, checker.count))
    if not checked:
        raise CertificateError("line 1: found nothing, expected the header of a certificate")
    return tuple(checked)


def _fail(number: int, found: str, expected: str) -> CertificateError:
    return CertificateError(f"line {number}: found {found}, expected {expected}")


def _fields(number: int, text: str) -> dict[str, Any]:
    try:
        fields = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        problem = "nothing" if not text.strip() else f"{quoted(text.strip())} ({error})"
        raise _fail(number, problem, "a JSON object") from None
    if not isinstance(fields, dict):
        raise _fail(number, quoted(text.strip()), "a JSON object")
    return fields


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a name occurs twice")
    return fields


class _Checker:
    """One certificate. ``due``: what the lines still to come have to be true of, by their numbers."""

    def __init__(self, number: int, text: str) -> None:
        fields = _fields(number, text)
        if fields.get("isthmus") != "certificate":
            raise _fail(number, quoted(text.strip()), 'a header with "isthmus": "certificate"')
        if fields.get("version") != 1:
            raise _fail(number, f"version {quoted(fields.get('version'))}", "version 1")
        claim = fields.get("claim")
        if not isinstance(claim, str) or claim not in _CLAIMS:
            raise _fail(number, f"claim {quoted(claim)}", " or ".join(map(repr, _CLAIMS)))
        self.claim = claim
        self.seat, self.or_draw = _CLAIMS[claim]
        count = fields.get("lines")
        if type(count) is not int or count < 1:
            raise _fail(number, f"lines {quoted(count)}", "the number of lines that follow, 1 or more")
        self.count: int = count
        try:
            position = parse_position(str(fields.get("position")))
        except IsthmusError as error:
            raise CertificateError(f"line {number}: position: {error}") from None
        self.start = position.game.reference().restore_position(position.snapshot)
        if self.start.outcome:
            raise _fail(number, f"a game that is over: {self.start.outcome}", "a position in which it goes on")
        self.line = 0
        self.due: dict[int, list[Position]] = {0: [self.start]}

    def check_line(self, number: int, text: str) -> None:
        """One position of the proof: the turns listed are the ones that count, and all that they lead to is due."""
        fields = _fields(number, text)
        due = self.due.pop(self.line, None)
        if due is None:
            raise _fail(number, "a position that no line before leads to", "one that is needed")
        position = self._stands_for(number, fields.get("stones"), due)
        turns = fields.get("turns")
        if not isinstance(turns, dict):
            raise _fail(number, f"turns {quoted(turns)}", "an object from turns to line numbers")
        legal = {str(turn): turn for turn in position.turns()}
        ours = position.seat is self.seat
        wanted = f"one legal turn of the {self.seat} seat" if ours else f"all {len(legal)} legal turns"
        strange = sorted(turns.keys() - legal.keys())
        if strange:
            raise _fail(number, f"{quoted(strange[0])}, which is not legal in {position!r}", wanted)
        if len(turns) != (1 if ours else len(legal)):
            missing = "" if ours else f" without {min(legal.keys() - turns.keys())!r}"
            raise _fail(number, f"{len(turns)} turns{missing}", wanted)
        for turn, after in turns.items():
            self._follow(number, position.play(legal[turn]), turn, after)
        self.line += 1
        if self.line == self.count and self.due:
            raise _fail(number, f"the last line, but line {min(self.due)} is still needed", "no turn that leads there")

    def _follow(self, number: int, reached: Position, turn: str, after: Any) -> None:
        if reached.outcome:
            if after is not None:
                raise _fail(number, f"{turn!r}: {quoted(after)}", f"null, since the game is over: {reached.outcome}")
            if not self._holds(reached, reached.outcome):
                raise _fail(number, f"{turn!r}, which ends the game: {reached.outcome}", f"that {self.claim}")
        elif type(after) is not int or not self.line < after < self.count:
            expected = f"the number of a later line, from {self.line + 1} to {self.count - 1}"
            raise _fail(number, f"{turn!r}: {'null' if after is None else quoted(after)}", expected)
        else:
            # Equal positions are kept once, so that a line reached often costs little.
            known = self.due.setdefault(after, [])
            if reached not in known:
                known.append(reached)

    def _holds(self, position: Position, outcome: Outcome) -> bool:
        return self.or_draw if outcome.winner is None else position.seat_of(outcome.winner) is self.seat

    def _stands_for(self, number: int, stones: Any, due: list[Position]) -> Position:
        """The position of a line, which proves the claim for all that are due there.

        A line without stones is for one position. With stones, in a placement game, it is for all in which the seat of
        the claim has these of its own or more, and the opponent these or fewer: there, a stone more of one's own or one
        less of the opponent's never harms, since every win of the poorer position is one of the richer.
        """
        first = due[0]
        if stones is None:
            if len(due) > 1:
                raise _fail(number, f"one line for {first!r} and {due[1]!r}, which differ", "a line for each")
            return first
        game, snapshot = first.game, first.snapshot
        if not isinstance(game, PlacementGame) or snapshot.opening.under_way:
            raise _fail(number, "stones", f"none: {game} has no line that stands for several positions here")
        if not isinstance(stones, str) or len(stones) != len(game.topology) or not set(stones) <= set(_LETTERS):
            raise _fail(number, f"stones {quoted(stones)}", f"a letter of '.xo' for each of {len(game.topology)} cells")
        held = tuple(tuple(cell for cell, letter in enumerate(stones) if letter == one) for one in _LETTERS[1:])
        own = next(side for side in Side if first.seat_of(side) is self.seat)
        for position in due:
            mine, theirs = (set(position.snapshot.stones[side.value]) for side in (own, own.other))
            same = (position.snapshot.side, position.snapshot.opening) == (snapshot.side, snapshot.opening)
            if not (same and mine >= set(held[own.value]) and theirs <= set(held[own.other.value])):
                raise _fail(number, f"stones {stones!r}, better for the claim", f"none better than {position!r}")
        poorest = game.restore_position(replace(snapshot, stones=(held[0], held[1])))
        if poorest.outcome:
            raise _fail(number, f"a game that is over: {poorest.outcome}", "a position in which it goes on")
        return poorest
