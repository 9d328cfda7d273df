"""Makes ``forced_wins.txt``: positions with a forced win in one, two or three turns, found by brute force.

    python tests/engine/forced_wins.py

Each line holds the number of the winner's turns and the position text. The positions come from random games with a
fixed seed, read backwards from their ends; "in two" means that there is no win in one.
"""

from __future__ import annotations

import random
from pathlib import Path

import isthmus
from isthmus import Position, Seat
from isthmus.record import format_position

FILE = Path(__file__).with_suffix(".txt")
EACH = 3
LONGEST = 3
WORK = 30_000
"""The most positions to search before a candidate is given up."""

GAMES = (
    "trellis(size=5,pie=0)",
    "trellis(size=5,pie=0,stones_per_turn=1)",
    "quadrant-trellis(size=9,pie=0)",
    "quadrant-hex(size=6,pie=0)",
    "hex(size=5,pie=0)",
    "bridgit(size=4,pie=0)",
    "orbit(size=5,pie=0)",
    "trinidad(size=3,pie=0)",
    "network(size=6,pie=0,stones=6,network=4)",
)


class TooMuchError(Exception):
    """The search would take too long."""


class Solver:
    """Tries everything, with a limit on how much."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.known: dict[tuple[int, int], bool] = {}
        self.looked = 0

    def wins(self, position: Position, turns: int) -> bool:
        """Whether the seat can force a win within this many of its turns."""
        if position.outcome:
            winner = position.outcome.winner
            return winner is not None and position.seat_of(winner) is self.seat
        own = position.seat is self.seat
        if own and turns == 0:
            return False
        key = (position.game.core.key(position.state), turns)
        if key not in self.known:
            self.looked += 1
            if self.looked > WORK:
                raise TooMuchError
            after = (self.wins(position.play(turn), turns - own) for turn in position.turns())
            self.known[key] = any(after) if own else all(after)
        return self.known[key]


def shortest_win(position: Position) -> int | None:
    """The fewest turns, up to LONGEST, in which the seat to act wins by force; None if none is found."""
    assert position.seat is not None
    solver = Solver(position.seat)
    try:
        return next((turns for turns in range(1, LONGEST + 1) if solver.wins(position, turns)), None)
    except TooMuchError:
        return None


def positions_of(text: str) -> list[str]:
    """Lines for one game."""
    chance = random.Random(text)
    game = isthmus.game(text)
    found: dict[int, list[str]] = {turns: [] for turns in range(1, LONGEST + 1)}
    for _ in range(60):
        path = [game.start()]
        while path[-1].outcome is None and len(path) < 80:
            path.append(path[-1].play(chance.choice(path[-1].turns())))
        for back in range(2, 9):
            if back > len(path):
                break
            turns = shortest_win(path[-back])
            # A winning turn among only a few is a weak test.
            if turns and len(found[turns]) < EACH and len(path[-back].turns()) > 3:
                found[turns].append(f"{turns} {format_position(path[-back])}")
                break
        if all(len(lines) == EACH for lines in found.values()):
            break
    return [line for lines in found.values() for line in lines]


def main() -> None:
    """Write the file."""
    lines = [line for text in GAMES for line in positions_of(text)]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
