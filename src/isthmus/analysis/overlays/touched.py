"""Which points a turn is about: where it brings a stone, and for moves from where to where."""

from __future__ import annotations

from collections.abc import Iterator

from isthmus.rules.position import Position
from isthmus.rules.turns import Turn

__all__ = ["entered", "moves"]


def entered(position: Position, turn: Turn) -> tuple[str, ...]:
    """The points that a turn, made in ``position``, brings a stone of its maker to; none for a pass or a choice.

    In mid-turn only what is still to come counts. A row of pieces enters the fields that were not its own before.
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
    """The game's own moves in a turn as (from, to), as their text says: a stone's, or a row's rear."""
    game = position.game
    for step in _rest(position, turn):
        if step >= game.first_move:
            start, _, end = game.step_names[step].partition("-")
            if start in game.topology.cell_of and end in game.topology.cell_of:
                yield start, end


def _rest(position: Position, turn: Turn) -> tuple[int, ...]:
    """The steps of a turn that are still to be made."""
    return turn.steps[len(position.snapshot.pending) :] if position.mid_turn else turn.steps
