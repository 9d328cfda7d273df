"""The checker of certificates: reads a proof and follows it with the plain Python rules alone.

It shares no code with the solver, only the rules and the text of positions; how the proof was found does not matter. A
certificate is correct if this checker accepts it. docs/solving.md describes the format, ``two_trees`` the lines that
give trees.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from isthmus.errors import IsthmusError, counted, quoted
from isthmus.games.network import Network
from isthmus.record.events import known_keys, parse_event
from isthmus.record.position_text import parse_position
from isthmus.rules.placement import PlacementGame
from isthmus.rules.position import Position
from isthmus.rules.types import Seat
from isthmus.solve.two_trees import ProofError, check_trees, require

__all__ = ["CertificateError", "Checked", "check_certificate"]

_CLAIMS = {f"{seat} {verb}": (seat, verb != "wins") for seat in Seat for verb in ("wins", "does not lose")}
_KEYS = {1: ("stones", "turns"), 2: ("stones", "turns", "trees"), 3: ("turns",), 4: ("turns",)}
"""The keys of a line, by version; a line has either turns or trees. In version 3 no position occurs twice."""


class CertificateError(IsthmusError, ValueError):
    """A certificate that cannot be read or does not prove its claim. The message gives the line and what was expected.

    >>> from isthmus.solve.checker import CertificateError, check_certificate
    >>> try:
    ...     check_certificate(["{}"])
    ... except CertificateError as error:
    ...     print(error)
    line 1: found {}, expected the header of a certificate
    """


@dataclass(frozen=True)
class Checked:
    """A claim that a certificate proves: the claim, its position, and the number of lines.

    >>> import isthmus
    >>> from isthmus.solve.checker import check_certificate
    >>> (certificate,) = isthmus.solve(isthmus.game("hex", size=3, pie=0).start(), certificate=True).certificates
    >>> (checked,) = check_certificate(certificate.text())
    >>> checked.position == isthmus.game("hex", size=3, pie=0).start(), checked.claim
    (True, 'first wins')
    """

    position: Position
    claim: str
    lines: int


def check_certificate(lines: Iterable[str]) -> tuple[Checked, ...]:
    """The claims proved by a file with one or more certificates, given line by line.

    Raises CertificateError at the first line that is wrong.

    >>> import isthmus
    >>> from isthmus.solve.checker import check_certificate
    >>> solution = isthmus.solve(isthmus.game("bridgit", size=3).start(), certificate=True)
    >>> [checked.claim for checked in check_certificate(solution.certificates[0].text())]
    ['first wins']
    """
    checked: list[Checked] = []
    number, checker = 0, None
    try:
        for text in lines:
            number += 1
            if checker is None:
                checker = _Checker(parse_event(text))
                continue
            checker.check_line(parse_event(text))
            if checker.line == checker.count:
                checked.append(Checked(checker.start, checker.claim, checker.count))
                checker = None
    except IsthmusError as error:
        raise CertificateError(f"line {number}: {error}") from None
    if checker or not checked:
        expected = "a line of the certificate" if checker else "the header of a certificate"
        raise CertificateError(f"line {number + 1}: found nothing, expected {expected}")
    return tuple(checked)


class _Checker:
    """One certificate. ``due``: the positions that later lines must prove, by line number."""

    def __init__(self, header: Any) -> None:
        version, claim, count, other = (header.get(key) for key in ("version", "claim", "lines", "format"))
        require(header.get("isthmus") == "certificate", quoted(other or header), "the header of a certificate")
        require(type(version) is int and version in _KEYS, f"version {quoted(version)}", "version 1, 2, 3 or 4")
        known_keys(header, ("isthmus", "version", "position", "claim", "lines"))
        require(str(claim) in _CLAIMS, f"claim {quoted(claim)}", " or ".join(map(repr, _CLAIMS)))
        require(type(count) is int and count >= 1, f"lines {quoted(count)}", "the number of lines that follow")
        try:
            position = parse_position(str(header.get("position")))
        except IsthmusError as error:
            raise CertificateError(f"position: {error}") from None
        start = self.start = position.game.reference().restore_position(position.snapshot)
        require(not start.outcome, f"a game that is over: {start.outcome}", "an unfinished game")
        self.claim, self.count, self.keys = claim, count, _KEYS[version]
        self.seat, self.or_draw = _CLAIMS[claim]
        self.has_cycles = version == 4
        may = not self.has_cycles or (self.or_draw and type(start.game) is Network)
        require(may, f"version 4, {claim!r}, {start.game}", "the claim that a seat does not lose Network")
        self.past = () if self.has_cycles else start.snapshot.counter("history")
        first = start.with_history(self.past)
        self.line, self.due = 0, {0: {first: None}}
        self.line_of = {first: 0} if version > 2 else None

    def check_line(self, fields: dict[str, Any]) -> None:
        """One position: trees prove it, or the required turns are listed, and the positions after them become due."""
        known_keys(fields, self.keys)
        due = self.due.pop(self.line, None)
        if due is None:
            raise ProofError("a position that no earlier line leads to", "one that is needed")
        position = self._covering_position(list(due), fields.get("stones"))
        if "trees" in fields:
            require("turns" not in fields, "turns and trees", "only one of them")
            check_trees(position, self.seat, fields["trees"])
        else:
            self._check_turns(position, fields.get("turns"))
        self.line += 1
        if self.line == self.count and self.due:
            raise ProofError(f"the last line, but line {min(self.due)} is still needed", "no turn that leads there")

    def _check_turns(self, position: Position, turns: Any) -> None:
        if not isinstance(turns, dict):
            raise ProofError(f"turns {quoted(turns)}", "an object from turns to line numbers")
        ours = position.seat is self.seat
        # In version 3 the opponent's turns are all those that are legal with or without the past.
        pasts = [position] if ours or self.line_of is None else dict.fromkeys((position.with_history(), position))
        legal = {turn: after for one in pasts for turn, after in one.all_after(turns if ours else None).items()}
        every = "the only legal turn" if len(legal) == 1 else f"all {len(legal)} legal turns"
        wanted = f"one legal turn of the {self.seat} seat" if ours else every
        if strange := sorted(turns.keys() - legal.keys()):
            raise ProofError(f"{quoted(strange[0])}, which is not legal in {position!r}", wanted)
        if len(turns) != (1 if ours else len(legal)):
            missing = "" if ours else f" without {min(legal.keys() - turns.keys())!r}"
            raise ProofError(f"{counted(len(turns), 'turn')}{missing}", wanted)
        for turn, after in turns.items():
            self._follow(legal[turn], turn, after)

    def _follow(self, reached: Position, turn: str, after: Any) -> None:
        if reached.outcome:
            over = str(reached.outcome)
            require(after is None, f"{turn!r}: {quoted(after)}", f"null, since the game is over: {over}")
            kept = self.or_draw if reached.winner is None else reached.winner is self.seat
            require(kept, f"{turn!r}, which ends the game: {over}", f"that {self.claim}")
            return
        later, line = self.line + 1, -1
        true = type(after) is int and (0 if self.has_cycles else later) <= after < self.count
        if true and self.line_of is not None:
            placed = reached.snapshot.stone_count > self.start.snapshot.stone_count
            reached = reached.with_history(() if placed else self.past)
            # A new position belongs to a later line.
            line = self.line_of.setdefault(reached, after if after >= later else -1)
            true = line == after
        if not true:
            numbers = f"the number of a later line, from {later} to {self.count - 1}"
            expected = numbers if line < 0 else f"{line}, the line of that position"
            raise ProofError(f"{turn!r}: {'null' if after is None else quoted(after)}", expected)
        if after >= later:
            # Equal positions are kept once, so that a line reached often costs little.
            self.due.setdefault(after, {})[reached] = None

    def _covering_position(self, due: list[Position], stones: Any) -> Position:
        """The position of a line. Proving the claim for it proves the claim for every position that is due at this
        line.

        A line without stones is for one position. A line with stones, in a placement game, is for all positions in
        which the seat of the claim has at least these stones, and the opponent at most these. There an extra own stone,
        or one fewer of the opponent's, never hurts: every win of the poorer position is a win of the richer one.
        """
        first = due[0]
        if stones is None:
            if len(due) > 1:
                raise ProofError("one line for two different positions", "a line for each")
            return first
        game, snapshot, own = first.game, first.snapshot, first.side_of(self.seat)
        if not isinstance(game, PlacementGame) or own is None:
            raise ProofError("stones", f"none: {game} has no line that covers several positions here")
        if not isinstance(stones, str) or len(stones) != len(game.topology) or not set(stones) <= set(".xo"):
            raise ProofError(f"stones {quoted(stones)}", f"a letter of '.xo' for each of {len(game.topology)} cells")
        held = tuple(tuple(cell for cell, letter in enumerate(stones) if letter == one) for one in "xo")
        for position in due:
            mine, theirs = (set(position.snapshot.stones[side.value]) for side in (own, own.other))
            same = (position.snapshot.side, position.snapshot.opening) == (snapshot.side, snapshot.opening)
            if not (same and mine >= set(held[own.value]) and theirs <= set(held[own.other.value])):
                raise ProofError(f"stones {stones!r}, better for the claim", "stones that are no better")
        poorest = game.restore_position(replace(snapshot, stones=(held[0], held[1])))
        require(not poorest.outcome, f"a game that is over: {poorest.outcome}", "an unfinished game")
        return poorest
