"""Does the engine win every position that theory calls won? Bridg-It and one-stone Trellis, from random openings.

    python bench/theory_match.py --games 20 --simulations 3000

Theory names the winner of an opening of a few random stones. The engine plays the winner with 10 ms per turn, the plain
search the other side with the given simulations. It prints for each board the number of wins and the longest turn of
the engine.
"""

from __future__ import annotations

import argparse
import random
import time

import isthmus
from isthmus import Position
from isthmus.engine import Engine

BOARDS = (
    *(f"bridgit(size={size},pie=0)" for size in (5, 8, 12)),
    *(f"trellis(size={size},pie=0,stones_per_turn=1)" for size in (5, 9, 15, 19)),
)


def opening(game: isthmus.Game, chance: random.Random) -> Position:
    """A position after a few random stones."""
    position = game.start()
    for _ in range(chance.randrange(2, 7)):
        position = position.play(chance.choice([turn for turn in position.turns() if turn.text != "pass"]))
    return position


def play(position: Position, seed: int, simulations: int) -> tuple[bool, float]:
    """Whether the winner by theory wins, and the longest turn of the engine in seconds."""
    perfect, plain = Engine(seed=seed), Engine(seed=seed, plain=True)
    assert position.seat is not None
    # The winner by theory, even if the mirror rule prevents a proof: a won turn needs no search.
    winner = position.seat if perfect.search(position, seconds=0.01).simulations == 0 else position.seat.other
    longest = 0.0
    while position.outcome is None:
        assert position.seat is not None
        if position.seat is winner:
            began = time.perf_counter()
            best = perfect.search(position, seconds=0.01).best
            longest = max(longest, time.perf_counter() - began)
        else:
            best = plain.search(position, simulations=simulations).best
        position = position.play(best)
    assert position.outcome.winner is not None
    return position.seat_of(position.outcome.winner) is winner, longest


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--simulations", type=int, default=3000)
    options = parser.parse_args()
    for text in BOARDS:
        chance = random.Random(text)
        game = isthmus.game(text)
        results = [play(opening(game, chance), number, options.simulations) for number in range(options.games)]
        won, longest = sum(win for win, _ in results), max(seconds for _, seconds in results)
        print(f"{text}: {won} of {options.games} won, longest turn {1000 * longest:.1f} ms", flush=True)


if __name__ == "__main__":
    main()
