"""Counting turns and steps (perft): with the native core if the game has one, otherwise with its Python rules."""

from __future__ import annotations

from isthmus.rules.core import Core
from isthmus.rules.game import Game
from isthmus.rules.legal_turns import legal_turns
from isthmus.rules.native import NativeCore
from isthmus.rules.position import Position

__all__ = ["count", "divide"]


def count(position: Position, depth: int, *, by_turns: bool) -> int:
    """The number of sequences of ``depth`` turns (or steps) from a position; games that end earlier do not count."""
    if depth and by_turns and position.mid_turn:
        raise ValueError("turns are counted from the start of a turn")
    core = position.game.core
    if isinstance(core, NativeCore):
        return int(position.state.perft(depth, by_turns))
    return _count(position.game, core, position.state, depth, by_turns=by_turns)


def divide(position: Position, depth: int, *, by_turns: bool) -> list[tuple[str, int]]:
    """The same count below each first turn (or step), with its text; ``depth`` is at least 1."""
    if by_turns:
        return [(turn.text, count(position.play(turn), depth - 1, by_turns=True)) for turn in position.turns()]
    return [(step, count(position.step(step), depth - 1, by_turns=False)) for step in position.steps()]


def _count(game: Game, core: Core, state: object, depth: int, *, by_turns: bool) -> int:
    if depth == 0:
        return 1
    if core.outcome(state) is not None:
        return 0
    if not by_turns:
        steps = core.steps(state)
        return (
            len(steps)
            if depth == 1
            else sum(_count(game, core, core.apply(state, s), depth - 1, by_turns=False) for s in steps)
        )
    turns = legal_turns(game, state)
    if depth == 1:
        return len(turns)
    total = 0
    for turn in turns:
        after = state
        for step in turn.steps:
            after = core.apply(after, step)
        total += _count(game, core, after, depth - 1, by_turns=True)
    return total
