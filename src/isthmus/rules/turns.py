"""Turns: what one seat does before the other acts, as a short tuple of steps with one canonical text (rules 1.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from isthmus.rules.core import State
from isthmus.rules.types import Step

if TYPE_CHECKING:
    from isthmus.rules.game import Game

__all__ = ["Turn", "legal_turns", "spoken"]


@dataclass(frozen=True)
class Turn:
    """A turn: ``steps`` in an order that can be played, ``text`` canonical. Equal turns have equal text."""

    text: str
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Turn) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    @classmethod
    def of(cls, game: Game, steps: tuple[Step, ...]) -> Turn:
        """The turn that these steps make: ``stop`` is left out, stones are sorted, moves come last."""
        cells = game.topology.sort_keys
        said = [step for step in steps if step != game.stop_step]
        said.sort(key=lambda step: (0, *cells[step]) if step < len(cells) else (1, step, 0))
        return cls("+".join(game.step_names[step] for step in said), steps)


def spoken(text: str) -> str:
    """A turn's text as people read it: ``takes White`` for a choice of colour, all others as they are."""
    return f"takes {text.removeprefix('take-').capitalize()}" if text.startswith("take-") else text


def _sequences(game: Game, state: State, made: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
    core = game.core
    for step in core.steps(state):
        after = core.apply(state, step)
        if core.mid_turn(after) and core.outcome(after) is None:
            yield from _sequences(game, after, (*made, step))
        else:
            yield (*made, step)


def legal_turns(game: Game, state: State, made: tuple[Step, ...] = ()) -> list[Turn]:
    """Every legal turn that begins with the steps ``made``, each once, sorted by text."""
    native = getattr(game.core, "turns", None)
    sequences = ((*made, *steps) for steps in native(state)) if native else _sequences(game, state, made)
    turns: dict[str, Turn] = {}
    for steps in sequences:
        turn = Turn.of(game, steps)
        turns.setdefault(turn.text, turn)
    return [turns[text] for text in sorted(turns)]
