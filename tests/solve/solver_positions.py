"""Small positions of every game for the tests of the solver, and their results by brute force."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

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
FEW_LEFT = tuple((Path(__file__).parent / "small_positions.txt").read_text(encoding="utf-8").splitlines())
"""Positions of random games, some in mid-turn, with only a few continuations; draws and both results occur."""


@cache
def late_position(game: str, turns_before_the_end: int, seed: int) -> Position:
    """A position of a random game, this many turns before its end."""
    choose = random.Random(seed)
    positions = [isthmus.game(game).start()]
    while positions[-1].outcome is None:
        positions.append(positions[-1].play(choose.choice(positions[-1].turns())))
    return positions[max(0, len(positions) - 1 - turns_before_the_end)]


def value(position: Position, seat: Seat, known: dict[Position, int] | None = None) -> int:
    """The result for a seat, 1, 0 or -1, by trying continuations until no other can change it."""
    known = {} if known is None else known
    if position not in known:
        if position.outcome:
            winner = position.outcome.winner
            known[position] = 0 if winner is None else 1 if position.seat_of(winner) is seat else -1
        else:
            own = position.seat is seat
            best = -1 if own else 1
            for step in position.steps():
                found = value(position.step(step), seat, known)
                best = max(best, found) if own else min(best, found)
                if best == (1 if own else -1):
                    break
            known[position] = best
    return known[position]
