"""Names of points and texts of turns, for the tests of Trellis."""

from __future__ import annotations

from isthmus import Game, Position

points = str.split


def play(position: Position, turns: str) -> Position:
    for turn in turns.split():
        position = position.play(turn)
    return position


def cells(game: Game, names: str) -> tuple[int, ...]:
    return tuple(sorted(game.topology.cell(name) for name in names.split()))
