"""Certificates: proofs as text, which ``isthmus check`` verifies with the rules alone. See docs/solving.md."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from isthmus.record.position_text import STONE_LETTERS, format_position
from isthmus.rules.position import Position
from isthmus.rules.types import Seat, Side

__all__ = ["Certificate", "Claim", "Line", "Trees"]

Trees = tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
"""Pairs of trees of points.

>>> import isthmus
>>> (certificate,) = isthmus.solve(isthmus.game("bridgit", size=3).start().play("b2"), certificate=True).certificates
>>> [[len(tree) for tree in pair] for pair in certificate.lines[0].trees]
[[6, 6]]
"""


@dataclass(frozen=True)
class Claim:
    """A seat wins, or at least does not lose. ``str()`` gives ``'first wins'`` or ``'first does not lose'``.

    >>> import isthmus
    >>> from isthmus.solve.certificate import Claim
    >>> print(Claim(isthmus.Seat.SECOND, or_draw=True))
    second does not lose
    """

    seat: Seat
    or_draw: bool = False

    def __str__(self) -> str:
        return f"{self.seat} {'does not lose' if self.or_draw else 'wins'}"


@dataclass(frozen=True)
class Line:
    """A position of a proof: ``turns`` maps turn texts to the numbers of later lines, -1 if the game is over.

    ``stones`` are the cells of (black, white) if the line covers every position at least as good for the claim as one
    with these stones; only placement games have such lines. ``trees`` may prove the position instead of turns.

    >>> import isthmus
    >>> (certificate,) = isthmus.solve(isthmus.game("hex", size=3, pie=0).start(), certificate=True).certificates
    >>> certificate.lines[0].turns
    {'b2': 1}
    """

    turns: Mapping[str, int]
    stones: tuple[Sequence[int], Sequence[int]] | None = None
    trees: Trees = ()


@dataclass(frozen=True)
class Certificate:
    """The proof of a claim about a position. The first line is the position itself.

    If it ``has_cycles``, turns may lead to any line, even an earlier one.

    >>> import isthmus, json
    >>> (certificate,) = isthmus.solve(isthmus.game("hex", size=3, pie=0).start(), certificate=True).certificates
    >>> header = json.loads(next(certificate.text()))
    >>> header["claim"], header["lines"] == len(certificate.lines)
    ('first wins', True)
    """

    position: Position
    claim: Claim
    lines: tuple[Line, ...]
    has_cycles: bool = False

    def text(self) -> Iterator[str]:
        """The certificate as JSON lines, without line ends: a header, then one line per position.

        Version 2 may have trees; in version 3 lines have only the header's past; version 4 may have cycles.
        """
        forgets = "history" in self.position.game.counters()
        version = 4 if self.has_cycles else 3 if forgets else 2 if any(line.trees for line in self.lines) else 1
        header = {
            "isthmus": "certificate",
            "version": version,
            "position": format_position(self.position),
            "claim": str(self.claim),
            "lines": len(self.lines),
        }
        yield json.dumps(header, ensure_ascii=False)
        for line in self.lines:
            turns = {turn: None if after < 0 else after for turn, after in line.turns.items()}
            fields: dict[str, object] = {"trees": line.trees} if line.trees else {"turns": turns}
            if line.stones is not None:
                fields = {"stones": self._letters(line.stones), **fields}
            yield json.dumps(fields, ensure_ascii=False, separators=(",", ":"))

    def _letters(self, stones: tuple[Sequence[int], Sequence[int]]) -> str:
        """One letter per cell, in the order of the topology."""
        letters = ["."] * len(self.position.game.topology)
        for side in Side:
            for cell in stones[side.value]:
                letters[cell] = STONE_LETTERS[side]
        return "".join(letters)
