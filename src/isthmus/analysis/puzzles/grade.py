"""The difficulty of a puzzle: the engine's effort to find the turn, the turn's first rank, and the length of the win.

A decision is harder if a growing search settles on it later: this measure follows Guid and Bratko (Computer analysis of
world chess champions, ICGA Journal 29, 2006), who count the changes of the best move from depth to depth. Here the
search grows in simulations, and the last change counts.
"""

from __future__ import annotations

from math import log2

from isthmus.engine.engine import Engine
from isthmus.engine.report import Report
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn

__all__ = ["GRADE_FROM", "difficulty", "effort_of", "grade_of"]

MOST = 4096
"""Simulations of the longest search; a solution that it misses counts as twice as many."""

GRADE_FROM = (4.0, 7.0, 10.0, 13.0)
"""The lowest difficulties for grades 2, 3, 4 and 5."""


def effort_of(position: Position, solution: Turn | str) -> tuple[int, int]:
    """(number of simulations from which the engine's best turn is always the solution, first rank of the solution).

    The simulations are a power of two: fresh searches run with 1, 2, 4, … simulations, each with seed 0. The answer is
    the least number from which all of them find the solution; ``2 * MOST`` if the longest does not. The rank is 1 for
    the turn with the largest prior.

    The search judges by the hand-made evaluator, so that grades stay comparable. It does not use what the engine knows
    without searching (two trees, virtual connections). If theory decides every position (Bridg-It, one-stone Trellis),
    the engine would still find the turn at once, so the plain search is used instead; it has no priors, and the rank
    is 1.
    """
    plain = Engine().search(position, simulations=1).theory is not None

    def searched(simulations: int) -> Report:
        engine = Engine(plain=True) if plain else Engine(parameters={"theory": 0}, evaluator="hand")
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
    """One more than the number of turns with a larger prior. Turns that the search has not opened rank later."""
    own = next((found.prior for found in report.turns if str(found.turn) == solution), 0.0)
    return 1 + sum(found.prior > own for found in report.turns)


def difficulty(effort: int, rank: int, length: int) -> float:
    """``log2(effort) + log2(rank) + log2(length)``: how much to search, how many turns to reject, how far to see.

    ``length`` is the number of the winner's turns in the line.
    """
    return log2(effort) + log2(rank) + log2(length)


def grade_of(effort: int, rank: int, length: int) -> int:
    """The grade, 1 to 5, by the table ``GRADE_FROM``."""
    return 1 + sum(difficulty(effort, rank, length) >= least for least in GRADE_FROM)
