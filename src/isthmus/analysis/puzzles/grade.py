"""How hard a puzzle is: what the engine needs to find the turn, how far it lay from its first look, how long the win.

That a decision is the harder the later a growing search settles on it is the measure of Guid and Bratko (Computer
analysis of world chess champions, ICGA Journal 29, 2006), who count the changes of the best move from depth to depth.
Here the search grows in simulations, and what counts is when the last change is behind it.
"""

from __future__ import annotations

from math import log2

from isthmus.engine.engine import Engine
from isthmus.engine.report import Report
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn

__all__ = ["GRADE_FROM", "difficulty", "effort_of", "grade_of"]

MOST = 4096
"""Simulations of the longest search; twice as many is said of a solution that even this one misses."""

GRADE_FROM = (4.0, 7.0, 10.0, 13.0)
"""The difficulties from which on a puzzle has grade 2, 3, 4 and 5."""


def effort_of(position: Position, solution: Turn | str) -> tuple[int, int]:
    """(simulations from which on the engine's best turn is the solution, rank of the solution at its first look).

    The simulations are a power of two: fresh searches with 1, 2, 4, … are made, each with seed 0, and the answer is the
    least number from which on all of them find the solution; ``2 * MOST`` if the longest does not. The rank is 1 for
    the turn with the largest prior.

    What the engine knows without a search (two trees, virtual connections) does not count: the search does without it.
    Where theory decides every position (Bridg-It, one-stone Trellis) it would find it again in no time, so the plain
    search stands in for it; that has no priors, and the rank is 1.
    """
    plain = Engine().search(position, simulations=1).theory is not None

    def searched(simulations: int) -> Report:
        engine = Engine(plain=True) if plain else Engine(parameters={"theory": 0})
        return engine.search(position, simulations=simulations)

    report = searched(MOST)
    rank = 1 if plain else _rank(report, str(solution))
    needed = 2 * MOST
    simulations = MOST
    while simulations and str(report.best) == str(solution):
        needed = simulations
        simulations //= 2
        if simulations:
            report = searched(simulations)
    return needed, rank


def _rank(report: Report, solution: str) -> int:
    """One more than the turns with a larger prior; the search opens turns in this order, so what it left is later."""
    own = next((found.prior for found in report.turns if str(found.turn) == solution), 0.0)
    return 1 + sum(found.prior > own for found in report.turns)


def difficulty(effort: int, rank: int, length: int) -> float:
    """``log2(effort) + log2(rank) + log2(length)``: what to search, what to look past, how far to see.

    ``length`` is the number of the winner's turns in the line.
    """
    return log2(effort) + log2(rank) + log2(length)


def grade_of(effort: int, rank: int, length: int) -> int:
    """The grade, 1 to 5, by the table ``GRADE_FROM``."""
    return 1 + sum(difficulty(effort, rank, length) >= least for least in GRADE_FROM)
