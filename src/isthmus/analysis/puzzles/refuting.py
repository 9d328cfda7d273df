"""Refuting a wrong turn: a reply after which the win is gone, preferably one that does not give the solution away.

In connection games the reply is often on the point of the solution, so showing it shows the solution too. Another reply
is tried first; if it does not exist, ``telling`` says so.
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
"""The maximum number of other replies to try."""
_NODES = 60
"""Solver nodes for each of them; forty times as many for all together."""


@dataclass(frozen=True)
class Reply:
    """A turn after which the seat that made the wrong turn cannot win.

    ``wins``: it is proved to win for its player; otherwise its player at least does not lose. ``telling``: it is on a
    field of the solution, so showing it gives the solution away.
    """

    turn: Turn
    wins: bool
    telling: bool = False

    def __str__(self) -> str:
        return self.turn.text


def fields_of(turn: str, game: Game) -> frozenset[str]:
    """The fields in the text of a turn: where stones are placed, and the start and target of moves."""
    return frozenset(name for name in re.split("[+-]", turn) if name in game.topology.cell_of)


def refute(after: Position, known: Turn | None, avoid: Collection[str], nodes: int) -> Reply:
    """A reply in ``after``, the position after a wrong turn, that keeps the player of that turn from winning.

    ``known`` is proved to do so. A reply on a field of ``avoid`` is given only if no other is found. ``nodes``: the
    solver's nodes for proving the turn wrong; it gets more if needed. Raises SearchError if the turn wins after all.
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
    """The turn that the solver finds; it may win or only draw."""
    while True:
        solution = solve(after, nodes=nodes, memory_mb=_MEMORY_MB)
        if solution.turn:
            return solution.turn
        if solution.proved:
            raise SearchError(f"the puzzle is wrong: {after.last_turn} wins as well")
        nodes *= 8


def _other(after: Position, seat: Seat, avoid: Collection[str], found: Turn) -> Reply | None:
    """A reply, off the fields of ``avoid``, that stops the other seat from winning, if a short search proves one.

    In a lost game many replies work, and one in a dead corner would explain nothing. So replies near the one that was
    ``found`` are tried first, and the reply with the shortest proof is given.
    """
    near = _distance_from(after.game, fields_of(found.text, after.game))
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


def _distance_from(game: Game, fields: Collection[str]) -> Callable[[str], float]:
    """A function that measures how far a turn is from some fields: the sum of the least distances of its fields.

    A pass is furthest.
    """
    places, cells = game.topology.positions, game.topology.cell_of
    there = [places[cells[name]] for name in fields]

    def distance(turn: str) -> float:
        own = [places[cells[name]] for name in fields_of(turn, game)]
        return sum(min(dist(place, other) for other in there) for place in own) if own and there else inf

    return distance


def _least(position: Position, seat: Seat, nodes: int) -> tuple[int, int]:
    """(the least result that ``nodes`` nodes prove for a seat: -1 (a loss), 0 or 1; the nodes it took)."""
    if position.outcome:
        return position.worth(seat), 0
    solution = solve(position, nodes=nodes, memory_mb=_MEMORY_MB)
    return (solution.least if solution.seat is seat else -solution.most), solution.nodes
