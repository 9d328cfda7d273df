"""The points that a turn touches: where it brings a stone, and the start and target of moves."""

from __future__ import annotations

from collections.abc import Iterator

from isthmus.rules.position import Position
from isthmus.rules.turns import Turn

__all__ = ["entered", "moves"]


def entered(position: Position, turn: Turn) -> tuple[str, ...]:
    """The points that a turn in ``position`` brings its player's stones to; empty for a pass or a choice.

    In mid-turn only the remaining steps count. A row of pieces enters the fields that it did not occupy before.
    """
    game = position.game
    rest = _rest(position, turn)
    if any(step >= game.first_move for step in rest):
        side = position.to_move
        assert side is not None
        before = set(position.snapshot.stones[side.value])
        cells = sorted(set(position.play(turn).snapshot.stones[side.value]) - before)
    else:
        cells = [step for step in rest if step < len(game.topology)]
    return tuple(game.topology.names[cell] for cell in cells)


def moves(position: Position, turn: Turn) -> Iterator[tuple[str, str]]:
    """The moves in a turn as (from, to), as in their text: of a stone, or of a row's rear."""
    game = position.game
    for step in _rest(position, turn):
        if step >= game.first_move:
            start, _, end = game.step_names[step].partition("-")
            if start in game.topology.cell_of and end in game.topology.cell_of:
                yield start, end


def _rest(position: Position, turn: Turn) -> tuple[int, ...]:
    """The remaining steps of a turn."""
    return turn.steps[len(position.snapshot.pending) :] if position.mid_turn else turn.steps
