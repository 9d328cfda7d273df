"""How a puzzle goes on: the winner's turns against the other seat's best defence, and which of them were the only ones.

The defence is the turn that a short search of the engine tries most: where all turns lose, it is the one that is
hardest to answer. The winner plays what the engine proves, or what the solver does.
"""

from __future__ import annotations

from isthmus.analysis.puzzles.proof import Verdict, only_winning_turn
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Seat
from isthmus.search.engine import Engine
from isthmus.search.solver import solve

__all__ = ["LONGEST", "winning_line"]

LONGEST = 31
"""Turns of a line at most; where the game is not over then, the line ends before it."""

_SIMULATIONS = 300


def winning_line(position: Position, solution: Turn, *, nodes: int) -> tuple[tuple[str, ...], int]:
    """(the line from the solution on, how many of the winner's turns in it are proved to be the only winning ones).

    ``nodes`` limits the solver at each of the winner's turns. The line ends with the game, after LONGEST turns, or
    where the limit does not do; the first of the winner's turns that is not proved to be the only one ends the count.
    """
    seat = position.seat
    assert seat is not None
    line, unique, counting = [solution.text], 1, True
    position = position.play(solution)
    while position.outcome is None and len(line) < LONGEST:
        if position.seat is not seat:
            turn: Turn | None = Engine().search(position, simulations=_SIMULATIONS).best
        else:
            turn = None
            if counting:
                found = only_winning_turn(position, nodes=nodes)
                counting = found.verdict is Verdict.ONLY
                unique += counting
                turn = found.turn
            turn = turn or _winning(position, seat, nodes)
        if turn is None:
            break
        line.append(turn.text)
        position = position.play(turn)
    return tuple(line), unique


def _winning(position: Position, seat: Seat, nodes: int) -> Turn | None:
    report = Engine().search(position, simulations=_SIMULATIONS)
    if report.proof.win_for(seat):
        return report.best
    solution = solve(position, nodes=nodes)
    return solution.turn if solution.least == 1 else None
