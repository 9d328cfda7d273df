"""Playouts: random games from a position to the end, counted by winner."""

from __future__ import annotations

import random
from dataclasses import dataclass

from isthmus.errors import A_POSITION, SearchError, expect, plural, quoted
from isthmus.rules.native import NativeCore
from isthmus.rules.position import Position
from isthmus.rules.types import Side

__all__ = ["LONGEST_PLAYOUT", "Playouts", "playouts"]

_SEEDS = 1 << 64
LONGEST_PLAYOUT = 20_000
"""A random game of more steps counts as a draw, in a game that exists only in Python."""


@dataclass(frozen=True)
class Playouts:
    """The number of random games that each side won. ``draws`` counts the games without a winner."""

    black: int
    white: int
    draws: int = 0

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.black + self.white + self.draws

    def won(self, side: Side | str) -> int:
        """The number of games that a side has won. Raises NotationError for anything but a side."""
        return self.black if Side.of(side) is Side.BLACK else self.white

    def share(self, side: Side | str) -> float:
        """The share of the games that a side has won, in [0, 1], with a draw counted half."""
        return (self.won(side) + self.draws / 2) / self.games

    def __str__(self) -> str:
        drawn = f", {self.draws:,} {plural(self.draws, 'draw')}" if self.draws else ""
        return f"{self.games:,} {plural(self.games, 'game')}: black won {self.black:,}, white won {self.white:,}{drawn}"


def playouts(position: Position, games: int, *, seed: int = 1, uniform: bool = False) -> Playouts:
    """Play a number of random games from a position to the end, and count the winners.

    The games are played as in the search: steps may be better than random, and a long game may count as a draw. With
    ``uniform`` all legal steps are equally likely. The same ``seed`` plays the same games. Games that exist only
    in Python are always played uniformly, and slowly; after 20,000 steps they count as draws. The interpreter lock is
    released in native games. Raises SearchError for arguments of the wrong type, and for fewer than one game.

    >>> import isthmus
    >>> counts = isthmus.playouts(isthmus.game("hex", size=5, pie=0).start().play("c3"), 1000, seed=1)
    >>> counts.games, counts.draws, 0.55 < counts.share("black") < 0.68
    (1000, 0, True)
    """
    expect(position, Position, A_POSITION, SearchError)
    if type(games) is not int or not 1 <= games < _SEEDS:
        raise SearchError(f"games: expected a whole number, 1 or more; got {quoted(games)}")
    if not isinstance(uniform, bool):
        raise SearchError(f"uniform: expected True or False; got {quoted(uniform)}")
    if type(seed) is not int:
        raise SearchError(f"seed: expected a whole number; got {quoted(seed)}")
    if isinstance(position.game.core, NativeCore):
        played, black, white, _, _ = position.state.playouts(games, seed % _SEEDS, uniform)
        return Playouts(black, white, played - black - white)
    chance = random.Random(seed)
    winners = [_random_winner(position, chance) for _ in range(games)]
    black, white = (winners.count(side) for side in Side)
    return Playouts(black, white, games - black - white)


def _random_winner(position: Position, chance: random.Random) -> Side | None:
    core, state = position.game.core, position.state
    for _ in range(LONGEST_PLAYOUT):
        if (outcome := core.outcome(state)) is not None:
            return outcome.winner
        state = core.apply(state, chance.choice(core.steps(state)))
    return None
