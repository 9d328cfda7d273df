"""Refuting a wrong turn: a reply after which the puzzle is lost, rather one that does not give the solution away.

In connection games the reply is often the very point that the solution is on. Whoever shows it shows the solution too,
so another reply is looked for first, and where there is none, that is said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from math import dist, inf

from isthmus.errors import SearchError
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Seat
from isthmus.solve.solver import solve

__all__ = ["Reply", "fields_of", "refute"]

_MEMORY_MB = 64
_TRIED = 48
"""Other replies that are tried at most."""
_NODES = 60
"""Nodes of the solver for each of them, and forty times as many for all."""


@dataclass(frozen=True)
class Reply:
    """A turn after which the seat that made the wrong one cannot win.

    ``wins``: it is proved to win for who makes it; else that seat at least does not lose. ``telling``: it stands on a
    field of the solution, so to show it shows the solution.
    """

    turn: Turn
    wins: bool
    telling: bool = False

    def __str__(self) -> str:
        return self.turn.text


def fields_of(turn: str, game: Game) -> frozenset[str]:
    """The fields that the text of a turn names: where stones are placed, and from where to where they move."""
    return frozenset(name for name in re.split("[+-]", turn) if name in game.topology.cell_of)


def refute(after: Position, known: Turn | None, avoid: Collection[str], nodes: int) -> Reply:
    """A reply in ``after``, where a wrong turn has led, that keeps the seat that made it from winning.

    ``known`` is proved to do so. A reply that stands on a field of ``avoid`` is given only if no other is found.
    ``nodes``: what the proof that the turn is wrong may take of the solver; it gets more if need be.
    Raises SearchError where the turn wins after all.
    """
    seat = after.seat
    assert seat is not None
    found = known or _proved(after, nodes)
    if not fields_of(found.text, after.game) & set(avoid):
        return Reply(found, _least(after.play(found), seat, nodes)[0] == 1)
    if other := _other(after, seat, avoid, found):
        return other
    return Reply(found, _least(after.play(found), seat, nodes)[0] == 1, telling=True)


def _proved(after: Position, nodes: int) -> Turn:
    """The turn that the solver finds; it need not know whether that wins or only draws."""
    while True:
        solution = solve(after, nodes=nodes, memory_mb=_MEMORY_MB)
        if solution.turn:
            return solution.turn
        if solution.proved:
            raise SearchError(f"the puzzle is wrong: {after.last_turn} wins as well")
        nodes *= 8


def _other(after: Position, seat: Seat, avoid: Collection[str], found: Turn) -> Reply | None:
    """A reply off some fields that keeps the other seat from winning, if a short look proves one.

    Where a game is lost many replies will do, and one in a dead corner would explain nothing. So those near the reply
    that was ``found`` are tried first, and of those that hold the one whose proof is shortest is given.
    """
    near = _nearness(after.game, fields_of(found.text, after.game))
    apart = [turn for turn in after.turns() if not fields_of(turn.text, after.game) & set(avoid)]
    apart.sort(key=lambda turn: near(turn.text))
    left = 40 * _NODES
    best: tuple[tuple[int, int], Reply] | None = None
    for turn in apart[:_TRIED]:
        least, spent = _least(after.play(turn), seat, _NODES)
        if least >= 0 and (best is None or (-least, spent) < best[0]):
            best = (-least, spent), Reply(turn, wins=least == 1)
            if best[0] == (-1, 0):
                break
        left -= spent
        if left < 1:
            break
    return best[1] if best else None


def _nearness(game: Game, fields: Collection[str]) -> Callable[[str], float]:
    """How far a turn is from some fields: the sum of the least distances of its own; passing is furthest."""
    places, cells = game.topology.positions, game.topology.cell_of
    there = [places[cells[name]] for name in fields]

    def far(turn: str) -> float:
        own = [places[cells[name]] for name in fields_of(turn, game)]
        return sum(min(dist(place, other) for other in there) for place in own) if own and there else inf

    return far


def _least(position: Position, seat: Seat, nodes: int) -> tuple[int, int]:
    """(what a seat is sure of at least, -1 (a loss), 0 or 1, as far as so many nodes prove it; the nodes it took)."""
    if position.outcome:
        winner = position.outcome.winner
        return (0 if winner is None else 1 if position.seat_of(winner) is seat else -1), 0
    solution = solve(position, nodes=nodes, memory_mb=_MEMORY_MB)
    return (solution.least if solution.seat is seat else -solution.most), solution.nodes
