"""The proof that a position has exactly one winning turn, within a limit of nodes; it makes a position a puzzle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from isthmus.engine.engine import Engine
from isthmus.engine.report import Report
from isthmus.errors import SearchError
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Seat
from isthmus.solve.solver import Solution, solve

__all__ = ["Finding", "Verdict", "only_winning_turn"]

_FIRST_LOOK = 300
"""Simulations of the search that orders the turns and finds most second wins."""

_FIRST_LIMIT, _GROWTH = 64, 8
"""Nodes for each wrong turn in the first round, and the growth factor of each further round."""

_MEMORY_MB = 64


class Verdict(StrEnum):
    """What is known about the winning turns of a position."""

    ONLY = "one winning turn"
    SEVERAL = "several winning turns"
    NONE = "no winning turn"
    UNPROVED = "unproved"


@dataclass(frozen=True)
class Finding:
    """The ``verdict``, and if there is only one winning turn: that turn and the refutations of the others.

    ``replies`` has the refuting turn of the other seat for every wrong turn, None for a turn that ends the game. The
    most tempting come first: those that the engine visits most, and among equals those that take most nodes to refute.
    ``nodes`` counts the solver's nodes. ``lost``: the seat to act is proved to lose, so the turn that led here wins.
    """

    verdict: Verdict
    turn: Turn | None = None
    replies: dict[Turn, Turn | None] = field(default_factory=dict)
    nodes: int = 0
    lost: bool = False


def only_winning_turn(
    position: Position,
    *,
    nodes: int = 20_000,
    winning: Turn | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Finding:
    """Find out whether the seat to act has exactly one winning turn. The solver gets at most ``nodes`` nodes in all.

    The engine searches first: a second win that it proves ends the work, and its visits order the other turns. These
    are tried in rounds with growing limits, so that a second win that is easy to prove is found early. ``winning`` is a
    turn that is known to win, if any. The work ends soon after ``stop()`` returns true; the verdict may then be
    UNPROVED where more time would have proved it. Raises SearchError if the game is over.
    """
    seat = position.seat
    if seat is None:
        raise SearchError(f"no turn to look for, because the game is over: {position.outcome}")
    report = Engine().search(position, simulations=_FIRST_LOOK, stop=stop)
    if report.proof.win_for(seat.other):
        return Finding(Verdict.NONE, lost=True)
    wins = {found.turn for found in report.turns if found.proof.win_for(seat)}
    if len(wins | ({winning} if winning else set())) > 1:
        return Finding(Verdict.SEVERAL)
    if winning is not None:
        return _against(winning, _tempting(position, report, winning), position, nodes, stop)
    solution = solve(position, nodes=nodes, memory_mb=_MEMORY_MB, stop=stop)
    if solution.turn is None or solution.least < 1:
        verdict = Verdict.NONE if solution.most < 1 else Verdict.UNPROVED
        return Finding(verdict, nodes=solution.nodes, lost=solution.result == "loss")
    others = _tempting(position, report, solution.turn)
    found = _against(solution.turn, others, position, nodes - solution.nodes, stop)
    return replace(found, nodes=found.nodes + solution.nodes)


def _tempting(position: Position, report: Report, winning: Turn) -> dict[Turn, int]:
    """The other turns with the engine's visits, the most visited first."""
    visits = {found.turn: found.visits for found in report.turns}
    others = [(turn, visits.get(turn, 0)) for turn in position.turns() if turn != winning]
    return dict(sorted(others, key=lambda other: -other[1]))


def _against(
    winning: Turn, others: Mapping[Turn, int], position: Position, nodes: int, stop: Callable[[], bool]
) -> Finding:
    """The finding for a winning turn: UNPROVED, SEVERAL, or ONLY with the refutations of the others."""
    seat = position.seat
    assert seat is not None
    spent = 0
    replies: dict[Turn, Turn | None] = dict.fromkeys(others)
    took = dict.fromkeys(others, 0)
    undecided = list(others)
    limit = _FIRST_LIMIT
    while undecided:
        open_still = []
        for turn in undecided:
            after = position.play(turn)
            if after.outcome:
                if after.winner is seat:
                    return Finding(Verdict.SEVERAL, nodes=spent)
                continue
            left = nodes - spent
            if left < 1 or stop():
                return Finding(Verdict.UNPROVED, nodes=spent)
            solution = solve(after, nodes=min(limit, left), memory_mb=_MEMORY_MB, stop=stop)
            spent += solution.nodes
            took[turn] += solution.nodes
            least, most = _for(seat, solution)
            if least > 0:
                return Finding(Verdict.SEVERAL, nodes=spent)
            if most > 0 or solution.turn is None:  # a limit may have cut short the search for the turn
                open_still.append(turn)
            else:
                replies[turn] = solution.turn
        undecided = open_still
        limit *= _GROWTH
    order = sorted(others, key=lambda turn: (-others[turn], -took[turn]))
    return Finding(Verdict.ONLY, winning, {turn: replies[turn] for turn in order}, spent)


def _for(seat: Seat, solution: Solution) -> tuple[int, int]:
    """The bounds of a result from the point of view of a seat."""
    if solution.seat is seat:
        return solution.least, solution.most
    return -solution.most, -solution.least
