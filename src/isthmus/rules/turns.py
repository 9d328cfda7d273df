"""Turns: what one seat does before the other acts, as a short tuple of steps with one canonical text (rules 1.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from isthmus.rules.types import Step

__all__ = ["Turn", "TurnsBySteps", "spoken"]

_MOST_KEPT = 100_000
"""The maximum number of cached turns of a game; the largest boards of Trellis have fewer in a position."""


@dataclass(frozen=True)
class Turn:
    """A turn: ``steps`` in an order that can be played, ``text`` canonical. Equal turns have equal text.

    >>> import isthmus
    >>> start = isthmus.game("trellis", size=9, pie=0).start()
    >>> turn = start.play("f7+d6").last_turn
    >>> turn.text, len(turn.steps), turn in start.turns()
    ('d6+f7', 2, True)
    """

    text: str
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Turn) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)


class TurnsBySteps(dict[tuple[Step, ...], Turn]):
    """The turns of one game by their steps. Each is made on first use, since making its text takes time.

    ``stop`` is left out of a text, stones are sorted by ``cells``, moves come last; ``names`` are the texts of steps.
    """

    def __init__(self, cells: Sequence[tuple[int, int]], names: Sequence[str], stop: Step) -> None:
        super().__init__()
        order = sorted(range(len(names)), key=lambda step: (0, *cells[step]) if step < len(cells) else (1, step, 0))
        self._stop = stop
        self._rank = {step: rank for rank, step in enumerate(order)} | {self._stop: -1}
        self._names = names

    def __missing__(self, steps: tuple[Step, ...]) -> Turn:
        if len(self) >= _MOST_KEPT:
            self.clear()
        said = sorted(steps, key=self._rank.__getitem__)
        if said[:1] == [self._stop]:
            del said[0]
        turn = self[steps] = Turn("+".join([self._names[step] for step in said]), steps)
        return turn


def spoken(text: str) -> str:
    """A turn's text as people read it: ``takes White`` for a choice of colour, all others as they are."""
    return f"takes {text.removeprefix('take-').capitalize()}" if text.startswith("take-") else text
