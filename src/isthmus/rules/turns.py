"""Turns: what one seat does before the other acts, as a short tuple of steps with one canonical text (rules 1.2)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

from isthmus.rules.core import State
from isthmus.rules.types import Step

if TYPE_CHECKING:
    from isthmus.rules.game import Game

__all__ = ["Turn", "TurnsBySteps", "legal_turns", "spoken", "states_after"]

_MOST_KEPT = 100_000
"""Turns of a game that are kept; the largest boards of Trellis have fewer in a position."""


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
        return game.turn_of[steps]


class TurnsBySteps(dict[tuple[Step, ...], Turn]):
    """The turns of one game by their steps, each made when it is first asked for, as its text takes time."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        cells, names = game.topology.sort_keys, game.step_names
        order = sorted(range(len(names)), key=lambda step: (0, *cells[step]) if step < len(cells) else (1, step, 0))
        self._stop = game.stop_step
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


def _sequences(
    game: Game, state: State, made: tuple[Step, ...] = (), among: Container[Step] | None = None
) -> Iterator[tuple[tuple[Step, ...], State]]:
    """Every order of steps, perhaps only of some, that makes a turn, with the state after it."""
    core = game.core
    for step in core.steps(state):
        if among is not None and step not in among:
            continue
        after = core.apply(state, step)
        if core.mid_turn(after) and core.outcome(after) is None:
            yield from _sequences(game, after, (*made, step), among)
        else:
            yield (*made, step), after


def legal_turns(game: Game, state: State, made: tuple[Step, ...] = ()) -> list[Turn]:
    """Every legal turn that begins with the steps ``made``, each once, sorted by text."""
    native = getattr(game.core, "turns", None)
    sequences: Iterable[tuple[Step, ...]] = native(state) if native else (steps for steps, _ in _sequences(game, state))
    if made:
        sequences = ((*made, *steps) for steps in sequences)
    turns: Iterable[Turn] = map(game.turn_of.__getitem__, sequences)
    if not native:  # the steps of a turn may have been found in several orders; the first one counts
        by_text: dict[str, Turn] = {}
        for turn in turns:
            by_text.setdefault(turn.text, turn)
        turns = by_text.values()
    return sorted(turns, key=_text_of)


_text_of = attrgetter("text")


def states_after(
    game: Game, state: State, made: tuple[Step, ...] = (), only: Iterable[str] | None = None
) -> dict[str, State]:
    """The text of every legal turn that begins with the steps ``made``, and the state after it; in no order.

    With ``only``, turns whose text is not among these are left out, and cost little.
    """
    if only is None:
        return {Turn.of(game, steps).text: after for steps, after in _sequences(game, state, made)}
    wanted = set(only)
    parts = {part for text in wanted for part in text.split("+")}
    among = {game.step_ids[part] for part in parts if part in game.step_ids} | {game.stop_step}
    found = ((Turn.of(game, steps).text, after) for steps, after in _sequences(game, state, made, among))
    return {text: after for text, after in found if text in wanted}
