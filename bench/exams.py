"""Exams for evaluators: is the first choice of the policy a turn that wins? The truth comes from the solver and theory.

    python bench/exams.py --eval hand --eval runs/hex/latest.net --positions 100 [--simulations 1] [hex(size=7,pie=0) …]

Each position comes from random turns and is one that the side to move wins by proof. The choice is right if the solver
proves the position after it as won too; positions where the solver does not finish within its nodes are left out. No
net is trained on these. Prints for each board and evaluator the share that was right, with its 95 % interval (Wilson).
"""

from __future__ import annotations

import argparse
import random

import isthmus
from isthmus import Game, Position
from isthmus.engine import Engine
from isthmus.match.statistics import wilson

BOARDS = (
    "hex(size=6,pie=0)",
    "hex(size=7,pie=0)",
    "quadrant-hex(size=6,pie=0)",
    "trellis(size=5,pie=0)",
    "network(size=6,pie=0,stones=6,network=4)",
    "bridgit(size=8,pie=0)",
    "trellis(size=15,pie=0,stones_per_turn=1)",
)
NODES = 20_000


def wins(position: Position, seat: isthmus.Seat) -> bool | None:
    """Whether a seat wins a position; None where that takes too long to prove."""
    if position.outcome:
        return position.outcome.winner is not None and position.seat_of(position.outcome.winner) is seat
    solution = isthmus.solve(position, nodes=NODES)
    return None if solution.result == "unproved" else solution.winner is seat


def question(game: Game, chance: random.Random) -> Position | None:
    """A position that the side to move wins, though not in one turn; None if random turns led to none."""
    position = game.start()
    for _ in range(chance.randrange(len(game.topology) // 2)):
        position = position.play(chance.choice(position.turns()))
        if position.outcome:
            return None
    if position.choosing or position.seat is None or wins(position, position.seat) is not True:
        return None
    ends = (position.play(turn).outcome for turn in position.turns())
    return None if any(outcome is not None for outcome in ends) else position


def questions(text: str, count: int) -> list[Position]:
    """The same positions for every evaluator; fewer where a thousand tries a position do not give as many."""
    game, chance = isthmus.game(text), random.Random(text)
    found: list[Position] = []
    for _ in range(1000 * count):
        if len(found) == count:
            break
        if position := question(game, chance):
            found.append(position)
    return found


def marks(positions: list[Position], evaluator: str, simulations: int) -> tuple[int, int]:
    """How many first choices are right, of how many that the solver could judge."""
    right = judged = 0
    for position in positions:
        engine = Engine(evaluator=evaluator, parameters={"theory": 0})
        verdict = wins(position.play(engine.search(position, simulations=simulations).best), position.seat)
        judged += verdict is not None
        right += verdict is True
    return right, judged


def main() -> None:
    """Ask and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards", nargs="*", default=BOARDS)
    parser.add_argument("--eval", dest="evaluators", action="append", help="hand, net, auto or a .net file; repeatable")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--simulations", type=int, default=1)
    options = parser.parse_args()
    for text in options.boards:
        positions = questions(text, options.positions)
        for evaluator in options.evaluators or ["hand"]:
            right, judged = marks(positions, evaluator, options.simulations)
            low, high = wilson(right, judged)
            print(f"{text:45} {evaluator:30} {right}/{judged} right, {low:.0%} to {high:.0%}", flush=True)


if __name__ == "__main__":
    main()
