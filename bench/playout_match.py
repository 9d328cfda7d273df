"""Do fast playouts make the search weaker? A paired match against playouts of uniform random steps.

    python bench/playout_match.py 'trellis(size=9,pie=0)' --pairs 100 --simulations 1000

Both sides search with the same number of simulations, so only the quality of the playouts counts. With --seconds each
step of either side gets the same time instead, so their speed counts too. Each opening of two random turns is played
twice with the sides exchanged. It prints the score of the fast playouts with its 95% Wilson interval (over games; the
pairing makes the true interval narrower).
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass

import isthmus
from isthmus import Position, Side
from isthmus.engine import Engine
from isthmus.match.statistics import wilson

UNLIMITED = 1e9
"""More seconds than any search takes."""


@dataclass(frozen=True)
class Limits:
    """The simulations and the seconds that each search may use."""

    simulations: int
    seconds: float

    def __str__(self) -> str:
        return f"{self.simulations} simulations" if self.seconds == UNLIMITED else f"{self.seconds:g} s"


def best(position: Position, limits: Limits, seed: int, *, random_steps: bool) -> Position:
    """The position after the turn that the search chooses, with fast playouts or with random games."""
    parameters = {"random_steps": float(random_steps)}
    engine = Engine(seed=seed, parameters=parameters, plain=True)
    report = engine.search(position, simulations=limits.simulations, seconds=limits.seconds)
    return position.play(report.best)


def play(position: Position, fast: Side, limits: Limits, seed: int) -> float:
    """The score of the side with the fast playouts: 1, 0.5 or 0."""
    while position.outcome is None:
        seed += 1
        position = best(position, limits, seed, random_steps=position.to_move is not fast)
    winner = position.outcome.winner
    return 0.5 if winner is None else float(winner is fast)


def main() -> None:
    """Play the match of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = isthmus.game(options.game)
    limits = Limits(1 << 62, options.seconds) if options.seconds else Limits(options.simulations, UNLIMITED)
    chance = random.Random(options.seed)
    score = 0.0
    for pair in range(options.pairs):
        opening = game.start()
        for _ in range(2):
            opening = opening.play(chance.choice(opening.turns()))
        for fast in Side:
            score += play(opening, fast, limits, options.seed + 1000 * pair)
    games = 2 * options.pairs
    low, high = wilson(score, games)
    print(
        f"{game}, {limits} a step: fast playouts score {score:g} of {games} "
        f"({score / games:.1%}, 95% interval {low:.1%} to {high:.1%})"
    )


if __name__ == "__main__":
    main()
