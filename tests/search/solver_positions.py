"""Small positions of every game for the tests of the solver, and their results by looking at everything."""

from __future__ import annotations

import random
from functools import cache

import isthmus
from isthmus import Position, Seat

SMALL = (
    "trellis(size=5,pie=0)",
    "trellis(size=5,pie=0,stones_per_turn=1)",
    "quadrant-trellis(size=9)",
    "quadrant-hex(size=6)",
    "hex(size=4,pie=1)",
    "bridgit(size=3)",
    "orbit(size=5,pie=1)",
    "trinidad(size=3)",
    "network(size=6,stones=4,network=4)",
)
"""One small board of every game."""


@cache
def late_position(game: str, turns_before_the_end: int, seed: int) -> Position:
    """A position of a random game, so many turns before its end."""
    choose = random.Random(seed)
    positions = [isthmus.game(game).start()]
    while positions[-1].outcome is None:
        positions.append(positions[-1].play(choose.choice(positions[-1].turns())))
    return positions[max(0, len(positions) - 1 - turns_before_the_end)]


def value(position: Position, seat: Seat, known: dict[Position, int] | None = None) -> int:
    """The result for a seat, 1, 0 or -1, by looking at every game that can follow."""
    known = {} if known is None else known
    if position not in known:
        if position.outcome:
            winner = position.outcome.winner
            known[position] = 0 if winner is None else 1 if position.seat_of(winner) is seat else -1
        else:
            values = (value(position.play(turn), seat, known) for turn in position.turns())
            known[position] = max(values) if position.seat is seat else min(values)
    return known[position]
