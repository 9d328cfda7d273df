"""Exams for evaluators: is the policy's first choice a winning turn? The solver and theory know the answer.

    python bench/exams.py --eval hand --eval runs/hex/latest.net --positions 100 [--simulations 1] [hex(size=7,pie=0) …]

Each position is reached by random turns, and is a proved win for the side to move. A choice is right if the solver
proves that the position after it is still won. A position is left out if the solver does not finish within its nodes.
No net is trained on these positions. For each board and evaluator this prints the share of right choices with its 95%
interval (Wilson).
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
    """Whether a seat wins a position; None if that takes too long to prove."""
    if position.outcome:
        return position.outcome.winner is not None and position.seat_of(position.outcome.winner) is seat
    solution = isthmus.solve(position, nodes=NODES)
    return None if solution.result == "unproved" else solution.winner is seat


def question(game: Game, chance: random.Random) -> Position | None:
    """A position that the side to move wins, but not in one turn; None if random turns did not lead to one."""
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
    """The positions, the same for every evaluator; fewer if a thousand tries per position are not enough."""
    game, chance = isthmus.game(text), random.Random(text)
    found: list[Position] = []
    for _ in range(1000 * count):
        if len(found) == count:
            break
        if position := question(game, chance):
            found.append(position)
    return found


def marks(positions: list[Position], evaluator: str, simulations: int) -> tuple[int, int]:
    """The number of right first choices, and the number of choices that the solver could judge."""
    right = judged = 0
    for position in positions:
        engine = Engine(evaluator=evaluator, parameters={"theory": 0})
        verdict = wins(position.play(engine.search(position, simulations=simulations).best), position.seat)
        judged += verdict is not None
        right += verdict is True
    return right, judged


def main() -> None:
    """Run the exams and print the results."""
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
